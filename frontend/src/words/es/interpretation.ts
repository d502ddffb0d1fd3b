/** How a list of the server's sentences is read in Spanish. The server's own tests read the same lists. */
import type { Interpretation } from '../served';

/** "a el" and "de el" are one word each in Spanish. */
const contracted = (text: string): string => text.replace(/\b([Aa]|[Dd]e) el\b/g, '$1l');

export const interpretation = (list: string[][]): Interpretation => ({
  patterns: Object.fromEntries(list) as Record<string, string>,
  finish: contracted,
});
