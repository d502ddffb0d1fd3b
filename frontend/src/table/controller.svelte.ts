/** What a person does at one table: chips put down and taken back, choices, the cut, the bank. The server decides all of it. */
import { house } from '../house.svelte';
import { CHIPS } from '../parts/chips';
import { money } from '../parts/money';
import type { LiveTable } from '../wire/live.svelte';
import type { Answer, BetView, Command, NoMessage, TableSheet, Wagers } from '../wire/types';
import { bettorOf } from './model';

export const TRAY = [100, 500, 2_500, 10_000, 50_000];
const SENDS_AFTER = 90;
/** Staged chips go down this long before the bets close, where a wager that was placed stays. */
const LAST_CALL = 2_500;

const known = (wagers: Wagers): [string, number][] =>
  Object.entries(wagers).filter((pair): pair is [string, number] => (pair[1] ?? 0) > 0);
const same = (a: Wagers, b: Wagers): boolean => {
  const [x, y] = [known(a), known(b)];
  return x.length === y.length && x.every(([wager, cents]) => b[wager] === cents);
};
export const total = (wagers: Wagers): number => known(wagers).reduce((sum, [, cents]) => sum + cents, 0);

export class Controller {
  chip = $state(500);
  /** The seat the keys speak for. */
  chosen = $state(0);
  /** What shall lie at a seat, as far as the server has not said so. */
  want = $state.raw<ReadonlyMap<number, Wagers>>(new Map());
  notice = $state.raw<Pick<NoMessage, 'says' | 'clauses'> | null>(null);
  receipt = $state('');
  warTie = $state(0);
  warTieChosen = $state(false);
  /** The wagers of the round before, by seat. */
  before = $state.raw<ReadonlyMap<number, Wagers>>(new Map());

