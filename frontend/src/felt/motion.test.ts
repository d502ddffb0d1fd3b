import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deal, endMotion, place, sweep, turnsFor } from './motion';
import { pace } from './pace.svelte';

const WAY = { dx: 10, dy: 10 };
const element = {} as Element;

beforeEach(() => {
  vi.useFakeTimers(); // time stands still, however long the test takes
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.stubGlobal('document', { getAnimations: () => [] });
  endMotion();
});
afterEach(() => {
  pace.choose('normal');
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('cards and chips move at the pace of the player', () => {
  const at = (name: 'calm' | 'normal' | 'quick'): (number | undefined)[] => {
    pace.choose(name);
    return [deal(element, WAY), place(element, WAY), sweep(element, () => WAY)].map((one) => one.duration);
  };
  expect(at('normal')).toEqual([680, 240, 520]);
  expect(at('quick')).toEqual([272, 96, 208]);
  expect(at('calm')).toEqual([1088, 384, 832]);
});

test('a calm screen falls behind the table by a few seconds at most, however many cards are dealt', () => {
  pace.choose('calm');
  const waits = Array.from({ length: 60 }, () => deal(element, WAY).delay ?? 0);
  expect(Math.round(Math.max(...waits))).toBeLessThanOrEqual(2_400);
  expect(Math.round(turnsFor())).toBeLessThanOrEqual(2_400 + 1_088);
});

test('the system’s wish for less motion comes before the pace', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  pace.choose('calm');
  expect(deal(element, WAY).duration).toBe(120);
  expect(turnsFor()).toBe(0);
});
