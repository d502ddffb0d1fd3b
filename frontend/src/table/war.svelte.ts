/** A tie: the choice between half of the wager and a war, and the tie wager on the war. */

import { t } from '../words/t';
import type { Controller } from './controller.svelte';

export class War {
  /** The tie wager of the war, in cents, and whether it was chosen together with the war. */
  tie = $state(0);
  tieChosen = $state(false);
  /** The tie wager chosen with the war is on its way. */
  answersTie = $state(false);

  constructor(readonly control: Controller) {}

  choose(what: 'surrender' | 'go_to_war'): void {
    const choice = this.control.you?.choice;
    if (!choice) return;
    if (what === 'go_to_war' && !choice.enough_for_war) {
      this.control.say(t('You do not have enough chips for war. You can surrender.'));
      return;
    }
    void this.control.do({ command: what, seat: choice.seat, bettor: choice.bettor });
  }

  /** The war wagers are asked for: a tie wager that was chosen with the war goes down by itself. */
  async wagersOpen(): Promise<void> {
    const bet = this.control.bets.find((one) => one.wager === 'war_tie');
    if (!bet || !this.tieChosen) return;
    this.tieChosen = false;
    this.answersTie = true;
    await this.answerTie();
    this.answersTie = false;
  }

  /** The offer of a tie wager on the war deal is answered: with an amount, or with no. */
  async answerTie(): Promise<void> {
    const bet = this.control.bets.find((one) => one.wager === 'war_tie');
    if (!bet || bet.made) return;
    const { seat, bettor } = bet;
    await this.control.do(
      this.tie >= Math.max(1, bet.min)
        ? { command: 'put_wagers', seat, bettor, wagers: { war_tie: this.tie } }
        : { command: 'decline_war_tie', seat, bettor },
    );
  }
}
