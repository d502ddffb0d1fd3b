/** The look at the cards that belongs to the first player: what lies there, in which order, and the answers. */
import type { You } from '../wire/generated';
import { t } from '../words/t';
import type { Controller } from './controller.svelte';

export type LookOffer = NonNullable<You['look']>;

const RANKS = ['A', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K'];

/** One deck by suit and in sequence: rank and suit of each card. */
export const CARDS_OF_A_DECK: readonly (readonly [string, string])[] = [...'shcd'].flatMap((suit) =>
  RANKS.map((rank) => [rank, suit] as const),
);

/** The spread cards in words. */
export const lookWords = (offer: LookOffer): string =>
  offer.face_up
    ? t('{decks} decks spread face up, by suit and in sequence', { decks: offer.decks })
    : t('{decks} decks spread face down', { decks: offer.decks });

export const looked = (control: Controller): void => void control.do({ command: 'confirm_step', step: 'look' });
export const noLook = (control: Controller): void => void control.do({ command: 'decline_look' });
export const faceUp = (control: Controller): void => void control.do({ command: 'ask_for_face_up' });

/** Asks that the batch from the shuffler be spread and shuffled before it is dealt. */
export const askForShuffle = (control: Controller): void => void control.do({ command: 'ask_for_shuffle' });

/** Answers by a key; says whether it was one of its keys. */
export function lookKey(key: string, offer: LookOffer, control: Controller): boolean {
  if (key === 'enter') looked(control);
  else if (key === 'n') noLook(control);
  else if (key === 'f' && !offer.face_up) faceUp(control);
  else return false;
  return true;
}
