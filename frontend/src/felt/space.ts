/** How a window is shared between the felt and the rail: one model for every size. */
import { BOARD } from './geometry';

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Space {
  /** The whole table as one drawing, or the others on an arc with your own place before them. */
  whole: boolean;
  /** What lies on the rail: one line, two lines, or a column beside the felt. */
  rail: 'row' | 'rows' | 'side';
  felt: Box;
  railBox: Box;
  /** How large the keys of the rail are drawn; never smaller than they are. */
  zoom: number;
  /** How large the drawing of the whole table is drawn. */
  scale: number;
}

/** A line of keys and chips. */
const ROW = 98;
const FORWARD_ROW = 92;
const ROWS = { high: 158, low: 136 } as const;
/** Under this scale the drawing is too small to read, and more seats than this do not fit on it. */
const SMALLEST_DRAWING = 0.84;
const MOST_DRAWN = 9;
const ONE_ROW = 780;

export function spaceOf(width: number, height: number, seats: number): Space {
  const zoom = Math.max(1, Math.min(width / BOARD.width, height / BOARD.height));
  const scale = Math.min(width / BOARD.width, (height - ROW * zoom) / BOARD.edge);
  if (scale >= SMALLEST_DRAWING && seats <= MOST_DRAWN) {
    const y = (height - ROW * zoom - BOARD.edge * scale) / 2;
    const below = y + BOARD.edge * scale;
    const felt = { x: (width - BOARD.width * scale) / 2, y, width: BOARD.width * scale, height: BOARD.edge * scale };
    const railBox = { x: 0, y: below, width, height: height - below };
    return { whole: true, rail: 'row', felt, railBox, zoom, scale };
  }
  const rail = height < 480 && width >= 1.2 * height && width >= 520 ? 'side' : width >= ONE_ROW ? 'row' : 'rows';
  const beside = rail === 'side' ? Math.min(320, Math.max(236, width * 0.3)) : 0;
  const under = rail === 'side' ? 0 : rail === 'row' ? FORWARD_ROW : height > 640 ? ROWS.high : ROWS.low;
  const felt = { x: 0, y: 0, width: width - beside, height: height - under };
  const railBox = beside
    ? { x: felt.width, y: 0, width: beside, height }
    : { x: 0, y: felt.height, width, height: under };
  return { whole: false, rail, felt, railBox, zoom: 1, scale: 1 };
}
