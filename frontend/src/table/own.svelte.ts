/** What I add to the order of a sealed shoe: random words for each shoe, behind those that I type. */
import type { You } from '../wire/generated';

const BYTES = 16;
const text = new TextEncoder();

/** Words that the house cannot foresee. */
export const fresh = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(BYTES)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** The part of a text that fits into this number of bytes. */
export function clip(words: string, most: number): string {
  let kept = '';
  let size = 0;
  for (const character of words) {
    size += text.encode(character).length;
    if (size > most) break;
    kept += character;
  }
  return kept;
}

export class OwnWords {
  text = $state('');
  /** What of it is part of the shoe, and with which event it came. */
  sent = $state.raw<{ words: string; at: number } | null>(null);
  #shoe = 0;
  /** Goes with what I type: a house that foresees my phrase could look for a seed that suits it. */
  #random = fresh();

  /** Another shoe takes other words. */
  follow(shoe: number): void {
    if (shoe === this.#shoe) return;
    this.#shoe = shoe;
    this.renew();
    this.sent = null;
  }

  /** Takes other random words, and nothing typed. */
  renew(): void {
    this.#random = fresh();
    this.text = this.#random;
  }

  /** What goes with the next wager or cut. A refusal must not change the cards, so the same words go again. */
  next(you: You | null): { words?: string } {
    const open = you?.words;
    if (!open) return {};
    const room = open.most - this.#random.length - 1;
    const typed = clip(this.text.replaceAll(this.#random, '').trim(), room).trimEnd();
    const words = typed ? `${typed} ${this.#random}` : this.#random;
    this.text = words;
    return open.added > 0 && this.sent?.words === words ? {} : { words };
  }

  /** The house has answered that it has them. */
  keep(words: string | undefined, at: number): void {
    if (words) this.sent = { words, at };
  }
}
