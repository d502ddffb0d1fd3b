/** The language of the page: the one that the player chose on this device, or else the browser's. */
import { keep, kept } from '../parts/kept';

/** The languages of the page, each by its own name. */
export const LANGUAGES = { en: 'English', es: 'Español' } as const;
export type Language = keyof typeof LANGUAGES;

const KEPT = 'wartable.language';
/** Where a browser names a language without a country, amounts and dates are written as in the house's country. */
const COUNTRY = 'US';

const isLanguage = (tag: string | null): tag is Language => tag !== null && Object.hasOwn(LANGUAGES, tag);
const languageOf = (tag: string): string => tag.split(/[-_@.]/)[0]?.toLowerCase() ?? '';

/** Some systems name a language as browsers must not: "en-US@posix". */
function isTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0;
  } catch {
    return false;
  }
}

export interface Spoken {
  language: Language;
  /** The language with its country, for amounts and dates: "es-MX". */
  locale: string;
}

/** What is spoken to a person who chose this language, or none, in a browser with these. */
export function spokenTo(chosen: string | null, tags: readonly string[]): Spoken {
  const language = isLanguage(chosen) ? chosen : (tags.map(languageOf).find(isLanguage) ?? 'en');
  const locale =
    tags.find((tag) => languageOf(tag) === language && tag.includes('-') && isTag(tag)) ?? `${language}-${COUNTRY}`;
  return { language, locale };
}

const TAGS = typeof navigator === 'undefined' ? [] : (navigator.languages ?? [navigator.language]);
export const { language, locale } = spokenTo(kept(KEPT), TAGS);

/** Remembers the language and loads the page anew: whole in it, from the first word. */
export function choose(wanted: Language): void {
  keep(KEPT, wanted);
  location.reload();
}

/** The languages that a player can change to. */
export const others = (Object.keys(LANGUAGES) as Language[]).filter((one) => one !== language);
