/** What things are called on signs. */
import type { Wager } from '../wire/generated';
import { type Word, wordOf } from '../words/t';

export const METER_WORD: Record<string, Word> = {
  progressive: 'Progressive',
  spin_primary: 'Spin',
  spin_secondary: 'Second spin',
};

export const meterWord = (meter: string): string => wordOf(METER_WORD, meter);

/** What is done before a progressive win is paid. */
export const WIN_STEP: Record<string, Word> = {
  verify_hand: 'Hand checked',
  check_light: 'Lamp lit',
  validate_win: 'Floor validates',
};

export const WAGER_WORD: Record<Wager, Word> = {
  initial: 'Initial',
  tie: 'Tie',
  war: 'War',
  war_tie: 'Tie on the war deal',
  progressive: 'Progressive',
  envy: 'Envy bonus',
  bonus_spin: 'Bonus spin',
  community: 'Community pay',
  match_play: 'Match play',
};
