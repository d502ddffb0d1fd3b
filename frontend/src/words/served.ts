/**
 * The server's sentences in the language of the page. The server speaks English; a catalogue holds the patterns of its
 * sentences, such as "{rank} beats {rank2}. You win.", and what stands in their places is translated in the same way.
 */
/** How the server is interpreted in one language. */
export interface Interpretation {
  /** A pattern of the server's sentences, and what it is in this language. */
  patterns: Readonly<Record<string, string>>;
  /** What the language does to words that meet. */
  finish?: (says: string) => string;
}

interface Pattern {
  matches: RegExp;
  /** Whether it begins and ends with a place: it joins parts, and is never a whole sentence. */
  joins: boolean;
  names: readonly string[];
  says: string;
}

const PLACE = /\{(\w+)\}/g;
/** Places with these names hold figures; in all others stands a part of one sentence. */
const FIGURES = new Set(
  'amount amount2 back before bonus depth high limit lost low paid part pool round seat shoe stake step'.split(' '),
);
const FIGURE = '([−+\\d][\\d.,]*)';
const WITHIN = '((?:(?![.!?] ).)+?)';
/** Clauses at the end of a sentence stay as they are: they are numbers of the regulator's text. */
const CLAUSES = /^(.*?)( \((?:house rule, )?[A-Z]{2}-[^)]*\))(.*)$/;
const SENTENCES = /(?<=[.!?]) (?=[\p{Lu}\d“"])/u;
const MOST_KEPT = 2_000;

const escaped = (text: string): string => text.replace(/[.*+?^$()|[\]\\/]/g, '\\$&');

function compiled([english, says]: [string, string]): Pattern {
  const names = [...english.matchAll(PLACE)].map(([, name]) => name ?? '');
  const places = escaped(english).replace(PLACE, (_, name: string) => (FIGURES.has(name) ? FIGURE : WITHIN));
  return { matches: new RegExp(`^${places}$`), joins: /^\{.*\}$/.test(english), names, says };
}

const small = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
const large = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Translates by a catalogue of patterns; a text that is in none of them stays as it is. */
export class Interpreter {
  readonly #exact: Map<string, string>;
  readonly #patterns: readonly Pattern[];
  readonly #finish: (says: string) => string;
  readonly #known = new Map<string, string>();

  constructor({ patterns, finish = (says) => says }: Interpretation) {
    this.#finish = finish;
    const all = Object.entries(patterns);
    this.#exact = new Map(all.filter(([english]) => !english.includes('{')));
    // The longer the fixed words of a pattern, the more exactly it fits.
    this.#patterns = all
      .filter(([english]) => english.includes('{'))
      .sort(([a], [b]) => b.replace(PLACE, '').length - a.replace(PLACE, '').length)
      .map(compiled);
  }

  say(english: string): string {
    const known = this.#known.get(english);
    if (known !== undefined) return known;
    if (this.#known.size > MOST_KEPT) this.#known.clear();
    const translated = this.#translated(english);
    const says = translated === null ? english : this.#finish(translated);
    this.#known.set(english, says);
    return says;
  }

  #translated(english: string): string | null {
    return this.#withoutClauses(english) ?? this.#sentence(english, false) ?? this.#eachSentence(english);
  }

  #sentence(english: string, isPart: boolean): string | null {
    return this.#fitted(english, isPart) ?? this.#begun(english, isPart);
  }

  /** A text that begins with a capital only because it begins a sentence. */
  #begun(english: string, isPart: boolean): string | null {
    if (english === small(english)) return null;
    const says = this.#fitted(small(english), isPart);
    return says === null ? null : large(says);
  }

  #fitted(english: string, isPart: boolean): string | null {
    const exact = this.#exact.get(english);
    if (exact !== undefined) return exact;
    for (const { matches, joins, names, says } of this.#patterns) {
      const found = joins && !isPart ? null : matches.exec(english);
      if (found) return this.#filled(says, names, found.slice(1));
    }
    return null;
  }

  #filled(says: string, names: readonly string[], found: readonly string[]): string {
    const parts = new Map(names.map((name, i) => [name, this.#part(found[i] ?? '')]));
    return says.replace(PLACE, (place, name: string) => parts.get(name) ?? place);
  }

  #part(english: string): string {
    return this.#sentence(english, true) ?? english;
  }

  #withoutClauses(english: string): string | null {
    const found = CLAUSES.exec(english);
    if (!found) return null;
    const [, says = '', clauses = '', end = ''] = found;
    const whole = this.#translated(says + end);
    if (whole === null) return null;
    const stop = /^[.!?]$/.test(end) ? end : '';
    return whole.slice(0, whole.length - stop.length) + clauses.replace('house rule', this.#part('house rule')) + stop;
  }

  #eachSentence(english: string): string | null {
    const sentences = english.split(SENTENCES);
    if (sentences.length < 2) return null;
    const said = sentences.map((one) => this.#withoutClauses(one) ?? this.#sentence(one, false));
    return said.every((one) => one === null) ? null : said.map((one, i) => one ?? sentences[i]).join(' ');
  }
}

let interpreter: Interpreter | null = null;

/** Interprets into another language from now on. */
export function interpretBy(interpretation: Interpretation): void {
  interpreter = new Interpreter(interpretation);
}

/** A sentence or a word of the server, in the language of the page. */
export const served = (english: string): string => interpreter?.say(english) ?? english;
