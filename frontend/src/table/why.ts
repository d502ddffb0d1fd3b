/** The last hand of one's own that is over: what "Why?" answers with, also when the next bets are open already. */
import type { FeltView, LineView, You } from '../wire/generated';
import { bettorAt, resultFor, spotsOf } from './model';

export interface Why {
  round: number;
  seat: number;
  /** Whether it was made behind another player's seat. */
  behind: boolean;
  net: number;
  lines: LineView[];
}

/** While a wager of the hand is still in play, what was settled of it is no answer yet. */
export function whyOf(felt: FeltView, you: You | null): Why | null {
  for (const spot of spotsOf(you)) {
    const bettor = bettorAt(felt, you, spot);
    if (bettor && resultFor(bettor))
      return { round: felt.round, seat: Math.abs(spot), behind: spot < 0, net: bettor.net, lines: bettor.lines };
  }
  // A quick dealer may have ended the round before this page saw its wagers settled.
  const last = you?.history?.at(-1);
  return last?.lines.length ? last : null;
}
