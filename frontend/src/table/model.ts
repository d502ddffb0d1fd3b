/** From what the server tells to what is drawn. Nothing here decides anything; it only reads. */
import { AREAS, type Area, isSensor, SENSORS } from '../felt/geometry';
import type { Batch } from '../parts/card';
import { rankWord } from '../parts/glyphs';
import { money } from '../parts/money';
import type {
  BettorView,
  ClockView,
  FeltView,
  HistoryView,
  LineView,
  SeatView,
  TableSheet,
  Wager,
  You,
} from '../wire/generated';
import { inWords } from '../wire/read';
import { t, type Word, wordOf } from '../words/t';
import { WAGER_WORD } from './words';

export { meterWord } from './words';

export type Mood = 'play' | 'war' | 'hit' | 'calm';
export type ResultKind = 'won' | 'lost' | 'gave' | 'push' | 'held';
export interface Result {
  kind: ResultKind;
  cents: number;
  /** The main bet was won, and what was lost beside it is as much. */
  mixed?: boolean;
}
/** What one person's chips look like at a seat: stakes by area, pays beside them, lamps that are lit. */
export interface Layout {
  stakes: Partial<Record<Area, number>>;
  pays: Partial<Record<Area, number>>;
  lit: Area[];
  /** Areas whose stake is the player's again. */
  back: Area[];
}

const CALM = new Set(['closed', 'opening', 'shuffling', 'cutting', 'loading', 'idle', 'waking', 'closing']);
const WAR = new Set(['war_dealing', 'war_settling']);
const BETTING = new Set(['betting', 'banking', ...CALM]);
/** The wagers that a player places before the deal, the initial wager first. */
export const PLACED: readonly Area[] = ['initial', ...AREAS.filter((area) => area !== 'initial' && area !== 'war')];
const CHIPS = (['war_tie', ...AREAS] as const).filter((wager) => wager !== 'match_play');
const AREA_OF: Record<Wager, Area | null> = {
  initial: 'initial',
  tie: 'tie',
  war: 'war',
  war_tie: 'tie',
  progressive: 'progressive',
  envy: 'progressive',
  bonus_spin: 'bonus_spin',
  community: 'bonus_spin',
  match_play: null,
};

export function moodOf(felt: FeltView): Mood {
  if (felt.wins.length) return 'hit';
  if (WAR.has(felt.phase)) return 'war';
  return CALM.has(felt.phase) ? 'calm' : 'play';
}

/** Which backs the cards of this shoe have. */
export const batchOf = (felt: FeltView): Batch => (felt.shoe.batch === 1 ? 'b' : 'a');

/** Where one's wagers lie, as a number: a seat of one's own, or behind another player's seat: minus its number. */
export type Spot = number;

/** My own places now, seats first. */
export function spotsOf(you: You | null): Spot[] {
  const behind = [...(you?.behind ?? []), ...(you?.bets ?? []).filter((bet) => bet.bettor !== '')];
  return [...(you?.seats ?? []), ...new Set(behind.map((one) => -one.seat))];
}

/** The wagers of my last hands, by place, without a coupon. */
export function lastOf(you: You | null): Map<Spot, Partial<Record<Wager, number>>> {
  const round = you?.history?.at(-1)?.round;
  const hands = (you?.history ?? []).filter((one) => one.round === round);
  return new Map(
    hands.map(({ seat, behind, lines }) => {
      const placed = lines.filter(({ wager }) => wager !== 'match_play' && PLACED.some((area) => area === wager));
      return [behind ? -seat : seat, Object.fromEntries(placed.map(({ wager, staked }) => [wager, staked]))];
    }),
  );
}

/** My own wagers at one of my places. */
export function bettorAt(felt: FeltView, you: You | null, spot: Spot): BettorView | undefined {
  const bettors = felt.seats[Math.abs(spot) - 1]?.bettors ?? [];
  if (spot > 0) return bettors.find((one) => one.place === 0);
  const place = you?.behind.find((one) => one.seat === -spot)?.place;
  return place === undefined ? undefined : bettors.find((one) => one.place === place);
}

/** The bettor whose chips lie in the circles: the seated player, or the first bettor behind an empty chair. */
export const bettorOf = (seat: SeatView): BettorView | undefined =>
  seat.bettors.find((one) => one.place === 0) ?? seat.bettors[0];

export const atWar = (seat: SeatView): boolean => seat.bettors.some((one) => one.war > 0);

