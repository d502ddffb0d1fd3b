/** The last settled hand of one's own: what "Why?" answers with, also when the next bets are open already. */
import type { FeltView, LineView, You } from '../wire/types';
import { bettorOf } from './model';

export interface Why {
  round: number;
  seat: number;
  net: number;
  lines: LineView[];
}

export function whyOf(felt: FeltView, you: You | null): Why | null {
  for (const seat of felt.seats) {
    const bettor = you?.seats.includes(seat.seat) ? bettorOf(seat) : undefined;
    if (bettor?.lines.length) return { round: felt.round, seat: seat.seat, net: bettor.net, lines: bettor.lines };
  }
  return null;
}
