/** Moments and spans in words. */
const two = (n: number): string => String(n).padStart(2, '0');

/** "21:36:50" by this machine's clock. */
export function clockTime(ms: number, seconds = true): string {
  const at = new Date(ms);
  return `${two(at.getHours())}:${two(at.getMinutes())}${seconds ? `:${two(at.getSeconds())}` : ''}`;
}

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];
/** "14 November". */
export function day(ms: number): string {
  const at = new Date(ms);
  return `${at.getDate()} ${MONTHS[at.getMonth()]}`;
}

/** "42 s", "6 min", "7 h". */
export function span(ms: number): string {
  const s = Math.max(0, Math.round(ms / 1_000));
  if (s < 90) return `${s} s`;
  return s < 90 * 60 ? `${Math.round(s / 60)} min` : `${Math.round(s / 3_600)} h`;
}