export function layoutOf(bettor: BettorView | undefined, felt: FeltView): Layout {
  const stakes: Layout['stakes'] = {};
  const pays: Layout['pays'] = {};
  const lit: Area[] = [];
  const back: Area[] = [];
  if (!bettor) return { stakes, pays, lit, back };
  const put = (pile: Layout['stakes'], area: Area, cents: number): void => {
    if (cents > 0) pile[area] = (pile[area] ?? 0) + cents;
  };
  put(stakes, 'initial', bettor.initial);
  put(stakes, 'tie', bettor.tie || bettor.war_tie);
  put(stakes, 'war', bettor.war);
  put(stakes, 'match_play', bettor.match_play);
  const open = BETTING.has(felt.phase);
  for (const sensor of SENSORS) {
    if (bettor[sensor] > 0) {
      if (open) put(stakes, sensor, bettor[sensor]);
      else lit.push(sensor);
    }
  }
  for (const line of bettor.lines) {
    const area = AREA_OF[line.wager];
    if (!area) continue;
    const sensor = isSensor(area);
    if (sensor && !lit.includes(area)) lit.push(area);
    if (!sensor && line.returned) {
      put(stakes, area, line.returned);
      back.push(area);
    }
    put(pays, area, line.paid);
  }
  return { stakes, pays, lit, back };
}

/** Whether a wager is still to be settled; a side wager counts too, so that no interim sum looks like the result. */
const inPlay = (bettor: BettorView): boolean => CHIPS.some((wager) => bettor[wager] > 0);

/** How the round ended for a bettor; nothing while wagers are still in play. */
export function resultOf(seat: SeatView, felt: FeltView): Result | null {
  const win = felt.wins.find((one) => one.seat === seat.seat);
  const bettor = bettorOf(seat);
  if (win) return { kind: 'held', cents: win.pays };
  return resultFor(bettor);
}

/** Whether the hand at a seat is settled, and won. */
export function wonAt(felt: FeltView, mine: number): boolean {
  const seat = felt.seats[mine - 1];
  return seat !== undefined && resultOf(seat, felt)?.kind === 'won';
}

/** What came of the chips of a bettor, also of one who stands behind a seat. */
export function resultFor(bettor: BettorView | undefined): Result | null {
  if (!bettor?.lines.length || inPlay(bettor)) return null;
  if (bettor.lines.some((line) => line.result === 'surrender')) return { kind: 'gave', cents: bettor.net };
  const mixed = bettor.net <= 0 && bettor.lines.some(({ wager, result }) => wager === 'initial' && result === 'win');
  return { kind: bettor.net > 0 ? 'won' : bettor.net < 0 ? 'lost' : 'push', cents: bettor.net, mixed };
}

/** What stands in a pill. A win that is still held is called so; a sum that contradicts the cards says what it sums. */
export function resultWords({ kind, cents, mixed }: Result): string {
  if (kind === 'held') return t('{amount} held', { amount: money(cents) });
  return mixed ? t('{amount} in all', { amount: money(cents, true) }) : money(cents, true);
}

/** The areas this table offers, in the order of the focus. */
export function areasOf(sheet: TableSheet): Area[] {
  const offered = new Set<string>(sheet.wagers.map((wager) => wager.wager));
  return AREAS.filter((area) => area === 'war' || offered.has(area));
}

/** The hands of the electronic form that a player fights for. */
export const handsAtWar = (felt: FeltView): Set<number> => new Set(felt.seats.filter(atWar).map((seat) => seat.hand));

/** The chips that lie for a bettor. */
export const laid = (one: BettorView): number => CHIPS.reduce((sum, wager) => sum + one[wager], 0);

export const onFelt = (felt: FeltView, you: You | null): number =>
  spotsOf(you)
    .flatMap((spot) => bettorAt(felt, you, spot) ?? [])
    .reduce((sum, one) => sum + laid(one), 0);

/** What lies in a war of one's own: the first wager, the war wager and the tie wager beside it. */
export const inWar = (felt: FeltView, you: You | null): number =>
  spotsOf(you)
    .flatMap((spot) => bettorAt(felt, you, spot) ?? [])
    .filter((one) => one.war > 0)
    .reduce((sum, one) => sum + one.initial + one.war + one.war_tie, 0);

