/** What the server sent, as a value. Here, and only here, its sentences get the page's language and currency. */
import { withCurrency } from '../parts/money';
import { served } from '../words/served';
import { t } from '../words/t';

/** Fields that hold sentences, or lists of them. All other texts are names, ids and codes. */
const SENTENCES = new Set([
  'against',
  'answer',
  'asks',
  'call',
  'choices',
  'difference',
  'expected',
  'heard',
  'lies',
  'notices',
  'said',
  'says',
  'situation',
  'title',
]);

/** A name that a page gave to a guest who chose none. */
const GIVEN = /\b(?:Guest|Invitado) (\d{3})\b/g;
const named = (text: string): string => text.replace(GIVEN, (_, number: string) => t('Guest {number}', { number }));

/** A text of the server in the page's language and currency. */
export const inWords = (english: string): string => named(withCurrency(served(english)));
const spoken = (value: unknown): unknown => (typeof value === 'string' ? inWords(value) : value);

export const read = (text: string): unknown =>
  JSON.parse(text, (key, value: unknown) => {
    if (key === 'name' && typeof value === 'string') return named(value);
    if (!SENTENCES.has(key)) return value;
    return Array.isArray(value) ? value.map(spoken) : spoken(value);
  });
