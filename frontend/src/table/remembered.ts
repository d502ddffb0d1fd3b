/** What a browser remembers of bets: favourites for good, and those of the round before while the window is open. */
import { keep, kept } from '../parts/kept';
import { Wager } from '../wire/generated';
import { decode, keyed, list, tuple, whole } from '../wire/shape';
import type { Spot } from './model';

/** The wagers that shall lie at one place, in cents. */
export type Wagers = Partial<Record<Wager, number>>;
const Remembered = list(tuple(whole, keyed(Wager, whole)));

const Favourites = list(keyed(Wager, whole));
const FAVOURITES = 'wartable.favourites';

/** Bets that a player likes, kept on this device for every table. */
export function recallFavourites(): readonly Wagers[] {
  try {
    return decode(Favourites, JSON.parse(kept(FAVOURITES) ?? '[]'));
  } catch {
    return [];
  }
}
export const keepFavourites = (favourites: readonly Wagers[]): void => keep(FAVOURITES, JSON.stringify(favourites));

const keyOf = (table: string): string => `wartable bets ${table}`;

export function recall(table: string): ReadonlyMap<Spot, Wagers> {
  try {
    return new Map(decode(Remembered, JSON.parse(sessionStorage.getItem(keyOf(table)) ?? '[]')));
  } catch {
    return new Map();
  }
}

export function remember(table: string, bets: ReadonlyMap<Spot, Wagers>): void {
  try {
    sessionStorage.setItem(keyOf(table), JSON.stringify([...bets]));
  } catch {
    // A browser that keeps nothing still plays; it only cannot offer the last bets after a reload.
  }
}
