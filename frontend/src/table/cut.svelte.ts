/** The cut as something you do with your hand: where the cut card lies now, and the words that go with it. */
import type { You } from '../wire/generated';
import type { Controller } from './controller.svelte';

type Offer = NonNullable<You['cut']>;

const BY: Record<string, number> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  PageDown: -10,
  PageUp: 10,
  Home: -Infinity,
  End: Infinity,
};

export class Cut {
  depth = $state(0);
  words = $state('');

  /** A new offer puts the cut card somewhere near the middle; where exactly is yours to say. */
  offer(cut: Offer): void {
    this.depth = Math.round(cut.stack * 0.45);
    this.move(this.depth, cut);
  }

  move(depth: number, cut: Offer): void {
    this.depth = Math.min(cut.most, Math.max(cut.least, Math.round(depth)));
  }

  /** Moves by a key; says whether it was one of its keys. */
  key(event: KeyboardEvent, cut: Offer): boolean {
    const by = BY[event.key];
    if (by === undefined) return false;
    this.move(this.depth + by, cut);
    return true;
  }

  send(control: Controller): void {
    const { depth, words } = this;
    if (words) control.own.text = words;
    void control.withWords({ command: 'cut_cards', depth }).then((answer) => {
      if (!answer.ok) return;
      this.words = '';
      control.own.renew(); // the first wager adds words of its own, after the last cut of the house
    });
  }
}
