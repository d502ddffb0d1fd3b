/** How things move. Motion never delays a decision: a click or a key ends it. */
import { cubicOut, linear } from 'svelte/easing';
import type { TransitionConfig } from 'svelte/transition';
import { pace } from './pace.svelte';

export const calm = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** The curve of a CSS cubic-bezier, by its control points. */
function bezier(x1: number, y1: number, x2: number, y2: number): (x: number) => number {
  const at = (t: number, a: number, b: number): number => 3 * (1 - t) ** 2 * t * a + 3 * (1 - t) * t * t * b + t ** 3;
  return (x) => {
    let low = 0;
    let high = 1;
    for (let i = 0; i < 24; i++) {
      const mid = (low + high) / 2;
      if (at(mid, x1, x2) < x) low = mid;
      else high = mid;
    }
    return at(low, y1, y2);
  };
}
const slide = bezier(0.3, 0.1, 0.15, 1);
const settle = bezier(0.2, 0.75, 0.25, 1);
const sweepAway = bezier(0.5, 0, 0.3, 1);

const BETWEEN_CARDS = 220;
const TRAVEL = 420;
const TURN = 260;
/** A card waits at most this long for those before it, at any pace: words and choices follow the cards. */
const LONGEST_LINE = 2_400;
let freeAt = 0;
const paced = (milliseconds: number): number => milliseconds * pace.factor;

/** When the next card may leave the shoe: cards that come at once are dealt one after the other. */
function turnInLine(): number {
  const now = performance.now();
  freeAt = Math.min(Math.max(now, freeAt), now + LONGEST_LINE);
  const wait = freeAt - now;
  freeAt += paced(BETWEEN_CARDS);
  return wait;
}

/** Milliseconds until the last card that was dealt lies turned. */
export function turnsFor(): number {
  return calm() || !freeAt ? 0 : Math.max(0, freeAt + paced(TRAVEL + TURN - BETWEEN_CARDS) - performance.now());
}

/** The cards that move now: on a busy device they start later than they were dealt. */
export function cardsInMotion(): Element[] {
  if (calm()) return [];
  const moving = globalThis.document?.getAnimations() ?? [];
  return moving.flatMap((one) => (one.effect as KeyframeEffect | null)?.target?.closest('.card') ?? []);
}

export interface Way {
  dx: number;
  dy: number;
}

/** A card from the shoe's mouth to its place, back up; then it is turned on its long axis. */
export function deal(_: Element, way: (Way & { down?: boolean }) | undefined): TransitionConfig {
  if (!way) return { duration: 0 };
  const { dx, dy, down = false } = way;
  if (calm()) return { duration: 120, css: (t) => `opacity:${t}` };
  const duration = paced(down ? TRAVEL : TRAVEL + TURN);
  const lies = paced(TRAVEL) / duration;
  return {
    delay: turnInLine(),
    duration,
    easing: linear,
    css: (t) => {
      const on = slide(Math.min(1, t / lies));
      const turned = down ? 0 : settle(Math.max(0, (t - lies) / (1 - lies || 1)));
      const hidden = t === 0 ? 'visibility:hidden;' : '';
      return (
        `${hidden}transform:translate(${dx * (1 - on)}px,${dy * (1 - on)}px) ` +
        `rotateY(${180 * (1 - turned)}deg) scale(${0.7 + 0.3 * on})`
      );
    },
  };
}

/** Chips put down, from the rail or from the dealer's tray. */
export function place(_: Element, { dx, dy, duration = 240 }: Way & { duration?: number }): TransitionConfig {
  if (calm()) return { duration: 1 };
  return {
    duration: paced(duration),
    easing: cubicOut,
    css: (t, u) =>
      `transform:translate(calc(-50% + ${dx * u}px), calc(-100% + ${dy * u}px));opacity:${Math.min(1, t * 5)}`,
  };
}

/** Chips taken away, to the dealer's tray or back to the rail. */
export function sweep(_: Element, way: () => Way): TransitionConfig {
  const { dx, dy } = way();
  if (calm()) return { duration: 120, css: (t) => `opacity:${t}` };
  return {
    duration: paced(520),
    easing: linear,
    css: (t) => {
      const gone = sweepAway(1 - t);
      return (
        `transform:translate(calc(-50% + ${dx * gone}px), calc(-100% + ${dy * gone}px)) ` +
        `scale(${1 - 0.4 * gone});opacity:${1 - 0.8 * gone}`
      );
    },
  };
}

/** Ends all motion, because a player acted. */
export function endMotion(): void {
  freeAt = 0;
  const ends = ({ effect, playState }: Animation): boolean =>
    playState === 'running' && effect?.getComputedTiming().iterations !== Infinity;
  // All are asked before the first is ended: the browser brings every style up to date for each answer after an end.
  for (const one of document.getAnimations().filter(ends)) one.finish();
}
