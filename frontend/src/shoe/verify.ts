/** Proves a revealed shoe in this browser, by the protocol of docs/fairness.md and nothing else. */
import { RANKS, SUITS } from '../parts/glyphs';
import type { Revealed, Revealed2, Spun } from '../wire/documents';
import { t } from '../words/t';
import { Stream } from './stream';

export type Wheel = NonNullable<Revealed2['wheel']>;

export interface Proof {
  proved: boolean;
  /** Whether the seed, the decks and the wheel are those that were sealed. */
  sealed: boolean;
  /** What does not hold, in words. */
  findings: string[];
  /** How many drawn cards are the ones the arithmetic gives. */
  matching: number;
  /** The first drawn card that is another one; −1 where there is none. */
  wrongAt: number;
}

const BURNED = '??';
const text = new TextEncoder();
const hex = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
const bytes = (digits: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));

const sha256 = async (data: Uint8Array<ArrayBuffer>): Promise<string> =>
  hex(await crypto.subtle.digest('SHA-256', data));

function joined(parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** The digest of a list of texts, each preceded by its length. */
const listDigest = (purpose: string, texts: Uint8Array[]): Promise<string> =>
  sha256(
    joined([text.encode(`wartable ${purpose} 2\n`), ...texts.flatMap((one) => [text.encode(`${one.length}:`), one])]),
  );

/** What a seal binds besides the seed: the decks and the wheel. */
export function terms(decks: number, wheel: Wheel | null): Promise<string> {
  const texts: (string | number)[] = [decks];
  if (wheel) {
    texts.push(wheel.seats, wheel.respin ? 'respin' : 'stays');
    for (const ring of [wheel.hot, wheel.community]) texts.push(ring.length, ...ring.flat());
  }
  return listDigest(
    'terms',
    texts.map((one) => text.encode(String(one))),
  );
}

function byBytes(a: Uint8Array, b: Uint8Array): number {
  const first = a.findIndex((byte, i) => byte !== b[i]);
  return first < 0 ? a.length - b.length : (a[first] as number) - (b[first] ?? -1);
}

/** The players' words as they stand in the key: each text once, sorted by its bytes. */
export const mix = (words: string[]): Promise<string> =>
  listDigest('words', [...new Set(words)].map((one) => text.encode(one)).sort(byBytes));

const wordsInKey = async (shoe: Revealed): Promise<string> =>
  shoe.protocol === 1 ? shoe.words : mix(shoe.words.map(([, one]) => one));

/** The seal of a seed; protocol 1 has no terms. */
export const commitment = (seed: string, bound = ''): Promise<string> =>
  sha256(joined([text.encode(`wartable commitment ${bound ? 2 : 1}\n`), bytes(seed), bytes(bound)]));

async function keyed(seed: string, message: string): Promise<Uint8Array> {
  const key = await crypto.subtle.importKey('raw', bytes(seed), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, text.encode(message)));
}

const streamOf = async (shoe: Revealed, seed: string, purpose: 'order' | 'wheel', number: number): Promise<Stream> =>
  new Stream(
    await keyed(
      seed,
      `wartable ${purpose} ${shoe.protocol}\n${shoe.table}\n${shoe.shoe}\n${number}\n${await wordsInKey(shoe)}`,
    ),
  );
const orderStream = (shoe: Revealed, seed: string): Promise<Stream> => streamOf(shoe, seed, 'order', shoe.decks);

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

async function spinStops(shoe: Revealed, seed: string, spin: Spun): Promise<[number, string, string]> {
  const stream = await streamOf(shoe, seed, 'wheel', spin.round);
  const weight = (ring: [string, number][]): number => ring.reduce((sum, [, w]) => sum + w, 0);
  for (;;) {
    const seat = stream.draw(spin.seats) + 1;
    const hot = walk(spin.hot, stream.draw(weight(spin.hot)));
    const community = walk(spin.community, stream.draw(weight(spin.community)));
    if (!spin.respin || !spin.unbet.includes(seat)) return [seat, hot, community];
  }
}

