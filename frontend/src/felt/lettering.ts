/** Print that has a room of its own on the felt: a long name is set smaller, and cut where even that is too long. */

export interface Lettering {
  text: string;
  size: number;
  spacing: number;
}

/** How wide a capital is, in parts of the size of the letters. */
const CAPITAL = 0.68;
/** What a sum of fractions may be short of a whole letter. */
const HAIR = 1e-6;
const SMALLEST = { size: 9, spacing: 1 };
/** The room between the end of the arc and the large print. */
const ROOM = 190;
const USUAL = { size: 15, spacing: 6 };

const widthOf = (letters: number, { size, spacing }: Pick<Lettering, 'size' | 'spacing'>): number =>
  letters * (size * CAPITAL + spacing);

export function fitted(text: string, room = ROOM, usual: Pick<Lettering, 'size' | 'spacing'> = USUAL): Lettering {
  const share = Math.min(1, room / widthOf(text.length, usual));
  const set = {
    size: Math.max(SMALLEST.size, usual.size * share),
    spacing: Math.max(SMALLEST.spacing, usual.spacing * share),
  };
  const letters = Math.floor(room / widthOf(1, set) + HAIR);
  return { ...set, text: text.length > letters ? `${text.slice(0, letters - 1).trimEnd()}…` : text };
}

/** Where a name would be cut, what tells a guest or a bot from the others is left of it. */
export const shortened = (name: string, wide: number, room: number): string =>
  wide > room ? name.replace(/^(Guest|Invitado|Bot) /, '') : name;
