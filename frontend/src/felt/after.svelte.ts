/** Words follow the cards: what is told waits until the card that it is about lies turned. */
import { turnsFor } from './motion';

export class AfterCards<T> {
  shown: T = $state.raw() as T;
  #told = 0;
  #drawn = 0;

  constructor(first: T) {
    this.shown = first;
  }

  tell(next: T): void {
    const number = ++this.#told;
    // The cards of this very change are dealt when the page is drawn.
    requestAnimationFrame(() => setTimeout(() => this.#show(next, number), turnsFor()));
  }

  /** A later word is never overtaken by an earlier one. */
  #show(next: T, number: number): void {
    if (number < this.#drawn) return;
    this.#drawn = number;
    this.shown = next;
  }
}
