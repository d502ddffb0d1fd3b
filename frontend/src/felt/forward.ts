/** The forward layout: others on a shallow arc, your own place before them. Its sizes follow the felt's. */
import { type Area, along, FINGER, type HandPlace, type Place, type Point } from './geometry';

/** What the layout has to make room for. */
export interface Wanted {
  width: number;
  height: number;
  seats: number;
  areas: readonly Area[];
  /** How high the dealer's words stand. */
  words: number;
  /** Hands in the middle, where the table is electronic. */
  hands: number;
  /** Whether cards of the dealer lie on the felt. */
  dealt: boolean;
  /** Whether something else needs the felt: then the cards of the dealer and the seats make room, if room is short. */
  yields: boolean;
}

export interface Forward {
  /** 1 on a tablet, less where there is less room. */
  size: number;
  /** At least as high as the felt; higher where even the smallest sizes do not fit, and the felt scrolls. */
  height: number;
  width: number;
  cx: number;
  dealer: { width: number; y: number };
  /** The rack at the left and the shoe at the right: how large, and the middle of both. */
  gear: { scale: number; y: number };
  /** How wide a sign beside the dealer's cards may be, and both together where they stand over the cards. */
  signs: { beside: number; over: number };
  wordsTop: number;
  wordsSize: number;
  rimY: number;
  rimBend: number;
  others: { half: number; sag: number; y: number; width: number; pitch: number; below: number };
  /** Whether there is room for the names of the others. */
  named: boolean;
  /** Whether the others show only their cards, so that a very low felt need not scroll. */
  tight: boolean;
  /** Whether the others and the dealer's cards have made room. */
  bare: boolean;
  /** Whether the dealer's cards, the rack and the shoe have no place, so that a very low felt need not scroll. */
  placeless: boolean;
  mine: { width: number; x: number; y: number; beside: boolean };
  areas: { y: number; at: Partial<Record<Area, { x: number; size: number }>> };
  /** The room for what lies in the middle. */
  middle: { top: number; height: number };
}

/** Sizes on a tablet, from left to right: diameters of the circles, sides of the sensors. */
const AREA: Record<Area, number> = { progressive: 52, tie: 80, initial: 108, war: 86, bonus_spin: 52, match_play: 60 };
const LEFT_TO_RIGHT = Object.keys(AREA) as readonly Area[];
const COUPON = 1.3;
const CARD = 1.4;
const STRIP = 38;
/** How much of a card shows under the next one, where two lie beside your wagers. */
export const FAN = 0.4;
const EDGES = 12;
/** Half of the rack, the higher of the two. */
const RACK = 62;
const UNDER_AREAS = 22;
const SMALLEST = 0.3;
/** In a window that would scroll by a little only, cards and circles are as small as a finger allows. */
const FLATTEST = 0.25;
const LARGEST = 1.12;
/** The height that the middle of the table needs before the others make room. */
const ENOUGH = 250;

/** The largest number between two that still fits. */
function largest(fits: (size: number) => boolean, least: number, most: number): number {
  if (fits(most)) return most;
  let [low, high] = [least, most];
  for (let i = 0; i < 16; i++) {
    const middle = (low + high) / 2;
    if (fits(middle)) low = middle;
    else high = middle;
  }
  return low;
}

const leastOf = (area: Area, size: number): number => {
  if (area !== 'initial') return FINGER;
  return size < SMALLEST ? FINGER + 4 : 54;
};
const sizeOf = (area: Area, size: number): number => Math.max(leastOf(area, size), AREA[area] * size);
const breadth = (area: Area, size: number): number => sizeOf(area, size) * (area === 'match_play' ? COUPON : 1);
const gapOf = (size: number): number => (size > SMALLEST ? Math.max(6, 22 * size) : 4);
const rowOf = (areas: readonly Area[], size: number): number =>
  areas.reduce((sum, area) => sum + breadth(area, size), (areas.length - 1) * gapOf(size));

function othersOf({ width, seats }: Wanted, size: number): { half: number; pitch: number; width: number; sag: number } {
  const half = Math.min(width / 2 - Math.max(22, Math.min(72, width * 0.09)), 120 * (seats - 1));
  const pitch = seats > 1 ? (2 * half) / (seats - 1) : width;
  return {
    half,
    pitch,
    width: Math.min(Math.max(24, 64 * size), pitch - 4, width - 2 * half - 2),
    sag: Math.min(40, 44 * size),
  };
}

const mineWidth = (size: number): number => Math.max(36, Math.min(112, 104 * size));
const dealerWidth = (size: number): number => Math.max(size < SMALLEST ? 28 : 34, Math.min(112, 104 * size));
/** Where the signs would touch the dealer's cards they stand over them, not beside them. */
const SIGN = 160;
const LOW = 8;
/** Words that stand at the top begin right under the signs. */
const SIGNED = 24;
const topOf = (width: number, size: number): number => (width / 2 - dealerWidth(size) - 3 < SIGN ? 28 : LOW);
/** Closer than this, results of neighbours lie on two lines. */
export const TIGHT = 80;
const textOf = (size: number, second: boolean): number => (size > 0.7 ? 24 : 18) + (second ? 17 : 0);
/** Your cards beside your wagers: two of them in a war. */
const besideOf = (size: number): number => mineWidth(size) * (1 + FAN) + 10;

