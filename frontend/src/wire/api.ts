/** The server over HTTP. What it refuses arrives as an `Unwilling` whose message is the server's own sentence. */

import { t } from '../words/t';
import { ErrorDocument } from './generated';
import { read } from './read';
import { decode, Malformed, type Shape } from './shape';

export class Unwilling extends Error {
  constructor(
    readonly status: number,
    readonly why: string,
    says: string,
    readonly clauses: readonly string[] = [],
  ) {
    super(says);
  }
}

async function ask<T>(method: string, path: string, shape: Shape<T>, body?: unknown): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(path, {
      method,
      headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch {
    throw new Unwilling(0, 'no_connection', t('The server does not answer. Try again.'));
  }
  const document: unknown =
    answer.status === 204
      ? undefined
      : await answer
          .text()
          .then(read)
          .catch(() => undefined);
  if (answer.ok) return decode(shape, document);
  throw refusal(answer.status, document);
}

function refusal(status: number, document: unknown): Unwilling {
  try {
    const { why, says, clauses } = decode(ErrorDocument, document);
    return new Unwilling(status, why, says, clauses);
  } catch (caught) {
    if (!(caught instanceof Malformed)) throw caught;
    return new Unwilling(status, 'no_answer', t('The server could not answer that (status {status}).', { status }));
  }
}

export const get = <T>(path: string, shape: Shape<T>): Promise<T> => ask('GET', path, shape);
export const post = <T>(path: string, body: object, shape: Shape<T>): Promise<T> => ask('POST', path, shape, body);
export const remove = <T>(path: string, shape: Shape<T>): Promise<T> => ask('DELETE', path, shape);

/** Whether the server did not answer, as opposed to saying no. */
export const isSilence = (caught: unknown): boolean =>
  caught instanceof Unwilling && (caught.status === 0 || caught.status >= 500);

const TRIES = 4;
const PATIENCE = 300;

/** Asks once more, and again after a longer while, where the server did not answer; what it refuses is refused. */
export async function again<T>(ask: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await ask();
    } catch (caught) {
      if (!isSilence(caught) || tries === TRIES) throw caught;
      await new Promise((go) => setTimeout(go, PATIENCE * 2 ** tries));
    }
  }
}

/** A refusal as a sentence: the server's words begin small and end without a full stop. */
export function sentenceOf(says: string): string {
  const text = says.charAt(0).toUpperCase() + says.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** What a caught value says, as a sentence to show. */
export const sentence = (trouble: unknown): string =>
  sentenceOf(trouble instanceof Error ? trouble.message : String(trouble));
