/** Amounts: whole cents in, text out, with the sign of the house's currency. */

/** The server writes the sign into the page, so it is known before the first amount is. */
const FILED = typeof document === 'undefined' ? null : document.querySelector<HTMLMetaElement>('meta[name=currency]');
/** A sign of letters stands apart from the figures: "CHF 20.00". */
export const before = (sign: string): string => (/\p{L}$/u.test(sign) ? `${sign}\u00a0` : sign);
const CURRENCY = before(FILED?.content || '$');

/** The figures alone: two decimals always, commas for thousands. */
export const figures = (cents: number): string =>
  `${count(Math.floor(Math.abs(cents) / 100))}.${(Math.abs(cents) % 100).toString().padStart(2, '0')}`;

/** An amount as the page writes and speaks it: "$1,250.00", a real minus before the sign. */
export const money = (cents: number, signed = false): string =>
  `${cents < 0 ? '−' : signed && cents > 0 ? '+' : ''}${CURRENCY}${figures(cents)}`;

export const count = (n: number): string =>
  Math.round(n)
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, ',');

/** Two decimals that are an amount, and neither a part of a clause's number nor a percentage. */
const AMOUNT = /(?<![\p{L}\p{Sc}\d.,/-])(?<!\p{L}\u00a0)(?:\d{1,3}(?:,\d{3})+|\d+)\.\d\d(?![\d/]|[.,]\d|\s?%)/gu;

/** A sentence of the server, which knows no currency, with the sign before every amount. */
export const withCurrency = (says: string, sign = CURRENCY): string =>
  says.replace(AMOUNT, (amount) => `${sign}${amount}`);

/** Cents from what a person typed: "12", "$12.5" or "1,200.00"; null where it is no amount. */
export function cents(text: string): number | null {
  const typed = text.trim().replace(CURRENCY.trim(), '').trim().replaceAll(',', '');
  const match = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(typed);
  return match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : null;
}
