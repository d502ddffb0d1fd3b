/** What lies at one place, in cents by wager. */
import type { Wager } from '../wire/generated';
import type { Wagers } from './remembered';

/** The wagers that are made. */
export const known = (wagers: Wagers): [Wager, number][] =>
  Object.entries(wagers).filter((pair): pair is [Wager, number] => pair[1] > 0);

export const same = (a: Wagers, b: Wagers): boolean => {
  const [x, y] = [known(a), known(b)];
  return x.length === y.length && x.every(([wager, cents]) => b[wager] === cents);
};

/** What lies there after a change of someone's own is taken back; what others changed meanwhile stays. */
export function without(lies: Wagers, change: { from: Wagers; to: Wagers }): Wagers {
  const changed = known({ ...change.from, ...change.to }).map(([wager]) => wager);
  const left = changed.map((wager) => {
    const by = (change.to[wager] ?? 0) - (change.from[wager] ?? 0);
    return [wager, Math.max(0, (lies[wager] ?? 0) - by)];
  });
  return { ...lies, ...Object.fromEntries(left) };
}

/** In money: a coupon is none. */
export const total = (wagers: Wagers): number =>
  known(wagers).reduce((sum, [wager, cents]) => sum + (wager === 'match_play' ? 0 : cents), 0);
