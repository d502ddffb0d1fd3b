/** The people behind an act: one, or the two who turned a key each. */
import { t } from '../words/t';

const AND = ' and ';

/** "vera and walter", as the server names them, in the page's language. */
export function people(by: string): string {
  const [one = '', other] = by.split(AND);
  return other === undefined ? by : t('{one} and {other}', { one, other });
}
