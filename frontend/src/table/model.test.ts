import { expect, test } from 'vitest';
import type { You } from '../wire/generated';
import { saidToYou } from './model';

const you = { seats: [4] } as unknown as You;
test.each([
  ['Seat 4 bets 5.00 on the tie.', 'You bet 5.00 on the tie.'],
  ['Seat 4 goes to war and puts up 20.00.', 'You go to war and put up 20.00.'],
  ['Seat 4 loses to the dealer.', 'You lose to the dealer.'],
  ['Seat 4 beats the dealer.', 'You beat the dealer.'],
  ['Seat 4 takes the bank and posts 500.00.', 'You take the bank and post 500.00.'],
  ['Seat 4 takes back the tie wager of 5.00.', 'You take back the tie wager of 5.00.'],
  ['Seat 4: nine of hearts.', 'Your card: nine of hearts.'],
  ['Seat 4, war card: jack of clubs.', 'Your war card: jack of clubs.'],
  ['Seat 4: the tie wager of 5.00 is collected.', 'The tie wager of 5.00 is collected.'],
  ['Seat 3 bets 5.00.', 'Seat 3 bets 5.00.'],
  ['Round 1 is over.', 'Round 1 is over.'],
])('%s', (says, heard) => {
  expect(saidToYou(says, you)).toBe(heard);
});
test('a watcher hears of seats', () => {
  expect(saidToYou('Seat 4 bets 5.00.', null)).toBe('Seat 4 bets 5.00.');
});
test('whoever has two seats has to be told which', () => {
  expect(saidToYou('Seat 4 bets 5.00.', { seats: [4, 5] } as unknown as You)).toBe('Seat 4 bets 5.00.');
});
