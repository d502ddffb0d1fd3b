/** Loads what the page needs to speak a language. English is what everything is written in, and needs nothing. */
import type { Language } from './language';
import { interpretBy } from './served';
import { speakBy } from './t';

export async function learn(language: Language): Promise<void> {
  if (language !== 'es') return;
  const { default: spanish, served } = await import('./es');
  speakBy(spanish);
  interpretBy(served);
}
