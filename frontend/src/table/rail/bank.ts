/** Amounts to choose from for a bank. */
import type { You } from '../../wire/generated';

export type BankOffer = NonNullable<You['bank']>;

/** A quarter, a half and all of what this player can post, in chips; none of them less than the rules ask for. */
export function bankAmounts({ most, least, step }: BankOffer): number[] {
  const shares = [4, 2, 1].map((part) => Math.floor(most / part / step) * step);
  return [...new Set(shares)].filter((cents) => cents > 0 && cents >= least);
}
