import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AfterCards } from './after.svelte';
import { deal } from './motion';

const TURNED = 680;
const FRAME = 20;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => setTimeout(draw, FRAME));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const aCardIsDealt = (): unknown => deal(null as unknown as Element, { dx: 0, dy: 0 });

test('words about a card are shown when the card lies turned', () => {
  const words = new AfterCards('No more bets.');
  words.tell('Your card: ten of hearts.');
  aCardIsDealt();
  vi.advanceTimersByTime(TURNED - 1);
  expect(words.shown).toBe('No more bets.');
  vi.advanceTimersByTime(FRAME + 1);
  expect(words.shown).toBe('Your card: ten of hearts.');
});

test('words without a card are shown with the next frame', () => {
  const words = new AfterCards('No more bets.');
  vi.advanceTimersByTime(2 * TURNED);
  words.tell('Place your bets.');
  vi.advanceTimersByTime(FRAME + 1);
  expect(words.shown).toBe('Place your bets.');
});

test('an earlier word that waited longer does not come back', () => {
  const words = new AfterCards('');
  words.tell('Jack.');
  aCardIsDealt();
  vi.advanceTimersByTime(FRAME);
  words.tell('Jack beats eight. You win.');
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  vi.advanceTimersByTime(FRAME + 1);
  expect(words.shown).toBe('Jack beats eight. You win.');
  vi.advanceTimersByTime(2 * TURNED);
  expect(words.shown).toBe('Jack beats eight. You win.');
});

/** Everything that words showed, one after the other. */
function allShown(words: AfterCards<string>): string[] {
  const seen: string[] = [];
  Object.defineProperty(words, 'shown', { set: (says: string) => seen.push(says) });
  return seen;
}

test('a hand that wins a jackpot is told once: its ordinary words do not flash before', () => {
  const words = new AfterCards('No more bets.');
  const seen = allShown(words);
  words.tell('Seven against seven.');
  aCardIsDealt();
  vi.advanceTimersByTime(3 * FRAME);
  words.tell('Seven against seven. A tie for the progressive! It is yours as soon as it is confirmed.');
  vi.advanceTimersByTime(2 * TURNED);
  expect(seen).toEqual(['Seven against seven. A tie for the progressive! It is yours as soon as it is confirmed.']);
});

test('each of two cards has its own words, also when the second comes while the first still moves', () => {
  const words = new AfterCards('No more bets.');
  const seen = allShown(words);
  words.tell('Your card: ten of hearts.');
  aCardIsDealt();
  vi.advanceTimersByTime(3 * FRAME);
  words.tell('Ten beats four.');
  aCardIsDealt();
  vi.advanceTimersByTime(3 * TURNED);
  expect(seen).toEqual(['Your card: ten of hearts.', 'Ten beats four.']);
});

test('words wait for a card that a busy device moves later than it was dealt', async () => {
  let turned = (): void => undefined;
  const moves = {
    playState: 'running',
    finished: new Promise<void>((done) => {
      turned = done;
    }),
    effect: {},
  };
  const card = { closest: () => card, getAnimations: () => [moves] };
  moves.effect = { target: card };
  vi.stubGlobal('document', { getAnimations: () => [moves] });
  const words = new AfterCards('No more bets.');
  words.tell('Your card: ten of hearts.');
  aCardIsDealt();
  vi.advanceTimersByTime(3 * TURNED);
  expect(words.shown).toBe('No more bets.');
  moves.playState = 'finished';
  turned();
  await vi.advanceTimersByTimeAsync(FRAME + 1);
  expect(words.shown).toBe('Your card: ten of hearts.');
});