/** The countdown in words. */
export function clockWords(clock: ClockView, seconds: number, mine: boolean): string {
  const s = `${seconds} s`;
  const seat = clock.seat ?? 0;
  switch (clock.on) {
    case 'bets':
      return t('Bets close in {s}', { s });
    case 'choice':
      return mine ? t('{s} to choose', { s }) : t('Seat {seat}: {s} to choose', { seat, s });
    case 'war_wagers':
      return t('War deal in {s}', { s });
    case 'look':
      return mine ? t('{s} to look', { s }) : t('Seat {seat}: {s} to look', { seat, s });
    case 'cut':
      return mine ? t('{s} to cut', { s }) : t('Seat {seat}: {s} to cut', { seat, s });
    case 'recut':
      return t('The shoe is loaded in {s}', { s });
    case 'bank':
      return mine ? t('{s} for the bank', { s }) : t('Seat {seat}: {s} for the bank', { seat, s });
    default:
      return s;
  }
}

/** Whether a countdown is mine to answer. */
export const clockIsMine = (clock: ClockView, you: You | null): boolean => {
  if (!you || !(you.seats.length || you.behind.length)) return false;
  if (clock.on === 'choice') return you.choice !== null;
  return clock.seat === null || you.seats.includes(clock.seat);
};

const MARK: Record<HistoryView['result'], readonly string[]> = {
  win: ['won'],
  lose: ['lost'],
  push: ['push'],
  surrender: ['gave'],
  void: ['push'],
  war_won: ['war', 'won'],
  war_lost: ['war', 'lost'],
};
const RESULT_WORD: Record<HistoryView['result'], Word> = {
  win: 'won',
  lose: 'lost',
  push: 'even',
  surrender: 'surrendered',
  void: 'void',
  war_won: 'won a war',
  war_lost: 'lost a war',
};
export const historyMark = (one: HistoryView): string => MARK[one.result].join(' ');
export const historyWords = (one: HistoryView): string =>
  t('Round {round}: you {card}, dealer {dealer}, {result}, {amount}', {
    round: one.round,
    card: rankWord(one.cards[0]?.[0] ?? ''),
    dealer: rankWord(one.dealer_cards[0]?.[0] ?? ''),
    result: t(RESULT_WORD[one.result]),
    amount: money(one.net, true),
  });

/** What a wager is called at this table, short enough for its circle: "initial wager" is said "Initial". */
export function wagerWord(wager: string, sheet: TableSheet | null): string {
  const printed = sheet?.wagers.find((one) => one.wager === wager)?.word.replace(/ wager/, '');
  const word = printed ? inWords(printed) : wordOf(WAGER_WORD, wager);
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** What the layout says large, and what it says under it. */
export function printed(sheet: TableSheet): { large: string; small: string[] } {
  const large = sheet.print.find((line) => /^tie/i.test(line)) ?? sheet.print[0] ?? '';
  const small = sheet.print.filter((line) => line !== large && /^(war|tied|surrender)/i.test(line));
  return { large: inWords(large), small: small.map(inWords) };
}

/** The print of the layout for a person who listens. */
export const printSpoken = (sheet: TableSheet): string =>
  t('Printed on the layout: {operator}, Casino War. {print}.', {
    operator: sheet.operator,
    print: sheet.print.map(inWords).join('. '),
  });

export const lineNet = (line: LineView): number => line.paid + line.returned - line.staked;

/** What a practice table says at a tie. */
export function adviceWords(advice: NonNullable<NonNullable<You['choice']>['advice']>): string {
  if (advice.better === 'even') return t('War and surrender are worth the same here.');
  const by = { amount: money(advice.by) };
  return advice.better === 'war'
    ? t('War is better by {amount} on average.', by)
    : t('Surrender is better by {amount} on average.', by);
}

/** A seat as it is spoken: "Seat 4, you: nine of hearts; initial 20.00". */
export function seatLabel(seat: SeatView, mine: boolean): string {
  const who = mine ? t('you') : seat.taken ? seat.name || t('taken') : t('open');
  const more = [
    seat.banks && t('banks'),
    seat.hand && t('on hand {hand}', { hand: seat.hand }),
    seat.away && t('away'),
  ].filter(Boolean);
  return [t('Seat {seat}', { seat: seat.seat }), who, ...more].join(', ');
}

/** The dealer's words as this person hears them. */
export const wordsFor = (felt: FeltView, you: You | null): string => you?.says || felt.says;
