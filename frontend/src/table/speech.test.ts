import { expect, test } from 'vitest';
import type { FeltView, TableSheet, You } from '../wire/generated';
import { speak } from './speech';

test('a banker who listens hears what the bank won or lost', () => {
  const felt = (phase: string) => ({ phase, seats: [], dealer_cards: [], wins: [], bank: { seat: 4 } }) as unknown;
  const says = 'Your bank won $20.00 in this round.';
  const hears = (seats: number[]): string => {
    const you = { seats, behind: [], says } as unknown as You;
    return speak(felt('settling') as FeltView, felt('picking_up') as FeltView, you, {} as TableSheet, null).polite;
  };
  expect(hears([4])).toBe(says);
  expect(hears([5])).toBe('');
});
