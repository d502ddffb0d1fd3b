/** Proves a revealed shoe in this browser, by the protocol of docs/fairness.md and nothing else. */
import { RANKS, SUITS } from '../parts/glyphs';
import { Stream } from './stream';

export interface Spin {
  round: number;
  seats: number;
  hot: [string, number][];
  community: [string, number][];
  unbet: number[];
  respin: boolean;
  result: [number, string, string];
}

/** The document of a revealed shoe. */
export interface Revealed {
  protocol: number;
  table: string;
  shoe: number;
  decks: number;
  device: 'shoe' | 'continuous';
  sealed_at: number;
  cut_at: number | null;
  first_wager_at: number | null;
  commitment: string;
  seed: string | null;
  words: string;
  cut: number;
  behind: number;
  drawn: string[];
  spins?: Spin[];
  returns?: number[];
  ended: string | null;
}

export interface Proof {
  proved: boolean;
  /** What does not hold, in words. */
  findings: string[];
  /** How many drawn cards are the ones the arithmetic gives. */
  matching: number;
  /** The first drawn card that is another one; −1 where there is none. */
  wrongAt: number;
}

const BURNED = '??';
const text = new TextEncoder();
const hex = (bytes: ArrayBuffer): string => Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
const bytes = (digits: string): Uint8Array<ArrayBuffer> => Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/** The seal of a seed. */
export async function commitment(seed: string): Promise<string> {
  const label = text.encode('wartable commitment 1\n');
  const sealed = new Uint8Array(label.length + 32);
  sealed.set(label);
  sealed.set(bytes(seed), label.length);
  return hex(await crypto.subtle.digest('SHA-256', sealed));
}

async function keyed(seed: string, message: string): Promise<Uint8Array> {
  const key = await crypto.subtle.importKey('raw', bytes(seed), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, text.encode(message)));
}

const orderStream = async (shoe: Revealed, seed: string): Promise<Stream> =>
  new Stream(await keyed(seed, `wartable order 1\n${shoe.table}\n${shoe.shoe}\n${shoe.decks}\n${shoe.words}`));

function freshCards(decks: number): string[] {
  const deck = [...SUITS].flatMap((suit) => [...RANKS].map((rank) => rank + suit));
  return Array.from({ length: decks }, () => deck).flat();
}

/** The order of a shoe after the shuffle and the cut. */
export async function order(shoe: Revealed, seed: string): Promise<string[]> {
  const stream = await orderStream(shoe, seed);
  const cards = freshCards(shoe.decks);
  for (let i = cards.length - 1; i > 0; i--) {
    const j = stream.draw(i + 1);
    [cards[i], cards[j]] = [cards[j] as string, cards[i] as string];
  }
  return [...cards.slice(shoe.cut), ...cards.slice(0, shoe.cut)];
}

/** What a continuous shuffler gives, card by card: what left comes back where the document says so. */
async function continuous(shoe: Revealed, seed: string): Promise<string[]> {
  const stream = await orderStream(shoe, seed);
  const inside = freshCards(shoe.decks);
  const returns = [...(shoe.returns ?? [])];
  const out: string[] = [];
  let outside: string[] = [];
  for (let i = 0; i < shoe.drawn.length; i++) {
    while (returns.length && returns[0] === i) {
      returns.shift();
      inside.push(...outside);
      outside = [];
    }
    if (!inside.length) break;
    const j = stream.draw(inside.length);
    const card = inside[j] as string;
    inside[j] = inside.at(-1) as string;
    inside.pop();
    out.push(card);
    outside.push(card);
  }
  return out;
}

function walk(ring: [string, number][], draw: number): string {
  let rest = draw;
  for (const [symbol, weight] of ring) {
    if (rest < weight) return symbol;
    rest -= weight;
  }
  return '';
}

async function spinStops(shoe: Revealed, seed: string, spin: Spin): Promise<[number, string, string]> {
  const stream = new Stream(await keyed(seed, `wartable wheel 1\n${shoe.table}\n${shoe.shoe}\n${spin.round}\n${shoe.words}`));
  const weight = (ring: [string, number][]): number => ring.reduce((sum, [, w]) => sum + w, 0);
  for (;;) {
    const seat = stream.draw(spin.seats) + 1;
    const hot = walk(spin.hot, stream.draw(weight(spin.hot)));
    const community = walk(spin.community, stream.draw(weight(spin.community)));
    if (!spin.respin || !spin.unbet.includes(seat)) return [seat, hot, community];
  }
}

function orderOfEvents(shoe: Revealed): string[] {
  const findings: string[] = [];
  if (shoe.cut_at !== null && shoe.sealed_at >= shoe.cut_at) findings.push('It was sealed after the cut.');
  if (shoe.first_wager_at !== null && shoe.sealed_at >= shoe.first_wager_at) findings.push('It was sealed after the first wager.');
  if (shoe.cut_at === null && (shoe.cut > 0 || shoe.words)) findings.push('There was a cut, or words, and no record of it.');
  if (shoe.first_wager_at === null && shoe.drawn.some((card) => card !== BURNED)) findings.push('A face is shown although nobody had wagered.');
  return findings;
}

export async function verify(shoe: Revealed): Promise<Proof> {
  if (shoe.protocol !== 1) return { proved: false, findings: ['This is not protocol 1.'], matching: 0, wrongAt: -1 };
  if (shoe.seed === null) return { proved: false, findings: ['The seed was not revealed.'], matching: 0, wrongAt: -1 };
  const findings = orderOfEvents(shoe);
  if ((await commitment(shoe.seed)) !== shoe.commitment) findings.unshift('The seed is not the one that was sealed.');

  const expected = shoe.device === 'continuous' ? await continuous(shoe, shoe.seed) : await order(shoe, shoe.seed);
  const wrongAt = shoe.drawn.findIndex((card, i) => expected[i] === undefined || (card !== BURNED && card !== expected[i]));
  const matching = shoe.drawn.filter((card, i) => expected[i] !== undefined && (card === BURNED || card === expected[i])).length;
  if (wrongAt >= 0) findings.push(`Card ${wrongAt + 1} is another card than the seal gives.`);

  for (const spin of shoe.spins ?? []) {
    const stopped = await spinStops(shoe, shoe.seed, spin);
    if (stopped.some((part, i) => part !== spin.result[i])) findings.push(`The wheel of round ${spin.round} stopped elsewhere.`);
  }
  if (shoe.ended === 'cover_card' && shoe.drawn.length < shoe.decks * 52 - shoe.behind) findings.push('The cover card had not been met.');
  return { proved: findings.length === 0, findings, matching, wrongAt };
}
