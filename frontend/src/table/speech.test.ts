import { expect, test } from 'vitest';
import type { FeltView, TableSheet, You } from '../wire/generated';
import { lastSaid, speak } from './speech';

const said = (event: string, says: string) => ({ event: { event }, says });

test('what goes to a meter is no line under the words: it would be gone before it can be read', () => {
  const bet = said('wager_placed', 'Seat 4 bets $5.00 on the progressive.');
  const fed = said('meter_fed', '$1.00 of the side wagers goes to the progressive meter.');
  expect(lastSaid([bet, said('side_wagers_counted', 'One side wager is counted.'), fed])).toBe(bet.says);
  expect(lastSaid([bet, fed, said('card_dealt', 'Seat 4: 9h.')])).toBe('Seat 4: 9h.');
  expect(lastSaid([fed])).toBe('');
  expect(lastSaid([])).toBe('');
});

test('a card that was burned before the bets opened is no line under them', () => {
  const burned = said('card_burned', 'A card is burned.');
  expect(lastSaid([said('card_dealt', 'Seat 4: 9h.'), burned])).toBe(burned.says);
  expect(lastSaid([said('card_dealt', 'Seat 4: 9h.'), burned], true)).toBe('');
  expect(lastSaid([burned, said('wager_placed', 'You bet $5.00.')], true)).toBe('You bet $5.00.');
});

test('the card of a bank is heard as it is labelled', () => {
  const felt = (bank: object | null, cards: string[]) =>
    ({ phase: 'dealing', seats: [], dealer_cards: cards, wins: [], bank }) as unknown as FeltView;
  const heard = (bank: object | null): string =>
    speak(felt(bank, []), felt(bank, ['Kd']), null, {} as TableSheet, null).polite;
  expect(heard({ seat: 4 })).toBe('Player/dealer: king of diamonds.');
  expect(heard(null)).toBe('Dealer: king of diamonds.');
});

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
