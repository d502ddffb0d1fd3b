/** Coming to the table: one seat is asked for at a time, and a person who only looked on becomes a guest first. */
import type { Controller } from './controller.svelte';

export class Seating {
  /** A seat is on its way to this person, or the way to one has begun. */
  #asks = $state(false);
  /** The version of the table in which they sit. */
  #from = $state(0);

  constructor(readonly control: Controller) {}

  /** From the first press until the table shows the seat, or says no. */
  get underWay(): boolean {
    return this.#asks || this.control.live.version < this.#from;
  }

  /** Whether this person may sit there too: the house says how many seats one player holds, side by side. */
  mayTake(seat: number): boolean {
    const { can, felt, seats, sheet } = this.control;
    if (!can('sit') || felt?.seats[seat - 1]?.taken) return false;
    return !seats.length || (seats.length < sheet.boxes && seats.some((one) => Math.abs(one - seat) === 1));
  }

  /** The free seat nearest to the middle. `comeIn` is what has to happen before. */
  async take(comeIn: () => Promise<void>): Promise<void> {
    if (this.underWay) return;
    this.#asks = true;
    try {
      await comeIn();
      for (const seat of this.#free) {
        const answer = await this.control.sit(seat);
        if (answer.ok) this.#from = answer.version;
        // A neighbour may have taken the place a moment before.
        if (answer.refused?.why !== 'seat_is_taken') return;
      }
    } finally {
      this.#asks = false;
    }
  }

  get #free(): number[] {
    const { felt } = this.control;
    const seats = felt?.seats ?? [];
    const middle = (seats.length + 1) / 2;
    return seats
      .filter((seat) => !seat.taken)
      .map((one) => one.seat)
      .sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle));
  }
}
