/** The page in Spanish, as it is spoken at tables in the United States: tú, short and warm. */
import felt from './felt';
import lobby from './lobby';
import rail from './rail';
import table from './table';

export { default as served } from './served';
export default { ...felt, ...lobby, ...rail, ...table } as const;
