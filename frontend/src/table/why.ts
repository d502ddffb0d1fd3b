/** The last settled hand of one's own: what "Why?" answers with, also when the next bets are open already. */
import type { FeltView, LineView, You } from '../wire/generated';
import { bettorAt, spotsOf } from './model';

export interface Why {
  round: number;
  seat: number;
  /** Whether it was made behind another player's seat. */
  behind: boolean;
  net: number;
  lines: LineView[];
}

export function whyOf(felt: FeltView, you: You | null): Why | null {
  for (const spot of spotsOf(you)) {
    const bettor = bettorAt(felt, you, spot);
    if (bettor?.lines.length)
      return { round: felt.round, seat: Math.abs(spot), behind: spot < 0, net: bettor.net, lines: bettor.lines };
  }
  return null;
}
