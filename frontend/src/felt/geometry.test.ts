import { describe, expect, test } from 'vitest';
import {
  along,
  BOARD,
  FINGER,
  forward,
  forwardHand,
  forwardSeat,
  handStep,
  inSeat,
  sensorShift,
  TABLET,
  WIDE_AREAS,
  wideHand,
  widePitch,
  wideSeat,
} from './geometry';

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

describe('the forward layout', () => {
  test.each([
    [360, 692],
    [390, 796],
    [768, 976],
  ])('at %i × %i every hand in the middle is large enough for a finger', (width, height) => {
    for (const hands of [3, 5, 7]) {
      const lay = forward(width, height, 7, 1);
      const places = Array.from({ length: hands }, (_, i) => forwardHand(lay, i + 1, hands));
      for (const place of places) expect(place.width).toBeGreaterThanOrEqual(FINGER);
      expect((places[0]?.x ?? 0) - (places[0]?.width ?? 0) / 2).toBeGreaterThanOrEqual(8);
    }
  });
  test.each([
    [360, 692],
    [390, 796],
    [360, 592],
    [768, 976],
  ])('at %i × %i nothing of yours lies on the others', (width, height) => {
    for (const seats of [7, 9]) {
      const lay = forward(width, height, seats, 1);
      const others = lay.others.y + lay.others.width * 0.7 + (lay.short ? 16 : lay.big ? 44 : 34);
      expect(lay.mine.y - lay.mine.width * 0.7).toBeGreaterThanOrEqual(others - 6);
      const end = forwardSeat(lay, 1, seats).x + lay.others.width / 2;
      expect(end).toBeLessThanOrEqual(width);
      expect(lay.big).toBe(width >= TABLET);
    }
  });
});
