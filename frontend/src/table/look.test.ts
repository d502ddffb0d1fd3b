import { describe, expect, test, vi } from 'vitest';
import type { Controller } from './controller.svelte';
import { CARDS_OF_A_DECK, lookKey, lookWords } from './look';

const DOWN = { seat: 4, decks: 6, batch: 0, face_up: false };
const UP = { ...DOWN, face_up: true };

describe('the look at the cards', () => {
  test('a deck has every card once, by suit and in sequence', () => {
    expect(new Set(CARDS_OF_A_DECK.map(([rank, suit]) => rank + suit)).size).toBe(52);
    expect(CARDS_OF_A_DECK.slice(0, 2).map(([rank, suit]) => rank + suit)).toEqual(['As', '2s']);
  });

  test('what lies there is said in words', () => {
    expect(lookWords(UP)).toBe('6 decks spread face up, by suit and in sequence');
    expect(lookWords(DOWN)).toBe('6 decks spread face down');
  });

  test('keys answer, and cards that lie face up are not turned up again', () => {
    const send = vi.fn();
    const control = { do: send } as unknown as Controller;
    expect(lookKey('enter', UP, control)).toBe(true);
    expect(lookKey('n', UP, control)).toBe(true);
    expect(lookKey('f', DOWN, control)).toBe(true);
    expect(lookKey('f', UP, control)).toBe(false);
    expect(send.mock.calls.map(([command]) => command.command)).toEqual([
      'confirm_step',
      'decline_look',
      'ask_for_face_up',
    ]);
  });
});
