/** What I add to the order of a sealed shoe: fresh random words for each shoe, or words of my own. */
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

  /** Another shoe takes other words. */
  follow(shoe: number): void {
    if (shoe === this.#shoe) return;
    this.#shoe = shoe;
    this.text = fresh();
    this.sent = null;
  }

  /** What goes with the next wager or cut. A refusal must not change the cards, so the same words go again. */
  next(you: You | null): { words?: string } {
    const open = you?.words;
    if (!open || (open.added > 0 && this.sent?.words === this.text)) return {};
    const words = clip(this.text.trim(), open.most) || fresh();
    this.text = words;
    return { words };
  }

  /** The house has answered that it has them. */
  keep(words: string | undefined, at: number): void {
    if (words) this.sent = { words, at };
  }
}
