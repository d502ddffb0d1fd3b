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

test('every movement is asked whether it runs before the first of them is ended', () => {
  const done: string[] = [];
  const moving = (name: string, iterations = 1) => ({
    effect: { getComputedTiming: () => ({ iterations }) },
    get playState() {
      done.push(`${name} is asked`);
      return 'running';
    },
    finish: () => done.push(`${name} ends`),
  });
  vi.stubGlobal('document', { getAnimations: () => [moving('one'), moving('for ever', Infinity), moving('two')] });
  endMotion();
  expect(done).toEqual(['one is asked', 'for ever is asked', 'two is asked', 'one ends', 'two ends']);
});

test('the system’s wish for less motion comes before the pace', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  pace.choose('calm');
  expect(deal(element, WAY).duration).toBe(120);
  expect(turnsFor()).toBe(0);
});
