import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Revealed, Revealed1, Revealed2 } from '../wire/documents';
import { decode, tuple } from '../wire/shape';
import { block, Stream } from './stream';
import { commitment, mix, order, terms, verify, type Wheel } from './verify';

const page = readFileSync(resolve(import.meta.dirname, '../../../docs/fairness.md'), 'utf8');
const [second = '', first = ''] = page.slice(page.indexOf('## Test vectors')).split('### Protocol 1');
const vectorOf =
  (part: string) =>
  (name: string): string => {
    const row = part.split('\n').find((line) => line.startsWith(`| ${name} |`));
    return /`([^`]+)`\s*\|$/.exec(row ?? '')?.[1] ?? '';
  };
const documentsOf = (part: string): unknown =>
  JSON.parse(part.slice(part.indexOf('```json') + 7, part.lastIndexOf('```')));
const [vector, old] = [vectorOf(second), vectorOf(first)];
const [shoe, shuffler] = decode(tuple(Revealed2, Revealed2), documentsOf(second));
const [oldShoe, oldShuffler] = decode(tuple(Revealed1, Revealed1), documentsOf(first));
const SEED = '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f';
const LUCK = 'Good luck, Zoë ♠';
const key = (digits: string): Uint8Array => Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const hex = (bytes: Uint8Array): string => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
const digest = async (cards: string[]): Promise<string> =>
  hex(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(cards.join('')))));
const seven: Revealed2 = { ...shoe, words: [[31, 'seven']], cut: 0 };
const plain: Revealed1 = { ...oldShoe, words: '', cut: 0 };
const wheel = shoe.wheel as Wheel;

describe('the test vectors of the protocol', () => {
  test('what a seal binds, and the seal of a seed', async () => {
    expect(await terms(6, null)).toBe(vector('terms, 6 decks, no wheel'));
    expect(await terms(6, wheel)).toBe(vector('terms, 6 decks, the wheel of the first document below'));
    expect(await commitment(SEED, await terms(6, null))).toBe(vector('commitment, 6 decks, no wheel'));
    expect(await commitment(SEED)).toBe(old('commitment'));
  });
  test('the words of all players, in any order', async () => {
    expect(await mix(['seven'])).toBe(vector('digest of the words `seven`'));
    for (const words of [
      ['seven', LUCK],
      [LUCK, 'seven'],
      ['seven', LUCK, 'seven'],
    ])
      expect(await mix(words)).toBe(vector('digest of the words `seven` and `Good luck, Zoë ♠`'));
  });
  test('words are sorted by their bytes, not by the units of a string', async () => {
    expect(await mix(['\u{1F0A1}', '\uFF5E', 'a', 'ab'])).toBe(await mix(['ab', 'a', '\uFF5E', '\u{1F0A1}']));
    expect(await mix(['\uFF5E', '\u{1F0A1}'])).toBe('99151fcf74c8f10ed4aea8bd44b9b75c798aad25dd889a02daa306936ae6cf91');
  });
  test.each([
    ['protocol 2', vector, 'key, 6 decks, words `seven`'],
    ['protocol 1', old, 'key, 6 decks, no words'],
  ])('the key stream and its draws, %s', (_, of, name) => {
    expect(hex(block(key(of(name)), 0).slice(0, 32))).toBe(of('its stream, first 32 bytes'));
    const draws = (below: number, n: number): string => {
      const stream = new Stream(key(of(name)));
      return Array.from({ length: n }, () => stream.draw(below)).join(' ');
    };
    expect(draws(312, 10)).toBe(of('ten draws below 312'));
    expect(draws(320_000, 5)).toBe(of('instead, five draws below 320000'));
  });
  test('orders with the words of one player and of two, without and with a cut', async () => {
    expect((await order(seven, SEED)).slice(0, 10).join(' ')).toBe(vector('order, words `seven`, no cut: first ten'));
    expect((await order({ ...seven, cut: 156 }, SEED)).slice(0, 10).join(' ')).toBe(
      vector('order, words `seven`, cut 156: first ten'),
    );
    expect((await order(shoe, SEED)).slice(0, 10).join(' ')).toBe(
      vector('order, words `seven` and `Good luck, Zoë ♠`, cut 156: first ten'),
    );
    expect(await digest(await order({ ...seven, decks: 16 }, SEED))).toBe(
      vector('largest shoe, 16 decks, words `seven`, no cut: digest'),
    );
  });
  test('orders of protocol 1', async () => {
    expect((await order(plain, SEED)).slice(0, 10).join(' ')).toBe(old('order, no words, no cut: first ten'));
    expect((await order(oldShoe, SEED)).slice(0, 10).join(' ')).toBe(
      old('order, words `Good luck, Zoë ♠`, cut 156: first ten'),
    );
    expect(await digest(await order({ ...plain, decks: 16 }, SEED))).toBe(
      old('largest shoe, 16 decks, no words, no cut: digest'),
    );
  });
});

describe('a revealed shoe', () => {
  test('all published documents prove themselves', async () => {
    for (const one of [shoe, shuffler, oldShoe, oldShuffler])
      expect(await verify(one)).toMatchObject({ proved: true, findings: [], matching: one.drawn.length, wrongAt: -1 });
  });
  test('an altered card is named by its place', async () => {
    const drawn = shoe.drawn.with(3, '2c');
    expect(await verify({ ...shoe, drawn })).toMatchObject({
      proved: false,
      wrongAt: 3,
      matching: shoe.drawn.length - 1,
    });
  });
  test.each<[string, Partial<Revealed2>]>([
    ['another seed', { seed: SEED.replace('00', '01') }],
    ['words left out', { words: [[24, LUCK]] }],
    ['words added', { words: [...shoe.words, [32, 'eight']] }],
    [
      'other words',
      {
        words: [
          [24, 'Good luck'],
          [31, 'seven'],
        ],
      },
    ],
    ['words out of order', { words: shoe.words.toReversed() }],
    [
      'words before the seal',
      {
        words: [
          [17, LUCK],
          [31, 'seven'],
        ],
      },
    ],
    [
      'words after the close',
      {
        words: [
          [24, LUCK],
          [36, 'seven'],
        ],
      },
    ],
    ['no words', { words: [] }],
    ['a cut after all words', { cut_at: 35 }],
    ['bets that never closed', { closed_at: null }],
    ['another cut', { cut: 155 }],
    ['another table', { table: 'T2' }],
    ['another shoe number', { shoe: 2 }],
    ['no seed', { seed: null, ended: null }],
    ['sealed after the cut', { sealed_at: 24 }],
    ['sealed after the first wager', { sealed_at: 31, cut_at: 40 }],
    ['faces without a wager', { first_wager_at: null }],
    ['a cut that was not recorded', { cut_at: null }],
    ['a cover card that was not met', { ended: 'cover_card' }],
    [
      'another stop of the wheel',
      { spins: shoe.spins?.map((spin) => ({ ...spin, result: [6, '500', '50'] as [number, string, string] })) ?? [] },
    ],
    [
      'other weights',
      {
        wheel: {
          ...wheel,
          hot: [
            ['1000', 2],
            ['500', 2],
          ],
        },
      },
    ],
    ['another number of seats', { wheel: { ...wheel, seats: 8 } }],
    ['another rule for unbet seats', { wheel: { ...wheel, respin: false } }],
    ['no wheel', { wheel: null }],
    ['another protocol', { protocol: 3 as 2 }],
  ])('%s shows', async (_, change) => {
    expect((await verify({ ...shoe, ...change })).proved).toBe(false);
  });
  test.each<[string, Partial<Revealed1>]>([
    ['other words', { words: 'Good luck' }],
    ['another cut', { cut: 155 }],
    ['sealed after the cut', { sealed_at: 24 }],
    ['faces without a wager', { first_wager_at: null }],
    ['a cut that was not recorded', { cut_at: null }],
    [
      'another stop of the wheel',
      {
        spins: oldShoe.spins?.map((spin) => ({ ...spin, result: [6, '1000', '50'] as [number, string, string] })) ?? [],
      },
    ],
  ])('%s shows in protocol 1', async (_, change) => {
    expect((await verify({ ...oldShoe, ...change })).proved).toBe(false);
  });
  test('a return at another time shows at a continuous shuffler', async () => {
    for (const one of [shuffler, oldShuffler] as Revealed[])
      expect((await verify({ ...one, returns: [7, 21, 48] })).proved).toBe(false);
  });
});
