/** The texts of the page. Each is named by its English sentence, and a catalogue holds it in another language. */
type Catalogue = typeof import('./es').default &
  typeof import('./es/lobby').default &
  typeof import('./es/over').default &
  typeof import('./es/lab').default &
  typeof import('./es/staff').default;
/** An English text that every catalogue holds. */
export type Text = keyof Catalogue;
type Names<T> = T extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;
/** A text without places to fill in, such as a word on a sign. */
export type Word = { [T in Text]: [Names<T>] extends [never] ? T : never }[Text];
type Part = string | number;
type Parts<T extends Text> = Record<Names<T>, Part>;

let catalogue: Readonly<Partial<Record<string, string>>> = {};

/** Speaks by this catalogue too from now on. */
export function speakBy(more: typeof catalogue): void {
  catalogue = { ...catalogue, ...more };
}

/** Forgets every catalogue: what is left is English. */
export function speakEnglish(): void {
  catalogue = {};
}

const fill = (text: string, parts: Readonly<Record<string, Part>>): string =>
  text.replace(/\{(\w+)\}/g, (place, name: string) => String(parts[name] ?? place));

/** A text in the language of the page: `t('Bet at least {amount} here.', { amount })`. */
export function t<T extends Text>(english: T, ...parts: [Names<T>] extends [never] ? [] : [Parts<T>]): string {
  return fill(catalogue[english] ?? english, parts[0] ?? {});
}

/** The text for one or for several, with `{n}` for the number: `many(n, ONE, SEVERAL)`. */
export function many<T extends Text>(n: number, one: T, several: T, parts: Record<string, Part> = {}): string {
  const text = n === 1 ? one : several;
  return fill(catalogue[text] ?? text, { n, ...parts });
}

/** The word for a code of the server; a code without one stands for itself. */
export const wordOf = (words: Readonly<Partial<Record<string, Word>>>, code: string): string => {
  const word = words[code];
  return word === undefined ? code : t(word);
};
