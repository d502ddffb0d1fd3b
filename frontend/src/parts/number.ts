/** Numbers with decimals, as the page's locale writes them: "2.330" in the United States, "2,330" in Spain. */
import { locale } from '../words/language';

/** With this many decimals, and a real minus. */
export const decimal = (value: number, digits: number, where = locale): string =>
  new Intl.NumberFormat(where, { minimumFractionDigits: digits, maximumFractionDigits: digits })
    .format(value)
    .replace('-', '−');

/** A share in percent: "2.330 %". */
export const percent = (share: number, digits = 3, where = locale): string =>
  `${decimal(share * 100, digits, where)}\u00a0%`;
