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
  /** Whether its first place begins the sentence in English and not here, so that it loses its capital. */
  sinks: boolean;
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
  const sinks = english.startsWith('{') && !says.startsWith(`{${names[0]}}`);
  return { matches: new RegExp(`^${places}$`), joins: /^\{.*\}$/.test(english), names, sinks, says };
}

const small = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
const large = (text: string): string => text.replace(/^[¿¡«]?\p{L}/u, (first) => first.toUpperCase());

type Find = (english: string) => string | null;
/** Finds a text, or one that begins with a capital only because it begins a sentence. */
function begun(english: string, find: Find): string | null {
  const says = find(english);
  if (says !== null || english === small(english)) return says;
  const inside = find(small(english));
  return inside === null ? null : large(inside);
}
/** Finds a text, or one that ends with a full stop only because it ends a sentence. */
function ended(english: string, find: Find): string | null {
  const says = begun(english, find);
  if (says !== null || !english.endsWith('.')) return says;
  const inside = begun(english.slice(0, -1), find);
  return inside === null ? null : `${inside}.`;
}

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
    const exactly = (text: string): string | null => this.#exact.get(text) ?? null;
    return ended(english, exactly) ?? ended(english, (text) => this.#fitted(text, isPart));
  }

  #fitted(english: string, isPart: boolean): string | null {
    for (const pattern of this.#patterns) {
      const found = pattern.joins && !isPart ? null : pattern.matches.exec(english);
      if (found) return this.#filled(pattern, found.slice(1));
    }
    return null;
  }

  #filled({ says, names, sinks }: Pattern, found: readonly string[]): string {
    const parts = new Map(names.map((name, i) => [name, this.#part(found[i] ?? '', sinks && i === 0)]));
    return says.replace(PLACE, (place, name: string) => parts.get(name) ?? place);
  }

  #part(english: string, sunk = false): string {
    return (sunk ? this.#sentence(small(english), true) : null) ?? this.#sentence(english, true) ?? english;
  }

  #withoutClauses(english: string): string | null {
    const found = SENTENCES.test(english) ? null : CLAUSES.exec(english);
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

let learnt: Interpretation | null = null;
let interpreter: Interpreter | null = null;

/** Interprets by these patterns too from now on. */
export function interpretBy(more: Interpretation): void {
  learnt = { ...more, patterns: { ...learnt?.patterns, ...more.patterns } };
  interpreter = new Interpreter(learnt);
}

/** A sentence or a word of the server, in the language of the page. */
export const served = (english: string): string => interpreter?.say(english) ?? english;
