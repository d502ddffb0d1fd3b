/** Amounts: whole cents in, text out, with the sign of the house's currency, as the page's locale writes them. */
import { locale } from '../words/language';

/** The server writes the sign into the page, so it is known before the first amount is. */
const FILED = typeof document === 'undefined' ? null : document.querySelector<HTMLMetaElement>('meta[name=currency]');

/** Two decimals that are an amount, and neither a part of a clause's number nor a percentage. */
const AMOUNT = /(?<![\p{L}\p{Sc}\d.,/-])(?<!\p{L}\u00a0)(?:\d{1,3}(?:,\d{3})+|\d+)\.\d\d(?![\d/]|[.,]\d|\s?%)/gu;

export interface Amounts {
  /** An amount as the page writes and speaks it: "$1,250.00", a real minus before the sign. */
  money: (cents: number, signed?: boolean) => string;
  /** The figures alone: two decimals always. */
  figures: (cents: number) => string;
  count: (n: number) => string;
  /** A sentence of the server, which knows no currency, with the sign at every amount. */
  withCurrency: (says: string) => string;
  /** Cents from what a person typed: "12", "$12.5" or "1,200.00"; null where it is no amount. */
  cents: (text: string) => number | null;
}

/** How amounts of a currency are written in a locale: "$1,250.00" in the United States, "1.250,00 $" in Spain. */
export function amountsIn(where: string, sign: string): Amounts {
  const whole = new Intl.NumberFormat(where, { maximumFractionDigits: 0 });
  const exact = new Intl.NumberFormat(where, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  const parts = new Intl.NumberFormat(where, { style: 'currency', currency: 'USD' }).formatToParts(0);
  const follows = parts.findIndex(({ type }) => type === 'currency') > 0;
  const thousands = exact.formatToParts(1_000_000).find(({ type }) => type === 'group')?.value ?? ',';
  // A sign of letters stands apart from the figures: "CHF 20.00".
  const apart = /\p{L}$/u.test(sign) ? '\u00a0' : '';

  const figures = (cents: number): string => {
    const all = Math.abs(cents);
    return exact.format(`${Math.floor(all / 100)}.${(all % 100).toString().padStart(2, '0')}` as `${number}`);
  };
  const signed = (text: string): string => (follows ? `${text}\u00a0${sign}` : `${sign}${apart}${text}`);
  const money = (cents: number, plus = false): string =>
    `${cents < 0 ? '−' : plus && cents > 0 ? '+' : ''}${signed(figures(cents))}`;
  return {
    money,
    figures,
    count: (n) => whole.format(Math.round(n)),
    withCurrency: (says) => says.replace(AMOUNT, (amount) => money(Number(amount.replace(/\D/g, '')))),
    cents: (text) => {
      const typed = text.trim().replace(sign, '').replace(/\s/g, '');
      const grouped = typed.replace(/(?<=\d)[.,](?=\d{3}(?!\d))/g, (mark) => (mark === thousands ? '' : mark));
      const match = /^(\d{1,9})(?:[.,](\d{1,2}))?$/.exec(grouped);
      return match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : null;
    },
  };
}

export const { money, figures, count, withCurrency, cents } = amountsIn(locale, FILED?.content || '$');
