/** The page in Spanish, as it is spoken at tables in the United States: tú, short and warm. */
import felt from './felt';
import friends from './friends';
import lab from './lab';
import lobby from './lobby';
import rail from './rail';
import session from './session';
import table from './table';

export { default as served } from './served';
export default { ...felt, ...friends, ...lab, ...lobby, ...rail, ...session, ...table } as const;
