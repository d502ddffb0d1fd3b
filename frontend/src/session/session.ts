/** A player's hands at a table, and what they come to. */

import { get } from '../wire/api';
import { type RoundResult, RoundsDocument } from '../wire/documents';
import { t, type Word, wordOf } from '../words/t';

/** One hand of one's own. */
export interface Played {
  round: number;
  cards: readonly string[];
  dealer: readonly string[];
  result: string;
  net: number;
}
export interface Sums {
  net: number;
  /** What had been won or lost after each hand. */
  course: readonly number[];
  /** The war that moved most. */
  war: Played | null;
  /** The longest row of hands won, and of hands lost. */
  won: number;
  lost: number;
}

const PAGE = 50;
const MOST_PAGES = 4;

const mine = ({ round, dealer_cards: dealer, hands }: RoundResult): Played[] =>
  hands.filter((hand) => hand.mine).map(({ cards, result, net }) => ({ round, cards, dealer, result, net }));

/** My hands of the table's last two hundred rounds, the newest first; it ends where a whole page has none of mine. */
export async function myHands(table: string): Promise<Played[]> {
  const hands: Played[] = [];
  let before = '';
  for (let page = 0; page < MOST_PAGES; page++) {
    const { rounds } = await get(`/api/tables/${table}/rounds?limit=${PAGE}${before}`, RoundsDocument);
    const found = rounds.flatMap(mine);
    hands.push(...found);
    const last = rounds.at(-1);
    if (!found.length || !last || rounds.length < PAGE) break;
    before = `&before=${last.round}`;
  }
  return hands;
}

/** What hands come to; they are given the newest first. */
export function sumsOf(hands: readonly Played[]): Sums {
  let net = 0;
  const course = hands.toReversed().map((hand) => (net += hand.net));
  const wars = hands.filter((hand) => hand.result.startsWith('war'));
  const war = wars.reduce<Played | null>(
    (most, hand) => (most && Math.abs(most.net) >= Math.abs(hand.net) ? most : hand),
    null,
  );
  return { net, course, war, won: longest(hands, WON), lost: longest(hands, LOST) };
}

/** A row is of the words in the list: the main bet or the war decides them, not the sum. */
const WON = ['win', 'war_won'];
const LOST = ['lose', 'war_lost'];

function longest(hands: readonly Played[], results: readonly string[]): number {
  let most = 0;
  let row = 0;
  for (const hand of hands) {
    row = results.includes(hand.result) ? row + 1 : 0;
    most = Math.max(most, row);
  }
  return most;
}

const RESULT: Record<string, Word> = {
  win: 'won',
  lose: 'lost',
  push: 'even',
  surrender: 'surrendered',
  void: 'void',
  war_won: 'won the war',
  war_lost: 'lost the war',
};
/** How a hand ended; a main bet that was won is named where the sum is no win. */
export const resultWord = ({ result, net }: Pick<Played, 'result' | 'net'>): string =>
  result === 'win' && net <= 0 ? t('won the main bet') : wordOf(RESULT, result);

/** The course as the points of a line in a box. */
export function lineOf(course: readonly number[], width: number, height: number): { points: string; zero: number } {
  const all = [0, ...course];
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const y = (cents: number): number => (high === low ? height / 2 : height - ((cents - low) / (high - low)) * height);
  const points = all.map(
    (cents, i) => `${((i / Math.max(1, all.length - 1)) * width).toFixed(1)},${y(cents).toFixed(1)}`,
  );
  return { points: points.join(' '), zero: y(0) };
}
