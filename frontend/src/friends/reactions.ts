/** The quick words of a private table: each reader has them in their own language. */
import type { Reaction } from '../wire/generated';
import type { Word } from '../words/t';

export const REACTIONS = ['hello', 'luck', 'nice', 'wow', 'ouch', 'thanks'] as const satisfies readonly Reaction[];
export const WORDS: Record<Reaction, Word> = {
  hello: 'Hello!',
  luck: 'Good luck!',
  nice: 'Nice hand!',
  wow: 'Wow!',
  ouch: 'Ouch!',
  thanks: 'Thank you!',
};
