import { expect, test } from 'vitest';
import type { WinView } from '../wire/generated';
import { stepWords } from './steps';

const CHECKS = ['verify_hand', 'check_light', 'validate_win'];
const step = (done: number, says = '') => {
  const steps = CHECKS.map((check, i) => ({ step: check, done: i < done }));
  const win: WinView = { seat: 1, hand: 'tie', pays: 25_00, steps, lit: true };
  return { says, felt: { wins: [win] } };
};

test('a step that is told says what the server said', () => {
  expect(stepWords(step(0, 'The win waits for the floor.'), undefined)).toBe('The win waits for the floor.');
});
test('a check of a win that only the house reads says what the felt shows of it', () => {
  expect(stepWords(step(1), step(0))).toBe('Hand checked.');
  expect(stepWords(step(2), step(1))).toBe('Lamp lit.');
});
test('no step of a recalled round is blank', () => {
  expect(stepWords(step(1), step(1))).toBe('The house makes a note for itself.');
  expect(stepWords({ says: '', felt: { wins: [] } }, undefined)).toBe('The house makes a note for itself.');
});
