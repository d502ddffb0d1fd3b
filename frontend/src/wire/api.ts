/** The server over HTTP. What it refuses arrives as an `Unwilling` whose message is the server's own sentence. */

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

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(path, {
      method,
      headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch {
    throw new Unwilling(0, 'no_connection', 'The house does not answer. It is tried again.');
  }
  if (answer.status === 204) return undefined as T;
  const document: unknown = await answer.json().catch(() => null);
  if (answer.ok) return document as T;
  const {
    why = 'no_answer',
    says = 'The house could not answer that.',
    clauses = [],
  } = (document ?? {}) as Partial<Record<'why' | 'says', string>> & { clauses?: string[] };
  throw new Unwilling(answer.status, why, says, clauses);
}

export const get = <T>(path: string): Promise<T> => ask<T>('GET', path);
export const post = <T>(path: string, body: unknown = {}): Promise<T> => ask<T>('POST', path, body);
export const patch = <T>(path: string, body: unknown): Promise<T> => ask<T>('PATCH', path, body);
export const remove = <T>(path: string): Promise<T> => ask<T>('DELETE', path);

/** A refusal as a sentence: the server's words begin small and end without a full stop. */
export function sentenceOf(says: string): string {
  const text = says.charAt(0).toUpperCase() + says.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** What a caught value says, as a sentence to show. */
export const sentence = (trouble: unknown): string =>
  sentenceOf(trouble instanceof Error ? trouble.message : String(trouble));
