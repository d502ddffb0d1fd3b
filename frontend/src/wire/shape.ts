/**
 * Shapes of what goes over the wire. A shape finds what is wrong with a value, and gives the value its type.
 * `generated.ts` holds the shapes of the server's own types.
 */

import { t } from '../words/t';

/** Says what is wrong with a value and where, or nothing where the value is a T. */
export interface Shape<T> {
  (value: unknown): string;
  /** Never there: it carries the type. */
  readonly of?: T;
}
export type Of<S> = S extends Shape<infer T> ? T : never;

/** An answer of the server that this page cannot read. */
export class Malformed extends Error {}

/** The value with its type; a Malformed where it has another shape. */
export function decode<T>(shape: Shape<T>, value: unknown): T {
  const wrong = shape(value);
  if (wrong) {
    throw new Malformed(t('This page cannot read the server’s answer ({wrong}). Load the page again.', { wrong }));
  }
  return value as T;
}

const SHOWN = 40;
const shown = (value: unknown): string => (value === undefined ? 'nothing' : JSON.stringify(value).slice(0, SHOWN));
const shape =
  <T>(expected: string, holds: (value: unknown) => boolean): Shape<T> =>
  (value) =>
    holds(value) ? '' : `expected ${expected}, got ${shown(value)}`;
/** The first thing wrong inside, with its place before it. */
const inside = (place: string | number, wrong: string): string =>
  wrong && `${place}${wrong.startsWith('expected') ? ': ' : '.'}${wrong}`;
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const text = shape<string>('text', (value) => typeof value === 'string');
export const whole = shape<number>('a whole number', Number.isSafeInteger);
export const real = shape<number>('a number', (value) => typeof value === 'number');
export const flag = shape<boolean>('true or false', (value) => typeof value === 'boolean');
export const anything = shape<unknown>('anything', (value) => value !== undefined);
export const nothing = shape<undefined>('nothing', (value) => value === undefined);

export const oneOf = <const W extends string | number>(...words: W[]): Shape<W> =>
  shape(`one of ${words.join(', ')}`, (value) => (words as unknown[]).includes(value));

export const nullable =
  <T>(inner: Shape<T>): Shape<T | null> =>
  (value) =>
    value === null ? '' : inner(value);

export const list =
  <T>(item: Shape<T>): Shape<T[]> =>
  (value) => {
    if (!Array.isArray(value)) return `expected a list, got ${shown(value)}`;
    for (const [i, one] of value.entries()) {
      const wrong = item(one);
      if (wrong) return inside(i, wrong);
    }
    return '';
  };

/** A list of a fixed length, each place with a shape of its own. */
export const tuple =
  <const P extends readonly Shape<unknown>[]>(...places: P): Shape<{ -readonly [I in keyof P]: Of<P[I]> }> =>
  (value) => {
    if (!Array.isArray(value) || value.length !== places.length)
      return `expected a list of ${places.length}, got ${shown(value)}`;
    return places.map((place, i) => inside(i, place(value[i]))).find(Boolean) ?? '';
  };

/** Values of one shape under any key. */
export const record =
  <T>(item: Shape<T>): Shape<Record<string, T>> =>
  (value) => {
    if (!isObject(value)) return `expected an object, got ${shown(value)}`;
    for (const key in value) {
      const wrong = item(value[key]);
      if (wrong) return inside(key, wrong);
    }
    return '';
  };

/** Values of one shape under some of these keys. */
export const keyed = <K extends string, T>(key: Shape<K>, item: Shape<T>): Shape<Partial<Record<K, T>>> => {
  const values = record(item);
  return (value) =>
    values(value) ||
    (Object.keys(value as object)
      .map(key)
      .find(Boolean) ??
      '');
};

/** A field that may be left out. */
export interface Optional<T> extends Shape<T> {
  readonly optional: true;
}
export const optional = <T>(inner: Shape<T>): Optional<T> =>
  Object.assign((value: unknown) => (value === undefined ? '' : inner(value)), { optional: true as const });

type Fields = Record<string, Shape<unknown>>;
type Plain<T> = { [K in keyof T]: T[K] };
export type Struct<F extends Fields> = Plain<
  { [K in keyof F as F[K] extends Optional<unknown> ? never : K]: Of<F[K]> } & {
    [K in keyof F as F[K] extends Optional<unknown> ? K : never]?: Of<F[K]>;
  }
>;

/** An object with these fields. Fields of a newer server are let through. */
export const object =
  <F extends Fields>(fields: F): Shape<Struct<F>> =>
  (value) => {
    if (!isObject(value)) return `expected an object, got ${shown(value)}`;
    for (const key in fields) {
      const wrong = fields[key]?.(value[key]);
      if (wrong) return inside(key, wrong);
    }
    return '';
  };

/** One of several objects, told apart by the word in one field. */
export const tagged =
  <const Tag extends string, K extends Record<string, Shape<unknown>>>(
    tag: Tag,
    kinds: K,
  ): Shape<{ [N in keyof K]: Plain<Record<Tag, N> & Of<K[N]>> }[keyof K]> =>
  (value) => {
    if (!isObject(value)) return `expected an object, got ${shown(value)}`;
    const name = String(value[tag]);
    const kind = Object.hasOwn(kinds, name) && kinds[name];
    return kind ? kind(value) : `${tag}: expected one of ${Object.keys(kinds).join(', ')}, got ${shown(value[tag])}`;
  };
