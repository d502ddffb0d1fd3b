import { describe, expect, test } from 'vitest';
import { percent } from '../parts/number';
import { fraction, minus, parse, plus, text, times, value } from './fraction';
import { estimates, evening, type Wager } from './odds';

describe('fractions', () => {
  test.each([
    ['23138/993023', '23138/993023'],
    ['-1/2', '−1/2'],
    ['−3', '−3'],
    ['1.50', '3/2'],
    ['10', '10'],
  ])('%s is read as %s', (from, to) => {
    const read = parse(from);
    expect(read && text(read)).toBe(to);
  });
  test.each(['', '1/0', 'a', '1/2/3', '1..2'])('%j is no number', (from) => {
    expect(parse(from)).toBeNull();
  });
  test('sums and products stay exact', () => {
    const [a, b] = [fraction(1n, 3n), fraction(1n, 6n)];
    expect(text(plus(a, b))).toBe('1/2');
    expect(text(times(a, minus(b)))).toBe('−1/18');
    expect(value(fraction(1n, 3n))).toBeCloseTo(1 / 3, 15);
    expect(percent(-0.0233, 3, 'en-US')).toBe('−2.330\u00a0%');
    expect(percent(-0.0233, 3, 'es-ES')).toBe('−2,330\u00a0%');
    expect(parse('1,5')).toEqual(parse('3/2'));
  });
});

const coin: Wager = {
  outcomes: [
    { outcome: 'win', probability: { fraction: '1/2', value: 0.5 }, net: '1' },
    { outcome: 'lose', probability: { fraction: '1/2', value: 0.5 }, net: '-1' },
  ],
  edge: { fraction: '0', value: 0 },
  hit_frequency: { fraction: '1/2', value: 0.5 },
  standard_deviation: 1,
};

test('an evening of coin flips is the binomial', () => {
  const four = evening(coin, 4);
  expect(four?.mean).toBeCloseTo(0, 12);
  expect(four?.ahead).toBeCloseTo(5 / 16, 12);
  expect(four?.behind).toBeCloseTo(5 / 16, 12);
  expect(four?.bars.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 12);
  expect(four?.low).toBe(-8);
});

test('figures with an interval are found wherever they stand', () => {
  const found = estimates({
    rounds: 3,
    wagers: {
      tie: {
        edge: { value: 0.1, low: 0, high: 0.2, exact: 0.11, z: 9, expected: 0.12, z_expected: 0.5, outside: false },
      },
    },
  });
  expect(found).toEqual([
    { name: 'tie edge', value: 0.1, low: 0, high: 0.2, exact: 0.11, expected: 0.12, z: 0.5, outside: false },
  ]);
});
