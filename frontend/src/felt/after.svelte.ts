/** Words follow the cards: what is told waits until the card that it is about lies turned. */
import { cardsInMotion, turnsFor } from './motion';

/** Words that others replace within a frame are not shown: they would only flash. */
const FRAME = 17;

/** Something that was told: which it was, and when the cards before it lie turned. */
interface Told<T> {
  number: number;
  says: T;
  due: number;
}

export class AfterCards<T> {
  shown: T = $state.raw() as T;
  #told = 0;
  #drawn = 0;
  /** What was told last, once it is known when it is due. */
  #last: Told<T> | null = null;

  constructor(first: T) {
    this.shown = first;
  }

  tell(says: T): void {
    const number = ++this.#told;
    // The cards of this very change are dealt when the page is drawn.
    requestAnimationFrame(() => {
      const cards = cardsInMotion();
      const wait = turnsFor();
      const told = { number, says, due: performance.now() + wait };
      this.#last = told;
      setTimeout(() => this.#showAfter(cards, told), wait);
    });
  }

  /** A busy device may move the cards later than the clock says; those that still move are waited for. */
  #showAfter(cards: readonly Element[], told: Told<T>): void {
    if (told.number < this.#drawn || this.#isReplaced(told)) return;
    const moving = cards.flatMap((card) => card.getAnimations().filter((one) => one.playState === 'running'));
    if (!moving.length) {
      this.#drawn = told.number;
      this.shown = told.says;
      return;
    }
    void Promise.allSettled(moving.map((one) => one.finished)).then(() =>
      requestAnimationFrame(() => this.#showAfter(cards, told)),
    );
  }

  /** Whether later words wait for the same card. */
  #isReplaced({ number, due }: Told<T>): boolean {
    return this.#last !== null && this.#last.number > number && this.#last.due < due + FRAME;
  }
}
