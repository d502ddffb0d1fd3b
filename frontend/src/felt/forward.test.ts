import { describe, expect, test } from 'vitest';
import { forward, forwardHand, forwardSeat, tiePay, type Wanted } from './forward';
import { AREAS, FINGER } from './geometry';
import { spaceOf } from './space';

const BAR = 48;
const LOW_BAR = 36;
const EVERY_AREA = AREAS.filter((area) => area !== 'match_play');
const WINDOWS: [number, number][] = [320, 360, 390, 480, 568, 640, 740, 844, 1024, 1199, 1440, 2560].flatMap((width) =>
  [320, 360, 480, 568, 600, 740, 844, 1024, 1440].map((height): [number, number] => [width, height]),
);

function ask(width: number, height: number, seats: number, more: Partial<Wanted> = {}): Wanted {
  const { felt } = spaceOf(width, height - BAR, 12);
  return {
    width: felt.width,
    height: felt.height,
    seats,
    areas: EVERY_AREA,
    words: 46,
    hands: 0,
    dealt: true,
    yields: false,
    ...more,
  };
}

describe('the forward layout', () => {
  test.each(WINDOWS)(
    'in %i × %i nothing of yours lies on the others, and all of it lies on the felt',
    (width, height) => {
      for (const seats of [1, 2, 5, 7, 9, 12]) {
        const wanted = ask(width, height, seats);
        const lay = forward(wanted);
        const others = lay.others.y + lay.others.below + (lay.named ? 14 : 0);
        const tops = lay.others.y - lay.others.sag - lay.others.width * 0.7;
        expect(tops).toBeGreaterThanOrEqual(lay.wordsTop + wanted.words);
        expect(lay.wordsTop).toBeGreaterThanOrEqual(lay.dealer.y + lay.dealer.width * 0.7);
        expect(lay.mine.y - lay.mine.width * 0.7).toBeGreaterThanOrEqual(others);
        const row = Object.values(lay.areas.at).sort((a, b) => a.x - b.x);
        for (const [i, area] of row.entries()) {
          expect(area.size).toBeGreaterThanOrEqual(FINGER);
          expect(area.x - area.size / 2).toBeGreaterThanOrEqual(4);
          expect(area.x + area.size / 2).toBeLessThanOrEqual(wanted.width - 4);
          const left = row[i - 1];
          if (left) expect(area.x - area.size / 2).toBeGreaterThanOrEqual(left.x + left.size / 2);
          if (lay.mine.beside) expect(area.x - area.size / 2).toBeGreaterThan(lay.mine.x + lay.mine.width * 0.7);
          else expect(lay.areas.y - area.size / 2).toBeGreaterThanOrEqual(lay.mine.y + lay.mine.width * 0.7);
        }
        expect(forwardSeat(lay, 1, seats).x + lay.others.width / 2).toBeLessThanOrEqual(wanted.width);
        expect(lay.rimY).toBeLessThanOrEqual(lay.height);
      }
    },
  );
  test('what a tie pays is read whole beside two cards of a war', () => {
    const HALF = 35; // of "+$250.00"
    for (const [width, height] of WINDOWS) {
      const lay = forward(ask(width, height, 7, { areas: ['tie', 'initial', 'war'] }));
      const cards = lay.mine.beside ? lay.mine.x + lay.mine.width * 0.7 : 0;
      expect(tiePay(lay, false).x - HALF).toBeGreaterThanOrEqual(cards);
    }
  });
  test('only a window that is very low scrolls', () => {
    for (const [width, height] of WINDOWS) {
      const wanted = ask(width, height, 7);
      if (height >= 480 || (height >= 360 && width >= 640))
        expect([width, height, forward(wanted).height]).toEqual([width, height, wanted.height]);
    }
  });
  test('a window of 653 × 280 with a low bar does not scroll, with a hint neither', () => {
    const { felt } = spaceOf(653, 280 - LOW_BAR, 7);
    for (const words of [46, 47])
      expect(forward({ ...ask(653, 280, 7, { words }), width: felt.width, height: felt.height }).height).toBe(
        felt.height,
      );
  });
  test('a window of 653 × 280 does not scroll with three lines of words before the deal', () => {
    const { felt } = spaceOf(653, 280 - LOW_BAR, 7);
    const areas = EVERY_AREA.filter((area) => area !== 'progressive' && area !== 'bonus_spin');
    const wanted = ask(653, 280, 7, { words: 64, dealt: false, areas });
    const lay = forward({ ...wanted, width: felt.width, height: felt.height });
    expect(lay.height).toBe(felt.height);
    expect(lay.others.y - lay.others.sag - lay.others.width * 0.7).toBeGreaterThanOrEqual(lay.wordsTop + 64);
  });
  test('the size of the letters does not follow from how high the words stand, so the felt comes to rest', () => {
    for (const [width, height] of WINDOWS) {
      const sizes = [46, 52, 70, 94].map((words) => forward(ask(width, height, 7, { words })).wordsSize);
      expect([width, height, ...new Set(sizes)]).toEqual([width, height, sizes[0]]);
    }
  });
  test.each([
    [360, 740],
    [390, 844],
    [768, 1024],
    [1024, 600],
  ])('in %i × %i every hand in the middle is large enough for a finger', (width, height) => {
    for (const hands of [3, 5, 7]) {
      const wanted = ask(width, height, 7, { hands });
      const lay = forward(wanted);
      const places = Array.from({ length: hands }, (_, i) => forwardHand(wanted, lay, i + 1));
      for (const place of places) expect(place.width).toBeGreaterThanOrEqual(FINGER);
      expect((places[0]?.x ?? 0) - (places[0]?.width ?? 0) / 2).toBeGreaterThanOrEqual(8);
    }
  });
});

describe('the space of a window', () => {
  test('a large window has the whole table, and its keys never shrink', () => {
    expect(spaceOf(1440, 844, 7)).toMatchObject({ whole: true, scale: 1, zoom: 1, felt: { x: 0, y: 20 } });
    expect(spaceOf(2560, 1384, 7).zoom).toBeGreaterThan(1.5);
    expect(spaceOf(1366, 712, 7)).toMatchObject({ whole: true, zoom: 1 });
    expect(spaceOf(1440, 844, 12).whole).toBe(false);
    expect(spaceOf(1440, 500, 7).whole).toBe(false);
  });
  test('the rail lies under the felt, or beside it where the window is low', () => {
    expect(spaceOf(390, 796, 7).rail).toBe('rows');
    expect(spaceOf(1024, 720, 7).rail).toBe('row');
    expect(spaceOf(740, 312, 7).rail).toBe('side');
    for (const [width, height] of WINDOWS) {
      const { felt, railBox, whole } = spaceOf(width, height - BAR, 7);
      if (whole) continue;
      expect(Math.max(felt.width, railBox.x + railBox.width)).toBe(width);
      expect(Math.max(felt.height, railBox.y + railBox.height)).toBe(height - BAR);
    }
  });
});
