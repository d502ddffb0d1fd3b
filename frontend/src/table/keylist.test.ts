import { expect, test } from 'vitest';
import type { TableSheet } from '../wire/generated';
import { keysOf } from './keylist';

const sheet = (wagers: string[], word: string, more: Partial<TableSheet> = {}): TableSheet =>
  ({ electronic: 0, backline: false, ...more, wagers: wagers.map((wager) => ({ wager, word })) }) as TableSheet;
const ofBets = (one: TableSheet): string[] =>
  keysOf(one).flatMap(([key, does]) => (/^[ITPBKHN]$/.test(key) ? does : []));

test('a table lists the keys of what it offers, by the name it has there', () => {
  expect(ofBets(sheet(['initial', 'tie'], 'primary wager'))).toEqual([
    'bet on the primary circle',
    'bet on a tie',
    'your next seat',
  ]);
});

test('a table that offers everything lists every key', () => {
  const all = ['initial', 'tie', 'progressive', 'bonus_spin', 'match_play'];
  expect(ofBets(sheet(all, 'initial wager', { electronic: 5, backline: true }))).toHaveLength(7);
});
