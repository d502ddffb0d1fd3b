import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { block, Stream } from './stream';
import { commitment, order, type Revealed, verify } from './verify';

const page = readFileSync(resolve(import.meta.dirname, '../../../docs/fairness.md'), 'utf8');
const vector = (name: string): string => {
  const row = page.split('\n').find((line) => line.startsWith(`| ${name} |`));
  return /`([^`]+)`\s*\|$/.exec(row ?? '')?.[1] ?? '';
};
const published = JSON.parse(page.slice(page.lastIndexOf('```json') + 7, page.lastIndexOf('```'))) as Revealed[];
const [shoe, shuffler] = published as [Revealed, Revealed];
const SEED = '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f';
const key = (digits: string): Uint8Array => Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
const digest = async (cards: string[]): Promise<string> =>
  hex(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(cards.join('')))));
const plain: Revealed = { ...shoe, words: '', cut: 0 };

describe('the test vectors of the protocol', () => {
  test('the seal of a seed', async () => {
    expect(await commitment(SEED)).toBe(vector('commitment'));
  });
  test('the key stream', () => {
    expect(hex(block(key(vector('key, 6 decks, no words')), 0).slice(0, 32))).toBe(vector('its stream, first 32 bytes'));
  });
  test('draws below 312 and below 320000', () => {
    const draws = (below: number, n: number): string => {
      const stream = new Stream(key(vector('key, 6 decks, no words')));
      return Array.from({ length: n }, () => stream.draw(below)).join(' ');
    };
    expect(draws(312, 10)).toBe(vector('ten draws below 312'));
    expect(draws(320_000, 5)).toBe(vector('instead, five draws below 320000'));
  });
  test('orders without and with words and a cut', async () => {
    const cards = await order(plain, SEED);
    expect(cards.slice(0, 10).join(' ')).toBe(vector('order, no words, no cut: first ten'));
    expect(await digest(await order({ ...plain, cut: 156 }, SEED))).toBe('0741c1f081837b64d874fff7fcfafb75c7cbb7af1096e21e733fd5c07a8b3148');
    expect((await order(shoe, SEED)).slice(0, 10).join(' ')).toBe(vector('order, words `Good luck, Zoë ♠`, cut 156: first ten'));
    expect(await digest(await order({ ...plain, decks: 16 }, SEED))).toBe(vector('largest shoe, 16 decks, no words, no cut: digest'));
  });
});

describe('a revealed shoe', () => {
  test('both published documents prove themselves', async () => {
    for (const one of published) expect(await verify(one)).toMatchObject({ proved: true, findings: [], matching: one.drawn.length, wrongAt: -1 });
  });
  test('an altered card is named by its place', async () => {
    const drawn = shoe.drawn.with(3, '2c');
    expect(await verify({ ...shoe, drawn })).toMatchObject({ proved: false, wrongAt: 3, matching: shoe.drawn.length - 1 });
  });
  test.each<[string, Partial<Revealed>]>([
    ['another seed', { seed: SEED.replace('00', '01') }],
    ['other words', { words: 'Good luck' }],
    ['another cut', { cut: 155 }],
    ['another table', { table: 'T2' }],
    ['another shoe number', { shoe: 2 }],
    ['no seed', { seed: null, ended: null }],
    ['sealed after the cut', { sealed_at: 24 }],
    ['sealed after the first wager', { sealed_at: 31, cut_at: 40 }],
    ['faces without a wager', { first_wager_at: null }],
    ['a cut nobody recorded', { cut_at: null }],
    ['a cover card that was not met', { ended: 'cover_card' }],
    ['another stop of the wheel', { spins: shoe.spins?.map((spin) => ({ ...spin, result: [6, '1000', '50'] as [number, string, string] })) ?? [] }],
    ['another protocol', { protocol: 2 }],
  ])('%s shows', async (_, change) => {
    expect((await verify({ ...shoe, ...change })).proved).toBe(false);
  });
  test('a return at another time shows at a continuous shuffler', async () => {
    expect((await verify({ ...shuffler, returns: [7, 21, 48] })).proved).toBe(false);
  });
});
