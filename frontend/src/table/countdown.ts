/** A countdown as it is drawn: how much is left, whose it is, and in words. */
import type { FeltView, You } from '../wire/generated';
import { clockIsMine, clockWords } from './model';

export interface Countdown {
  left: number;
  fraction: number;
  seconds: number;
  mine: boolean;
  words: string;
}

export function countdownOf(felt: FeltView, you: You | null, now: number): Countdown | null {
  const clock = felt.clock;
  if (!clock) return null;
  const whole = Math.max(1, clock.ends - clock.began);
  // By a clock that is a little behind the server's there would be more left than there was.
  const left = Math.min(whole, Math.max(0, clock.ends - now));
  const seconds = Math.ceil(left / 1_000);
  const mine = clockIsMine(clock, you);
  return { left, fraction: Math.min(1, left / whole), seconds, mine, words: clockWords(clock, seconds, mine) };
}
