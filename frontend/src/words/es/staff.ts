/** What the views of the house's people say besides: the dealer's console and the drill. */
import dealer from './dealer';
import drill from './drill';
import { interpretation } from './served';
import pairs from './staff.json';

export const served = interpretation(pairs);
export default { ...dealer, ...drill } as const;
