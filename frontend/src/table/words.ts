/** What things are called on signs. */
export const METER_WORD: Record<string, string> = {
  progressive: 'Progressive',
  spin_primary: 'Spin',
  spin_secondary: 'Second spin',
};

/** What is done before a progressive win is paid. */
export const WIN_STEP: Record<string, string> = {
  verify_hand: 'Hand checked',
  check_light: 'Lamp lit',
  validate_win: 'Floor validates',
};

export const WAGER_WORD: Record<string, string> = {
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
