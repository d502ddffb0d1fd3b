/** What a ready command is called on its key. */

const KEY: Record<string, string> = {
  validate_win: 'Validate',
  confirm_step: 'Verify',
  change_decks: 'Decks changed',
  restore_device: 'Works again',
  open_table: 'Open',
  close_table: 'Close the table',
  order_reshuffle: 'Order a reshuffle',
  order_recut: 'Order a recut',
  void_round: 'Void the round',
  call_deck_change: 'Call a deck change',
  release_players: 'Let players out',
  declare_idle: 'Table is idle',
  undo_card: 'Take the last card back',
  correct_meter: 'Correct a meter',
  change_rate: 'Change a rate',
};
/** What the floor may rule, as the dealer's console says it too. */
const RULING: Record<string, string> = {
  continue: 'Go on',
  void: 'Void the round',
  next_card: 'Use it as the next card',
  burn: 'Burn it',
  forward: 'Move it forward',
  dealer_next: 'Make it the dealer’s card',
  void_hand: 'Void that hand',
  burn_now: 'Burn now',
  wait: 'Wait',
  surrender: 'Surrender for the player',
  play_on: 'Play the hand on',
  lost: 'Count the wagers as lost',
};
const plain = (text: string): string => text.replaceAll('_', ' ');
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export function keyWord(command: Record<string, unknown>): string {
  const name = String(command.command);
  if (name === 'cover_device') return command.how === 'sign' ? 'Signed' : 'Covered';
  if (name === 'rule') return RULING[String(command.ruling)] ?? capital(plain(String(command.ruling)));
  return KEY[name] ?? capital(plain(name));
}

/** Commands that are recorded with a reason in words. */
export const asksReason = (name: string): boolean =>
  ['rule', 'void_round', 'order_recut', 'release_players', 'undo_card', 'correct_meter'].includes(name);
