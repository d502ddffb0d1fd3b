/** What lies over the table and beside it: papers, one's session and hands, friends, lessons. */
import friends from './friends';
import { interpretation } from './interpretation';
import lessons from './lessons.json';
import papers from './papers';
import session from './session';

export const served = interpretation(lessons);
export default { ...friends, ...papers, ...session } as const;
