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

/** The drawing of the whole table; the rail begins under its edge. */
export const BOARD = { width: 1440, height: 804, centre: 720, rim: 690, edge: 706 } as const;
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
const CIRCLES: readonly Area[] = ['tie', 'initial', 'war', 'match_play'];
/** The areas of side wagers, whose chips are collected before the deal: a lamp then stands for them. */
export const SENSORS = AREAS.filter((area) => !CIRCLES.includes(area));
export const isSensor = (area: Area): boolean => SENSORS.includes(area);
/** Behind another player's seat, where the rules allow bettors there: the wager; beside it the tie, later the war. */
export const BEHIND_AREAS = { initial: { x: -23, y: 66, size: 38 }, beside: { x: 23, y: 66, size: 34 } } as const;

export interface HandPlace extends Point {
  width: number;
  tilt: number;
}

/** The hands of the electronic form in the middle of the whole table, from left to right. */
export function wideHand(hand: number, hands: number): HandPlace {
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
