/** Loads what a view needs to speak a language. English is what everything is written in, and needs nothing. */
import type { Language } from './language';
import { interpretBy } from './served';
import { speakBy } from './t';

/** The parts of a language. A table is opened with the first alone; the others come with the views that speak them. */
const SPANISH = {
  players: () => import('./es'),
  lobby: () => import('./es/lobby'),
  over: () => import('./es/over'),
  lab: () => import('./es/lab'),
  staff: () => import('./es/staff'),
};
export type Part = keyof typeof SPANISH;

export async function learn(language: Language, part: Part = 'players'): Promise<void> {
  if (language !== 'es') return;
  const learnt = await SPANISH[part]();
  speakBy(learnt.default);
  if ('served' in learnt) interpretBy(learnt.served);
}

/** A component together with the words that it needs; words that do not arrive must not keep it away. */
export async function spoken<T>(language: Language, part: Part | undefined, component: Promise<T>): Promise<T> {
  const learnt = part ? learn(language, part).catch(() => undefined) : undefined;
  const [loaded] = await Promise.all([component, learnt]);
  return loaded;
}
