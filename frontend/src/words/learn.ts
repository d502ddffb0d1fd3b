/** Loads what a view needs to speak a language. English is what everything is written in, and needs nothing. */
import type { Language } from './language';
import { interpretBy } from './served';
import { speakBy } from './t';

/** The parts of a language: players load none of what only the views of the house's people say. */
const SPANISH = {
  players: () => import('./es'),
  staff: () => import('./es/staff'),
};
export type Part = keyof typeof SPANISH;

export async function learn(language: Language, part: Part = 'players'): Promise<void> {
  if (language !== 'es') return;
  const { default: spanish, served } = await SPANISH[part]();
  speakBy(spanish);
  interpretBy(served);
}
