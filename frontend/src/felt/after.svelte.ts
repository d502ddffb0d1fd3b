/** Words follow the cards: what is told waits until the card that it is about lies turned. */
import { cardsInMotion, turnsFor } from './motion';

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
    requestAnimationFrame(() => {
      const cards = cardsInMotion();
      setTimeout(() => this.#showAfter(cards, next, number), turnsFor());
    });
  }

  /** A busy device may move the cards later than the clock says; those that still move are waited for. */
  #showAfter(cards: readonly Element[], next: T, number: number): void {
    if (number < this.#drawn) return;
    const moving = cards.flatMap((card) => card.getAnimations().filter((one) => one.playState === 'running'));
    if (!moving.length) {
      this.#drawn = number;
      this.shown = next;
      return;
    }
    void Promise.allSettled(moving.map((one) => one.finished)).then(() =>
      requestAnimationFrame(() => this.#showAfter(cards, next, number)),
    );
  }
}
