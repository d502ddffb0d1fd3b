/** Whole cents in, text out: two decimals always, commas for thousands, a real minus. */
export function money(cents: number, signed = false): string {
  const whole = Math.floor(Math.abs(cents) / 100)
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, ',');
  const text = `${whole}.${(Math.abs(cents) % 100).toString().padStart(2, '0')}`;
  return `${cents < 0 ? '−' : signed && cents > 0 ? '+' : ''}${text}`;
}

export const count = (n: number): string =>
  Math.round(n)
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, ',');

/** Cents from what a person typed: "12", "12.5" or "1,200.00"; null where it is no amount. */
export function cents(text: string): number | null {
  const match = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(text.trim().replaceAll(',', ''));
  return match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : null;
}
