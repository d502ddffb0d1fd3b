/** What a ready command is called on its key. */
import type { Command, Ruling } from '../wire/generated';
import { inWords } from '../wire/read';
import { t, type Word } from '../words/t';

const KEY: Partial<Record<Command['command'], Word>> = {
  confirm_step: 'Verify',
  change_decks: 'Decks changed',
  restore_device: 'Works again',
  open_table: 'Open the table',
  take_duty: 'I am on duty here',
  leave_duty: 'I leave duty here',
  close_table: 'Close the table',
  order_reshuffle: 'Order a reshuffle',
  order_recut: 'Order a recut',
  void_round: 'Void the round',
  call_deck_change: 'Call a deck change',
  release_players: 'Let players out',
  declare_idle: 'Table is idle',
  undo_card: 'Take the last card back',
  enter_late_wager: 'Enter it, with two keys',
  correct_meter: 'Correct a meter',
  change_rate: 'Change a rate',
};
/** What the floor may rule, as the dealer's console says it too. */
const RULING: Record<Ruling, Word> = {
  continue: 'Go on',
  void: 'Void the round',
  next_card: 'Use it as the next card',
  burn: 'Burn it',
  forward: 'Move it forward',
  dealer_next: 'Make it the dealer’s card',
  void_hand: 'Void that hand',
  burn_now: 'Burn now',
  deal_now: 'Deal it a card now',
  change_decks: 'Change the decks',
  wait: 'Wait',
  surrender: 'Surrender for the player',
  play_on: 'Play the hand on',
  lost: 'Count the wagers as lost',
  recount: 'Count again',
  return_chip: 'Give back the chip that was not accepted',
  return_wager: 'Give back the wager without a chip',
  check_again: 'Check the win again',
  win_stands: 'Let the win stand',
  no_win: 'It does not win',
  reshuffle: 'Reshuffle the cards',
  cover_card_came: 'It is the cover card: reshuffle after this round',
  no_cover_card: 'No cover card came out',
  no_face_up_cards: 'The report was wrong: the hands stand',
  no_jam: 'The report was wrong: the round stands',
};
const plain = (text: string): string => text.replaceAll('_', ' ');
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export function keyWord(command: Command): string {
  if (command.command === 'cover_device') return command.how === 'sign' ? t('Signed') : t('Covered');
  if (command.command === 'validate_win') return command.valid === false ? t('Refuse') : t('Validate');
  if (command.command === 'rule') {
    const { ruling, seat, wager } = command;
    const whose = seat ? `, ${t('seat {seat}', { seat })} ${inWords(plain(wager ?? ''))}` : '';
    return t(RULING[ruling]) + whose;
  }
  const word = KEY[command.command];
  return word ? t(word) : capital(inWords(plain(command.command)));
}

const REASONED = [
  'rule',
  'void_round',
  'order_recut',
  'release_players',
  'undo_card',
  'enter_late_wager',
  'correct_meter',
  'validate_win',
] as const;
type Reasoned = Extract<Command, { command: (typeof REASONED)[number] }>;

/** Whether a command is recorded with a reason in words. */
export const asksReason = (command: Command): command is Reasoned =>
  (REASONED as readonly string[]).includes(command.command);

/** The command with the reason that was written, where it takes one and one was written. */
export const withReason = (command: Command, reason: string): Command =>
  asksReason(command) && reason ? { ...command, reason } : command;
