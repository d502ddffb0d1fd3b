/** Exact arithmetic for what-ifs: fractions of whole numbers of any size. */

export interface Fraction {
  n: bigint;
  d: bigint;
}

function gcd(a: bigint, b: bigint): bigint {
  let [x, y] = [a < 0n ? -a : a, b];
  while (y) [x, y] = [y, x % y];
  return x || 1n;
}

export function fraction(n: bigint, d = 1n): Fraction {
  const g = gcd(n, d);
  return d < 0n ? { n: -n / g, d: -d / g } : { n: n / g, d: d / g };
}

/** From text such as "23138/993023", "-1/2", "10", "1.5" or "1,5"; null where it is no number. */
export function parse(text: string): Fraction | null {
  const parts = /^\s*([-−]?)(\d{1,400})(?:\/(\d{1,400})|[.,](\d{1,6}))?\s*$/.exec(text);
  if (!parts) return null;
  const [, sign, whole = '0', below, decimals = ''] = parts;
  const n = BigInt(whole + decimals) * (sign ? -1n : 1n);
  const d = below === undefined ? 10n ** BigInt(decimals.length) : BigInt(below);
  return d === 0n ? null : fraction(n, d);
}

export const plus = (a: Fraction, b: Fraction): Fraction => fraction(a.n * b.d + b.n * a.d, a.d * b.d);
export const times = (a: Fraction, b: Fraction): Fraction => fraction(a.n * b.n, a.d * b.d);
export const minus = (a: Fraction): Fraction => ({ n: -a.n, d: a.d });
export const text = (a: Fraction): string => (a.d === 1n ? `${a.n}` : `${a.n}/${a.d}`).replace('-', '−');

/** As a number, exact to what a number holds, however long the whole numbers are. */
export function value(a: Fraction): number {
  const scaled = (a.n * 10n ** 18n) / a.d;
  return Number(scaled) / 1e18;
}