/** The least that the arc of the others is bent, and the least room under your wagers. */
const FLAT = 3;
const FOOT = 8;
const sagOf = (sag: number, tight: boolean): number => (tight ? Math.min(FLAT, sag) : sag);

/** How high everything stands at one size, from the top to the rim. */
function heightOf(wanted: Wanted, size: number, { beside, named, tight = false, placeless }: Manner): number {
  const others = othersOf(wanted, size);
  const mine = mineWidth(size) * CARD;
  const own = wanted.hands
    ? handHeight(wanted, size) + 40
    : beside
      ? Math.max(0, mine - sizeOf('initial', size)) + 20
      : mine + 10 + 14 * size;
  return (
    (placeless ? SIGNED : topOf(wanted.width, size) + dealerWidth(size) * CARD + 8 * size + 4) +
    wanted.words +
    10 * size +
    sagOf(others.sag, tight) +
    others.width * CARD +
    (tight ? 0 : textOf(size, named || others.pitch < TIGHT)) +
    own +
    sizeOf('initial', size) +
    UNDER_AREAS +
    (tight ? FOOT : 14)
  );
}

const handWidth = ({ width, hands }: Wanted, size: number): number =>
  Math.min(Math.max(FINGER, mineWidth(size) * 0.88), (width - 20) / hands - (hands > 5 ? 3 : 6));
const handHeight = (wanted: Wanted, size: number): number => handWidth(wanted, size) * CARD;

/** Two lines of words. */
export const LINES = 46;

export function forward(wanted: Wanted): Forward {
  const chosen = choose(wanted);
  const height = Math.max(wanted.height, heightOf(wanted, chosen.size, chosen));
  // How large the letters are must not follow from how high the words stand, or the felt would never come to rest.
  const wordsSize = Math.round(Math.max(18, Math.min(29, 31 * choose({ ...wanted, words: LINES }).size)));
  return placed(wanted, { ...chosen, height, wordsSize });
}

/** How the parts share a felt. */
interface Manner {
  beside: boolean;
  named: boolean;
  tight?: boolean;
  placeless?: boolean;
}
interface Chosen extends Required<Manner> {
  size: number;
}

function choose(wanted: Wanted): Chosen {
  const room = wanted.width - EDGES;
  const sized = (manner: Manner): number =>
    largest((size) => heightOf(wanted, size, manner) <= wanted.height, SMALLEST, LARGEST);
  const fitsBeside = (size: number): boolean => rowOf(wanted.areas, SMALLEST) + besideOf(size) <= room;
  const sizedBeside = (manner: Manner): number =>
    largest((one) => one <= sized(manner) && fitsBeside(one), SMALLEST, LARGEST);
  let named = true;
  let size = sized({ beside: false, named });
  let beside = false;
  if (size < 0.72 && !wanted.hands) {
    const instead = sizedBeside({ beside: true, named: true });
    const scrolls = heightOf(wanted, size, { beside: false, named: false }) > wanted.height;
    if (fitsBeside(instead) && (scrolls || instead > size * 1.15)) [size, beside] = [instead, true];
  }
  if (size < 0.5) {
    named = false;
    size = beside ? sizedBeside({ beside, named }) : sized({ beside, named });
  }
  const tight = heightOf(wanted, size, { beside, named }) > wanted.height;
  // Words of three lines must not change the sizes under them.
  const fits = (one: number): boolean =>
    heightOf({ ...wanted, words: LINES }, one, { beside, named, tight }) <= wanted.height;
  if (tight && !fits(SMALLEST) && fits(FLATTEST)) size = FLATTEST;
  const fitsWith = (manner: Manner): boolean => heightOf(wanted, size, manner) <= wanted.height;
  const placeless =
    !wanted.dealt && !fitsWith({ beside, named, tight }) && fitsWith({ beside, named, tight, placeless: true });
  return { size, beside, named, tight, placeless };
}

