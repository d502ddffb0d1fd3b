/** Where things lie. The players' side is down; seat 1 is at the right (the dealer's left), and seats run clockwise. */
import type { Wager } from '../wire/generated';

export interface Point {
  x: number;
  y: number;
}
export interface Place extends Point {
  /** Tilt in degrees. */
  tilt: number;
  /** From +1 at seat 1 to −1 at the last seat. */
  along: number;
}

export const BOARD = { width: 1440, height: 804, centre: 720, rim: 690, words: 237 } as const;
export const WIDE = 1200;
export const TABLET = 700;
/** The smallest thing a finger is asked to hit. */
export const FINGER = 44;

const HALF_OF_SEVEN = 504;
const WIDEST = 596;
const rimBend = 84 / (HALF_OF_SEVEN * HALF_OF_SEVEN);
const seatBend = 110 / (HALF_OF_SEVEN * HALF_OF_SEVEN);

export const along = (seat: number, seats: number): number => (seats > 1 ? (seats + 1 - 2 * seat) / (seats - 1) : 0);

/** A parabola through (cx, y) that rises to both sides, as a path. */
export const parabola = (cx: number, y: number, bend: number, half: number): string =>
  `M${cx - half} ${y - bend * half * half}Q${cx} ${y + bend * half * half} ${cx + half} ${y - bend * half * half}`;

/** Half of a parabola, from its lowest point outwards: the countdown burns on two of these. */
export const burning = (cx: number, y: number, bend: number, reach: number): string =>
  `M${cx} ${y}Q${cx + reach / 2} ${y} ${cx + reach} ${y - bend * reach * reach}`;

export const wideBends = { rim: rimBend, seats: seatBend } as const;

/** The centre of a seat at the whole table. */
export function wideSeat(seat: number, seats: number): Place {
  const half = Math.min(84 * (seats - 1), WIDEST);
  const sag = half > HALF_OF_SEVEN ? 122 : 110 * (half / HALF_OF_SEVEN) ** 2;
  const t = along(seat, seats);
  return { x: BOARD.centre + half * t, y: 560 - sag * t * t, tilt: (-13 * t * half) / HALF_OF_SEVEN, along: t };
}

/** How far two neighbouring seats stand apart. */
export const widePitch = (seats: number): number =>
  seats > 1 ? (2 * Math.min(84 * (seats - 1), WIDEST)) / (seats - 1) : BOARD.width;

/** A point given in a seat's own coordinates (the dealer is up), on the board. */
export function inSeat(place: Place, x: number, y: number): Point {
  const turn = (place.tilt * Math.PI) / 180;
  return { x: place.x + x * Math.cos(turn) - y * Math.sin(turn), y: place.y + x * Math.sin(turn) + y * Math.cos(turn) };
}

/** A wager with a place of its own on the felt: a new wager does not compile until it has one. */
export type Area = Exclude<Wager, 'war_tie' | 'envy' | 'community'>;
export const SENSORS = ['progressive', 'bonus_spin'] as const;
export const isSensor = (area: Area): boolean => (SENSORS as readonly Area[]).includes(area);

export interface AreaPlace {
  x: number;
  y: number;
  /** Diameter, or side of a sensor. */
  size: number;
  /** Size of the chips on it. */
  chips: number;
}

/** The wager areas of one seat, in its own coordinates. */
export const WIDE_AREAS: Record<Area, AreaPlace> = {
  tie: { x: -14, y: -64, size: 46, chips: 33 },
  initial: { x: -31, y: 5, size: 74, chips: 45 },
  war: { x: 41, y: 5, size: 60, chips: 39 },
  progressive: { x: -20, y: 72, size: 31, chips: 26 },
  bonus_spin: { x: 20, y: 72, size: 31, chips: 26 },
  match_play: { x: 24, y: 72, size: 44, chips: 26 },
};
/** In the order of the focus. */
export const AREAS = Object.keys(WIDE_AREAS) as readonly Area[];
/** Behind somebody else's seat, where the rules know bettors there: the wager, and beside it the tie, later the war. */
export const BEHIND_AREAS = { initial: { x: -23, y: 66, size: 38 }, beside: { x: 23, y: 66, size: 34 } } as const;

/** The hands of the electronic form in the middle of the whole table, from left to right. */
export function wideHand(hand: number, hands: number): { x: number; y: number; width: number; tilt: number } {
  const width = hands > 5 ? 74 : 80;
  const dx = (hand - (hands + 1) / 2) * (width + (hands > 5 ? 30 : 48));
  return { x: BOARD.centre + dx, y: 409 - seatBend * dx * dx, width, tilt: (-13 * dx) / HALF_OF_SEVEN };
}

