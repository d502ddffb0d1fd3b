import { describe, expect, test } from 'vitest';
import { along, BOARD, handStep, inSeat, sensorShift, WIDE_AREAS, wideHand, widePitch, wideSeat } from './geometry';

describe('the whole table', () => {
  test('seat 1 is at the right, the last at the left, the middle in the middle', () => {
    expect([1, 4, 7].map((seat) => along(seat, 7))).toEqual([1, 0, -1]);
    expect(along(1, 1)).toBe(0);
    expect(wideSeat(4, 7)).toMatchObject({ x: BOARD.centre, tilt: -0 });
  });
  test('seven seats stand 168 apart and nine 149', () => {
    expect(widePitch(7)).toBe(168);
    expect(Math.round(widePitch(9))).toBe(149);
  });
  test.each([1, 2, 4, 5, 6, 7, 8, 9])('every area of %i seats lies on the felt, above the rim', (seats) => {
    for (let seat = 1; seat <= seats; seat++) {
      for (const area of Object.values(WIDE_AREAS)) {
        const at = inSeat(wideSeat(seat, seats), area.x, area.y);
        expect(at.x - area.size / 2).toBeGreaterThan(0);
        expect(at.x + area.size / 2).toBeLessThan(BOARD.width);
        const rim = BOARD.rim - (84 / 504 ** 2) * (at.x - BOARD.centre) ** 2;
        expect(at.y).toBeLessThan(rim);
      }
    }
  });
  test('two neighbours at war do not lie on each other', () => {
    for (const seats of [7, 8, 9]) {
      const step = handStep(90, widePitch(seats), true, 8);
      expect(step + 90).toBeLessThan(widePitch(seats));
      expect(step).toBeGreaterThan(90 * 0.4);
    }
  });
  test.each([3, 5, 7])('%i hands in the middle lie between the print and the seats, and not on each other', (hands) => {
    for (let hand = 1; hand <= hands; hand++) {
      const { x, y, width } = wideHand(hand, hands);
      const print = 327 - (110 / 504 ** 2) * (x - BOARD.centre) ** 2;
      expect(y - width * 0.7).toBeGreaterThan(print + 4);
      for (let seat = 1; seat <= 7; seat++) {
        const tie = inSeat(wideSeat(seat, 7), WIDE_AREAS.tie.x, WIDE_AREAS.tie.y);
        const dx = Math.max(0, Math.abs(tie.x - x) - width / 2);
        const dy = Math.max(0, tie.y - y - width * 0.7);
        expect(Math.hypot(dx, dy)).toBeGreaterThanOrEqual(WIDE_AREAS.tie.size / 2 - 6);
      }
      if (hand > 1) expect(x - wideHand(hand - 1, hands).x).toBeGreaterThan(width + 20);
    }
  });
  test('sensors make room for a finger each', () => {
    expect(sensorShift(44) * 2 + 40).toBeGreaterThanOrEqual(44);
    expect(sensorShift(30)).toBe(0);
  });
});