function placed(
  wanted: Wanted,
  { size, beside, named, tight, placeless, height, wordsSize }: Chosen & Pick<Forward, 'height' | 'wordsSize'>,
): Forward {
  const { width, words } = wanted;
  const cx = width / 2;
  const spare = height - heightOf(wanted, size, { beside, named, tight, placeless });
  const rimY = height - 12;
  const areasY = rimY - UNDER_AREAS - sizeOf('initial', size) / 2 - Math.min(16, spare / 5);
  const arc = othersOf(wanted, size);
  const others = { ...arc, sag: sagOf(arc.sag, tight) };
  const text = tight ? 0 : textOf(size, named || others.pitch < TIGHT);
  const bottomOf = (y: number): number => y + (others.width * CARD) / 2 + text;
  const dealerHeight = dealerWidth(size) * CARD;
  const dealerTop = topOf(width, size) + Math.min(56, spare / 4);
  const under = placeless ? SIGNED : dealerTop + dealerHeight + 8 * size;
  const othersY =
    under + words + (placeless ? 0 : 4) + 10 * size + others.sag + (others.width * CARD) / 2 + Math.min(36, spare / 5);
  const bare = wanted.yields && rimY - 16 - bottomOf(othersY) < ENOUGH;
  const wordsTop = bare ? STRIP : under;
  const middleTop = (bare ? wordsTop + words : bottomOf(othersY)) + 8;
  const own = mineWidth(size);
  const taken = beside ? besideOf(size) : 0;
  const row = largest((one) => rowOf(wanted.areas, one) <= width - EDGES - taken, Math.min(SMALLEST, size), size);
  const left = cx - (rowOf(wanted.areas, row) + taken) / 2;
  const mineY = beside
    ? areasY
    : (bottomOf(othersY) + areasY - sizeOf('initial', row) / 2 + (wanted.hands ? 4 : 2)) / 2;
  const at = rowAt(wanted.areas, row, left + taken);
  const LABEL = 20;
  const edges = Object.values(at).map((area) => ({
    out: Math.abs(area.x - cx) + area.size / 2,
    low: areasY + area.size / 2 + LABEL,
  }));
  const mineX = beside ? left + (own * (1 + FAN)) / 2 : cx;
  const card = { out: Math.abs(mineX - cx) + own * 0.7, low: mineY + own * 0.7 + 2 };
  const gear = Math.max(0.42, Math.min(1, size * 1.1, width / 700));
  return {
    size,
    height,
    width,
    cx,
    dealer: { width: dealerWidth(size), y: dealerTop + dealerHeight / 2 },
    signs:
      topOf(width, size) > LOW
        ? { beside: width, over: width - 44 }
        : { beside: cx - dealerWidth(size) - 24, over: width },
    gear: { scale: gear, y: Math.max(dealerTop + dealerHeight / 2, STRIP + RACK * gear) },
    wordsTop,
    wordsSize,
    rimY,
    rimBend: bendOf([...edges, card], cx, rimY, size),
    others: { ...others, y: othersY, below: (others.width * CARD) / 2 + (tight ? 0 : size > 0.7 ? 16 : 11) },
    named,
    tight,
    bare,
    placeless,
    mine: { width: own, x: mineX, y: mineY, beside },
    areas: { y: areasY, at },
    middle: { top: middleTop, height: rimY - 16 - middleTop },
  };
}

/** The rim rises to both sides as far as it stays under what lies farthest out. */
function bendOf(parts: readonly { out: number; low: number }[], cx: number, rimY: number, size: number): number {
  const most = Math.min(50, 52 * size) / (cx * cx);
  return parts.reduce(
    (bend, { out, low }) => (out < cx * 0.3 ? bend : Math.min(bend, Math.max(0, rimY - low) / (out * out))),
    most,
  );
}

/** Your wager areas side by side. */
function rowAt(areas: readonly Area[], size: number, left: number): Forward['areas']['at'] {
  const at: Forward['areas']['at'] = {};
  let x = left;
  for (const area of LEFT_TO_RIGHT.filter((one) => areas.includes(one))) {
    at[area] = { x: x + breadth(area, size) / 2, size: sizeOf(area, size) };
    x += breadth(area, size) + gapOf(size);
  }
  return at;
}

/** How near to the edge of the felt a pay may lie, and to a card, so that its amount is read whole. */
export const NEAREST = 36;

/** What a tie pays lies left of its stake and over it; over that of the progressive, which lies there too. */
export function tiePay(lay: Forward, progressive: boolean): Point {
  const { x, size } = lay.areas.at.tie ?? { x: 0, size: 0 };
  const { beside, x: cards, width } = lay.mine;
  const left = beside ? cards + (width * (1 + FAN)) / 2 : 0;
  return {
    x: Math.max(left + NEAREST, x - size * 0.62),
    y: lay.areas.y - size * (beside ? 0.95 : 0.62) - (progressive ? 42 : 0),
  };
}

/** The hands of the electronic form: where my own card would lie, side by side. */
export function forwardHand(wanted: Wanted, lay: Forward, hand: number): HandPlace {
  const width = handWidth(wanted, lay.size);
  const gap = lay.size > 0.8 ? 14 : wanted.hands > 5 ? 3 : 6;
  const pitch = Math.min(width + gap, (wanted.width - 20) / wanted.hands);
  return { x: lay.cx + (hand - (wanted.hands + 1) / 2) * pitch, y: lay.mine.y, width, tilt: 0 };
}

export const forwardSeat = (lay: Forward, seat: number, seats: number): Place => {
  const t = along(seat, seats);
  return { x: lay.cx + lay.others.half * t, y: lay.others.y - lay.others.sag * t * t, tilt: -6 * t, along: t };
};
