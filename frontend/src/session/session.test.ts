import { afterEach, expect, test, vi } from 'vitest';
import { lineOf, myHands, type Played, resultWord, sumsOf } from './session';

const hand = (round: number, net: number, result = net > 0 ? 'win' : 'lose'): Played => ({
  ...{ round, net, result },
  cards: ['Kd'],
  dealer: ['4c'],
});
afterEach(() => vi.unstubAllGlobals());

test('hands come to a net, a course, the war that moved most, and the longest rows', () => {
  const hands = [
    hand(6, -20_00, 'war_lost'),
    hand(5, 10_00, 'war_won'),
    hand(4, 10_00),
    hand(3, 0, 'push'),
    hand(2, -10_00),
    hand(1, -10_00),
  ];
  const sums = sumsOf(hands);
  expect(sums.net).toBe(-20_00);
  expect(sums.course).toEqual([-10_00, -20_00, -20_00, -10_00, 0, -20_00]);
  expect(sums.war?.round).toBe(6);
  expect([sums.won, sums.lost]).toEqual([2, 2]);
});

test('a hand whose main bet won is won in the list and in the row, also where its sum is no win', () => {
  const hands = [hand(3, -5_00, 'win'), hand(2, 10_00, 'win'), hand(1, 25_00, 'lose')];
  expect(hands.map(resultWord)).toEqual(['won the main bet', 'won', 'lost']);
  expect([sumsOf(hands).won, sumsOf(hands).lost]).toEqual([2, 1]);
});

test('no hand comes to nothing', () => {
  expect(sumsOf([])).toEqual({ net: 0, course: [], war: null, won: 0, lost: 0 });
});

test('the line begins at nothing, and stays in its box', () => {
  expect(lineOf([10, -10], 100, 40)).toEqual({ points: '0.0,20.0 50.0,0.0 100.0,40.0', zero: 20 });
  expect(lineOf([], 100, 40).zero).toBe(20);
});

test('only my own hands are listed, page after page, until a page has none', async () => {
  const asked: string[] = [];
  const page = (from: number, seat: number, mine: boolean): object => ({
    table: 'green',
    rounds: Array.from({ length: 50 }, (_, i) => ({
      ...{ round: from - i, first: 1, last: 2, at: 0, dealer_cards: ['4c'], voided: false },
      hands: [
        { seat, cards: ['Kd'], net: 5_00, mine, result: 'win' },
        { seat: 7, cards: ['2d'], net: -5_00, mine: false, result: 'lose' },
      ],
    })),
  });
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    return new Response(JSON.stringify(page(200 - 50 * (asked.length - 1), 1, asked.length < 3)));
  });
  const hands = await myHands('green');
  expect(hands).toHaveLength(100);
  expect(asked).toEqual([
    '/api/tables/green/rounds?limit=50',
    '/api/tables/green/rounds?limit=50&before=151',
    '/api/tables/green/rounds?limit=50&before=101',
  ]);
});