const spinsOf = (shoe: Revealed): Spun[] =>
  shoe.protocol === 1
    ? (shoe.spins ?? [])
    : shoe.wheel
      ? (shoe.spins ?? []).map((spin) => ({ ...spin, ...(shoe.wheel as Wheel) }))
      : [];

/** Words count only between the seal and the first close of bets, and no card is turned without them. */
function wordsInTime(shoe: Revealed2): string[] {
  const findings: string[] = [];
  const events = [shoe.sealed_at, ...shoe.words.map(([at]) => at)];
  if (events.some((at, i) => i > 0 && at <= (events[i - 1] as number)))
    findings.push(t('Words were added before the seal, or out of order.'));
  const last = Math.max(events.at(-1) as number, shoe.cut_at ?? 0, shoe.first_wager_at ?? 0);
  if (shoe.closed_at !== null && shoe.closed_at <= last)
    findings.push(t('Words, a cut or the first wager came after the close of the bets.'));
  const shown = shoe.drawn.some((card) => card !== BURNED) || (shoe.spins ?? []).length > 0;
  if (shown && shoe.closed_at === null) findings.push(t('A face is shown although the bets were never closed.'));
  if (shown && !shoe.words.length) findings.push(t('A face is shown although no player had added words.'));
  if (shown && (events.at(-1) as number) < (shoe.cut_at ?? 0))
    findings.push(t('A face is shown although no player had added words since the cut.'));
  return findings;
}

function orderOfEvents(shoe: Revealed): string[] {
  const findings: string[] = [];
  if (shoe.cut_at !== null && shoe.sealed_at >= shoe.cut_at) findings.push(t('It was sealed after the cut.'));
  if (shoe.first_wager_at !== null && shoe.sealed_at >= shoe.first_wager_at)
    findings.push(t('It was sealed after the first wager.'));
  if (shoe.cut_at === null && (shoe.cut > 0 || (shoe.protocol === 1 && shoe.words)))
    findings.push(t('There was a cut, or words, and no record of it.'));
  if (shoe.first_wager_at === null && shoe.drawn.some((card) => card !== BURNED))
    findings.push(t('A face is shown although no player had wagered.'));
  return findings;
}

const not = (finding: string): Proof => ({
  proved: false,
  sealed: false,
  findings: [finding],
  matching: 0,
  wrongAt: -1,
});

export async function verify(shoe: Revealed): Promise<Proof> {
  if (![1, 2].includes(shoe.protocol)) return not(t('This is neither protocol 1 nor protocol 2.'));
  if (shoe.seed === null) return not(t('The seed was not revealed.'));
  const findings = orderOfEvents(shoe);
  if (shoe.protocol === 2) findings.push(...wordsInTime(shoe));
  const bound = shoe.protocol === 1 ? '' : await terms(shoe.decks, shoe.wheel);
  const sealed = (await commitment(shoe.seed, bound)) === shoe.commitment;
  if (!sealed) findings.unshift(t('The seed, the decks or the wheel is not the one that was sealed.'));

  const expected = shoe.device === 'continuous' ? await continuous(shoe, shoe.seed) : await order(shoe, shoe.seed);
  const wrongAt = shoe.drawn.findIndex(
    (card, i) => expected[i] === undefined || (card !== BURNED && card !== expected[i]),
  );
  const matching = shoe.drawn.filter(
    (card, i) => expected[i] !== undefined && (card === BURNED || card === expected[i]),
  ).length;
  if (wrongAt >= 0) findings.push(t('Card {card} is another card than the seal gives.', { card: wrongAt + 1 }));

  for (const spin of spinsOf(shoe)) {
    const stopped = await spinStops(shoe, shoe.seed, spin);
    if (stopped.some((part, i) => part !== spin.result[i]))
      findings.push(t('The wheel of round {round} stopped elsewhere.', { round: spin.round }));
  }
  if (shoe.ended === 'cover_card' && shoe.drawn.length < shoe.decks * 52 - shoe.behind)
    findings.push(t('The cover card had not been met.'));
  return { proved: findings.length === 0, sealed, findings, matching, wrongAt };
}
