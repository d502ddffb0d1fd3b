/** The page in Spanish, as it is spoken at tables in the United States: tú, short and warm. */
import felt from './felt';
import rail from './rail';
import shared from './shared';
import table from './table';

export { default as served } from './served';
export default { ...felt, ...rail, ...shared, ...table } as const;