  #undo: ReadonlyMap<number, Wagers>[] = [];
  #sending = false;
  #lay: ReadonlyMap<number, Wagers> = new Map();
  #round = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #noticeTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly live: LiveTable,
    readonly sheet: TableSheet,
  ) {
    this.before = recall(live.id);
  }

  get felt() {
    return this.live.felt;
  }
  get you() {
    return this.live.you;
  }
  get seats(): readonly number[] {
    return this.you?.seats ?? [];
  }
  get seat(): number {
    const asked = this.you?.choice?.seat;
    if (asked) return asked;
    return this.seats.includes(this.chosen) ? this.chosen : (this.seats[0] ?? 0);
  }
  get bets(): readonly BetView[] {
    return this.you?.bets ?? [];
  }
  get betting(): boolean {
    return this.felt?.phase === 'betting' && this.bets.length > 0;
  }
  /** Chips may be laid down and taken back as often as one likes, so each click is told to the server. */
  get free(): boolean {
    return this.sheet.take_back;
  }
  get canUndo(): boolean {
    return this.#undo.length > 0 || this.want.size > 0;
  }
  can = (command: string): boolean => this.you?.can.includes(command) ?? false;

  made(seat: number): Wagers {
    const bettor = this.felt?.seats[seat - 1] && bettorOf(this.felt.seats[seat - 1]!);
    if (!bettor || bettor.place !== 0) return {};
    const { initial, tie, progressive, bonus_spin, match_play } = bettor;
    return { initial, tie, progressive, bonus_spin, match_play };
  }
  shown(seat: number): Wagers {
    return this.want.get(seat) ?? this.made(seat);
  }
  bet = (seat: number, wager: string): BetView | undefined => this.bets.find((one) => one.seat === seat && one.wager === wager && one.bettor === '');
  get unsent(): number {
    return this.seats.reduce((sum, seat) => sum + Math.max(0, total(this.shown(seat)) - total(this.made(seat))), 0);
  }
  get laid(): number {
    return this.seats.reduce((sum, seat) => sum + total(this.made(seat)), 0);
  }
  get rebetTotal(): number {
    return this.seats.reduce((sum, seat) => sum + total(this.before.get(seat) ?? {}), 0);
  }

  // Chips

  place(wager: string, seat = this.seat): void {
    const bet = this.bet(seat, wager);
    if (!bet) {
      this.say(this.seats.length ? 'Nothing can be placed there now.' : 'Take a seat first.');
      return;
    }
    this.notice = null;
    const now = this.shown(seat)[wager] ?? 0;
    let next: number;
    if (bet.stakes.length) {
      const round = bet.take_back || !bet.made ? [0, ...bet.stakes] : bet.stakes;
      next = round[(round.indexOf(now) + 1) % round.length] ?? 0;
    } else {
      next = now + this.chip;
      if (bet.max !== null && next > bet.max) {
        next = bet.max;
        this.say(`The most here is ${money(bet.max)}.`);
      } else if (next < bet.min) this.say(`The least here is ${money(bet.min)}.`);
      else if (bet.step > 1 && next % bet.step) this.say(`Multiples of ${money(bet.step)} go here.`);
    }
    this.put(seat, { ...this.shown(seat), [wager]: next });
  }

  put(seat: number, wagers: Wagers): void {
    this.#undo.push(new Map(this.seats.map((one) => [one, { ...this.shown(one) }])));
    this.#stage(new Map([...this.want, [seat, wagers]]));
  }

  undo(): void {
    const before = this.#undo.pop();
    if (before) this.#stage(before);
  }

  clear(): void {
    this.#undo.push(new Map(this.seats.map((one) => [one, { ...this.shown(one) }])));
    this.#stage(new Map(this.seats.map((one) => [one, this.free ? {} : this.made(one)])));
  }

  rebet(): void {
    this.#undo.push(new Map(this.seats.map((one) => [one, { ...this.shown(one) }])));
    const open = (seat: number, wagers: Wagers): Wagers => Object.fromEntries(known(wagers).filter(([wager]) => this.bet(seat, wager)));
    this.#stage(new Map(this.seats.map((one) => [one, open(one, this.before.get(one) ?? {})])));
  }

  /** Puts down what is staged, where chips are staged first. */
  async commit(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#flush();
  }

  /** "Deal": what is staged goes down, and the countdown need not wait for us. */
  ready(): void {
    void this.commit().then(() => {
      if (this.laid || this.felt?.phase === 'war_wagers') house.wire.ready(this.live.id);
    });
  }

  #stage(want: ReadonlyMap<number, Wagers>): void {
    this.want = want;
    if (!this.free) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#flush(), SENDS_AFTER);
  }

  /** The wagers of a seat that can be placed as they lie; a stack still growing is left out. */
  #placeable(seat: number): Wagers {
    const made = this.made(seat);
    return Object.fromEntries(
      known(this.shown(seat)).flatMap(([wager, cents]) => {
        const { min = 0, step = 1 } = this.bet(seat, wager) ?? {};
        if (cents >= min && !(step > 1 && cents % step)) return [[wager, cents]];
        const lies = made[wager] ?? 0;
        return lies && cents > lies ? [[wager, lies]] : [];
      }),
    );
  }

  async #flush(): Promise<void> {
    if (this.#sending) return;
    this.#sending = true;
    try {
      for (const seat of this.want.keys()) {
        const wagers = this.#placeable(seat);
        if (same(wagers, this.made(seat))) continue;
        const answer = await this.do({ command: 'put_wagers', seat, wagers });
        if (!answer.ok) {
          this.want = new Map([...this.want].filter(([one]) => one !== seat));
          this.#undo = [];
        } else if (!same(this.#placeable(seat), wagers)) {
          clearTimeout(this.#timer);
          this.#timer = setTimeout(() => void this.#flush(), SENDS_AFTER);
        }
      }
    } finally {
      this.#sending = false;
    }
  }

  /** Keeps up with what the server says: what it has confirmed is no longer wanted, and bets that closed are remembered. */
  keepUp(): void {
    const left = [...this.want].filter(([seat, wagers]) => !same(wagers, this.made(seat)));
    if (!this.betting) {
      this.#undo = [];
      if (this.want.size) this.want = new Map();
    } else if (left.length !== this.want.size) this.want = new Map(left);
    // A quick dealer may be rounds ahead of what was last seen here, so what lay there is kept as it was seen.
    const round = this.felt?.round ?? 0;
    if ((!this.betting || round !== this.#round) && [...this.#lay.values()].some((wagers) => total(wagers) > 0)) {
      this.before = this.#lay;
      remember(this.live.id, this.before);
    }
    this.#lay = this.betting ? new Map(this.seats.map((seat) => [seat, this.made(seat)])) : new Map();
    this.#round = round;
  }

  /** Called as time passes: staged chips are put down before the bets close. */
  async lastCall(millisecondsLeft: number): Promise<void> {
    if (this.betting && !this.free && this.unsent && millisecondsLeft < LAST_CALL) await this.commit();
  }

  // Everything else

  async do(command: Command): Promise<Answer> {
    const answer = await house.wire.do(this.live.id, command);
    if (answer.refused) this.say(sentenceOf(answer.refused.says), answer.refused.clauses);
    else {
      if (answer.receipt) this.receipt = answer.receipt;
      this.notice = null;
    }
    return answer;
  }

  sit = (seat: number): Promise<Answer> => this.do({ command: 'sit', seat });

  async leave(): Promise<boolean> {
    for (const seat of this.seats) if (!(await this.do({ command: 'leave', seat })).ok) return false;
    return true;
  }

  choose(what: 'surrender' | 'go_to_war'): void {
    const choice = this.you?.choice;
    if (!choice) return;
    if (what === 'go_to_war' && !choice.enough_for_war) {
      this.say('Not enough chips for war. You can surrender.');
      return;
    }
    void this.do({ command: what, seat: choice.seat, bettor: choice.bettor });
  }

  /** The war wagers are asked for: a tie wager that was chosen with the war goes down by itself. */
  async warWagers(): Promise<void> {
    const bet = this.bets.find((one) => one.wager === 'war_tie');
    if (!bet || !this.warTieChosen) return;
    this.warTieChosen = false;
    if (this.warTie >= Math.max(1, bet.min) && !bet.made) await this.do({ command: 'put_wagers', seat: bet.seat, wagers: { war_tie: this.warTie } });
    house.wire.ready(this.live.id);
  }

  say(says: string, clauses: readonly string[] = []): void {
    this.notice = { says, clauses: [...clauses] };
    clearTimeout(this.#noticeTimer);
    this.#noticeTimer = setTimeout(() => {
      this.notice = null;
    }, 6_000);
  }

  chipByKey(n: number): void {
    const cents = TRAY[n - 1];
    if (cents && CHIPS.some((chip) => chip.cents === cents)) this.chip = cents;
  }
}

/** A refusal as a sentence: the server's words begin small and end without a full stop. */
export function sentenceOf(says: string): string {
  const text = says.charAt(0).toUpperCase() + says.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

const keyOf = (table: string): string => `wartable bets ${table}`;

function recall(table: string): ReadonlyMap<number, Wagers> {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(keyOf(table)) ?? '[]') as [number, Wagers][]);
  } catch {
    return new Map();
  }
}

function remember(table: string, bets: ReadonlyMap<number, Wagers>): void {
  try {
    sessionStorage.setItem(keyOf(table), JSON.stringify([...bets]));
  } catch {
    // A browser that keeps nothing still plays; it only cannot offer the last bets after a reload.
  }
}
