import { describe, expect, test } from 'vitest';
import { bankAmounts } from './bank';

const offer = (most: number, least = 10_00, step = 5_00) => ({ seat: 1, most, least, step, fee: 0 });

describe('amounts for a bank', () => {
  test('are a quarter, a half and all of what the player can post', () => {
    expect(bankAmounts(offer(1_000_00))).toEqual([250_00, 500_00, 1_000_00]);
  });
  test('are multiples of the smallest chip', () => {
    expect(bankAmounts(offer(965_00))).toEqual([240_00, 480_00, 965_00]);
  });
  test('are never below the least bank, and none is named twice', () => {
    expect(bankAmounts(offer(25_00))).toEqual([10_00, 25_00]);
    expect(bankAmounts(offer(10_00))).toEqual([10_00]);
    expect(bankAmounts(offer(5_00))).toEqual([]);
  });
});
