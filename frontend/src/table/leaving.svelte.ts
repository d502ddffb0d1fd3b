/** Leaving a table: at once, or when the round with a bet of theirs is over. */
import { sentenceOf } from '../wire/api';
import { t } from '../words/t';
import type { Controller } from './controller.svelte';

export class Leaving {
  /** The player leaves when the round is over. */
  waits = $state(false);

  constructor(readonly control: Controller) {}

  /** Leaves now, or as soon as the round with a bet of theirs is over; a second call takes that back. */
  async leave(): Promise<boolean> {
    if (this.waits) {
      this.waits = false;
      this.control.say(t('You stay.'));
      return false;
    }
    for (const seat of this.control.seats) {
      const answer = await this.control.wire.do(this.control.live.id, { command: 'leave', seat });
      if (answer.refused && this.#inRound) {
        this.waits = true;
        this.control.say(t('You have chips in this round. You leave when it is over.'));
        return false;
      }
      if (answer.refused) {
        this.control.say(sentenceOf(answer.refused.says), answer.refused.clauses);
        return false;
      }
    }
    return true;
  }

  /** Whether wagers lie at a seat of mine, or I hold the bank. */
  get #inRound(): boolean {
    const { felt, seats } = this.control;
    return seats.includes(felt?.bank?.seat ?? 0) || seats.some((seat) => felt?.seats[seat - 1]?.bettors.length);
  }
  /** Whether a player who leaves after the round may go now. */
  get mayGo(): boolean {
    return this.waits && !this.#inRound && this.control.can('leave');
  }
}
