/** The first round of a new guest is coached: a bet, the cards, and what they decided. Then never again. */

import { keep, kept } from '../parts/kept';
import type { FeltView, You } from '../wire/generated';
import { t } from '../words/t';
import type { Controller } from './controller.svelte';
import { bettorAt, resultFor } from './model';

const COACHED = 'wartable coached';

export class Coach {
  /** Whether the player has seen a round, or wants no hints. */
  over = $state(kept(COACHED) !== null);
  #ended = false;

  end(): void {
    this.over = true;
    keep(COACHED, 'yes');
  }

  /** Follows the table; the bets after the first round need no hint. */
  follow(felt: FeltView, you: You | null, control: Controller): void {
    if (this.over || !you) return;
    if (resultFor(bettorAt(felt, you, control.spot))) this.#ended = true;
    else if (this.#ended && felt.phase === 'betting') this.end();
  }
}

/** What helps a new player now; empty where nothing does. */
export function hint(felt: FeltView, you: You | null, control: Controller): string {
  if (!you?.seats.length) return '';
  if (you.look) return t('Every card of the game, before it is shuffled. Either key goes on.');
  if (you.cut) return t('Drag the cut card to any place you like, or pass.');
  if (you.bank) return t('Post a bank to play as the dealer, or pass and bet.');
  if (you.choice) return t('Take half back, or risk as much again in a war.');
  if (control.betting) {
    if (control.staging) return t('Press Place to make this bet.');
    if (control.laid) return you.may_be_ready ? t('Press Deal, and the cards come.') : t('Your bet is down.');
    return t('Pick a chip, then press a circle to bet.');
  }
  const bettor = bettorAt(felt, you, control.spot);
  if (resultFor(bettor)) return t('Press Why? to see what decided it.');
  // Once the hand is settled, the side bets that are still in play are not won by the higher card.
  return bettor && !bettor.lines.length && felt.phase !== 'war_wagers' ? t('The higher card wins.') : '';
}
