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

/** In money: a coupon is none. */
export const total = (wagers: Wagers): number =>
  known(wagers).reduce((sum, [wager, cents]) => sum + (wager === 'match_play' ? 0 : cents), 0);
