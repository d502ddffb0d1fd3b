/** What the views of the house's people say besides: the dealer's console, the drill, the pit and the audit. */
import audit from './audit';
import dealer from './dealer';
import drill from './drill';
import floor from './floor';
import { interpretation } from './interpretation';
import pairs from './staff.json';

export const served = interpretation(pairs);
export default { ...audit, ...dealer, ...drill, ...floor } as const;