/** Where pays lie, beside their stakes. */
export const WIDE_PAYS: Record<Area, Point> = {
  tie: { x: 40, y: -47 },
  initial: { x: 41, y: 22 }, // a wager paid on the first deal had no war: its circle is free
  war: { x: 92, y: -26 },
  progressive: { x: -74, y: 60 },
  bonus_spin: { x: 74, y: 66 },
  match_play: { x: 74, y: 66 },
};

/** On a touch screen two sensors stand far enough apart for a finger each. */
export function sensorShift(finger: number): number {
  return Math.max(0, finger / 2 - 20);
}

/** How far apart the cards of one hand lie. A neighbour with two cards of his own asks for room: then they overlap. */
export function handStep(width: number, pitch: number, crowded: boolean, gap: number): number {
  const fan = 20; // up at the cards the seats have drawn nearer to each other, and a gap stays between two hands
  return crowded ? Math.min(width + gap, Math.max(width * 0.46, pitch - width - fan)) : width + gap;
}

/** Sizes of the forward layout: others on a shallow arc, your own place at the rim. */
export interface Forward {
  big: boolean;
  tall: boolean;
  /** Too little room for names. */
  short: boolean;
  cx: number;
  dealer: { width: number; y: number };
  wordsY: number;
  rimY: number;
  rimBend: number;
  mine: { width: number; y: number; areasY: number };
  others: { half: number; sag: number; y: number; width: number; pitch: number };
}

export function forward(width: number, height: number, seats: number, dealerCards: number): Forward {
  const big = width >= TABLET;
  const tall = height > 725;
  const short = !big && height < 642;
  const mid = !big && !tall && !short;
  const cx = width / 2;
  const dealerWidth = big ? 104 : short ? 48 : mid ? 58 : dealerCards > 1 ? 76 : 70;
  const dealerY = big ? 138 : short ? 64 : mid ? 80 : 98;
  const wordsY = dealerY + dealerWidth * 0.7 + (big ? 42 : short ? 18 : mid ? 20 : 28);
  const rimY = height - (big ? 176 : 168);
  const areasY = rimY - (big ? 84 : tall ? 66 : 60);
  const mineWidth = big ? 104 : tall ? 84 : mid ? 70 : 54;
  const half = cx - (big ? 72 : 32);
  // Between two sizes the spare room goes under the words.
  const slack = mid ? Math.min(40, (height - 642) * 0.8) : 0;
  const pitch = seats > 1 ? (2 * half) / (seats - 1) : width;
  return {
    big,
    tall,
    short,
    cx,
    dealer: { width: dealerWidth, y: dealerY },
    wordsY,
    rimY,
    rimBend: (big ? 60 : 26) / (cx * cx),
    mine: { width: mineWidth, y: areasY - (big ? 136 : 44 + mineWidth * 0.74), areasY },
    others: {
      half,
      sag: big ? 40 : tall ? 20 : 12,
      y: wordsY + (big ? 108 : tall ? 82 : mid ? 66 : 50) + slack,
      width: Math.min(big ? 64 : tall ? 37 : mid ? 34 : 29, pitch - 4),
      pitch,
    },
  };
}

/** My wager areas in the forward layout: how far from the middle, and how large. */
export const FORWARD_AREAS: Record<'big' | 'small', Record<Area, { x: number; size: number }>> = {
  big: {
    progressive: { x: -246, size: 52 },
    tie: { x: -150, size: 80 },
    initial: { x: -20, size: 108 },
    war: { x: 108, size: 86 },
    bonus_spin: { x: 208, size: 52 },
    match_play: { x: 212, size: 58 },
  },
  small: {
    progressive: { x: -152, size: 44 },
    tie: { x: -90, size: 60 },
    initial: { x: -9, size: 84 },
    war: { x: 76, size: 66 },
    bonus_spin: { x: 144, size: 44 },
    match_play: { x: 142, size: 46 },
  },
};

/** The hands of the electronic form in the forward layout: where my own card would lie, side by side. */
export function forwardHand(layout: Forward, hand: number, hands: number): { x: number; y: number; width: number } {
  const gap = layout.big ? 14 : hands > 5 ? 3 : 6;
  const width = Math.min(layout.mine.width * (layout.big ? 0.9 : 0.8), (2 * layout.cx - 28) / hands - gap);
  // A little higher than one's own card would lie: the pays lie under it.
  return {
    x: layout.cx + (hand - (hands + 1) / 2) * (width + gap),
    y: layout.mine.y - (layout.big ? 20 : layout.tall ? 34 : 8),
    width,
  };
}

export const forwardSeat = (layout: Forward, seat: number, seats: number): Place => {
  const t = along(seat, seats);
  return {
    x: layout.cx + layout.others.half * t,
    y: layout.others.y - layout.others.sag * t * t,
    tilt: -6 * t,
    along: t,
  };
};
