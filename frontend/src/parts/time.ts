/** Moments and spans, as the page's locale writes them. */
import { locale } from '../words/language';

/** The clocks of a house count to 24 everywhere. */
const TIME = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

/** "21:36:50" by this machine's clock. */
export const clockTime = (ms: number, seconds = true, where = locale): string =>
  new Intl.DateTimeFormat(where, seconds ? { ...TIME, second: '2-digit' } : TIME).format(ms);

/** "November 14", or "14 de noviembre". */
export const day = (ms: number, where = locale): string =>
  new Intl.DateTimeFormat(where, { day: 'numeric', month: 'long' }).format(ms);

/** "42 s", "6 min", "7 h". */
export function span(ms: number): string {
  const s = Math.max(0, Math.round(ms / 1_000));
  if (s < 90) return `${s} s`;
  return s < 90 * 60 ? `${Math.round(s / 60)} min` : `${Math.round(s / 3_600)} h`;
}
