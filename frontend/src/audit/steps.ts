/** What a step of a recalled round says. */
import { WIN_STEP } from '../table/words';
import type { RecallStep } from '../wire/documents';
import { t, wordOf } from '../words/t';

type Step = Pick<RecallStep, 'says'> & { felt: Pick<RecallStep['felt'], 'wins'> };

const done = (step: Step | undefined): string[] =>
  (step?.felt.wins[0]?.steps ?? []).filter((one) => one.done).map((one) => one.step);

/** What the house notes for itself is not told to players; of a win, the felt shows them what is done. */
export function stepWords(step: Step, before: Step | undefined): string {
  if (step.says) return step.says;
  const [fresh] = done(step).filter((one) => !done(before).includes(one));
  return fresh ? t('{done}.', { done: wordOf(WIN_STEP, fresh) }) : t('The house makes a note for itself.');
}
