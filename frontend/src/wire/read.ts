/** What the server sent, as a value. Its sentences know no currency; here, and only here, they get the house's sign. */
import { withCurrency } from '../parts/money';

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
  'print',
  'said',
  'says',
  'situation',
  'title',
]);

const spoken = (value: unknown): unknown => (typeof value === 'string' ? withCurrency(value) : value);

export const read = (text: string): unknown =>
  JSON.parse(text, (key, value: unknown) => {
    if (!SENTENCES.has(key)) return value;
    return Array.isArray(value) ? value.map(spoken) : spoken(value);
  });
