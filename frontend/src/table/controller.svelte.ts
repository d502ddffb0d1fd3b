/** What a person does at one table: chips put down and taken back, choices, the cut, the bank. The server decides. */
import { CHIPS } from '../parts/chips';
import { money } from '../parts/money';
import { sentenceOf } from '../wire/api';
import type { Answer, BetView, Command, NoMessage, TableSheet, Wager } from '../wire/generated';
import type { LiveTable, Wire } from '../wire/live.svelte';
import { t } from '../words/t';
import { Again } from './again.svelte';
import { Leaving } from './leaving.svelte';
import { bettorAt, lastOf, PLACED, type Spot, spotsOf } from './model';
import { OwnWords } from './own.svelte';
import { recall, remember, type Wagers } from './remembered';
import { Seating } from './seating.svelte';
import { sound } from './sound.svelte';
import { known, same, total, without } from './wagers';
import { War } from './war.svelte';

export const TRAY = [100, 500, 2_500, 10_000, 50_000];
const SENDS_AFTER = 90;
/** The name under which a bettor behind a seat places wagers. */
const MYSELF = 'me';
/** Staged chips go down this long before the bets close, where a wager that was placed stays. */
const LAST_CALL = 2_500;

/** Where a wager stays once it was placed, no chip is added to it either. */
const STAYS = (): string => t('Your bet is down, and stays until it is decided.');
const stays = (bet: BetView | undefined): boolean => bet !== undefined && !bet.take_back && bet.made > 0;

export class Controller {
  chip = $state(500);
  /** The place the keys speak for. */
  chosen = $state<Spot>(0);
  /** What shall lie at a place, as far as the server has not said so. */
  want = $state.raw<ReadonlyMap<Spot, Wagers>>(new Map());
  /** The hands of the electronic form that the wagers shall be on, as far as the server has not said so. */
  #hands = $state.raw<ReadonlyMap<Spot, number>>(new Map());
  notice = $state.raw<Pick<NoMessage, 'says' | 'clauses'> | null>(null);
  /** What is told is about chips that are laid, and over when the bets close. */
  #ofChips = false;
  receipt = $state('');
  /** The wagers of the round before, by place, as this window saw them lie. */
  #seen = $state.raw<ReadonlyMap<Spot, Wagers>>(new Map());

  /** The same bets again. */
  readonly again = new Again(this);

  readonly war = new War(this);

  readonly seating = new Seating(this);

  readonly leaving = new Leaving(this);

  /** What I add to the sealed shoe. */
  readonly own = new OwnWords();

  /** What was changed here, step by step: another window of the same player changes its own. */
  #undo = $state.raw<readonly ReadonlyMap<Spot, { from: Wagers; to: Wagers }>[]>([]);
  #sending: Promise<void> | null = null;
  /** What was sent for a place and is not seen there yet: until then, what lies there may be older than the command. */
  readonly #sent = new Map<Spot, Wagers>();
  #lay: ReadonlyMap<Spot, Wagers> = new Map();
  #round = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #noticeTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly live: LiveTable,
    readonly sheet: TableSheet,
    readonly wire: Wire,
  ) {
    this.#seen = recall(live.id);
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
  /** Where wagers of mine lie or may lie: my seats, and behind the seats of others. */
  get spots(): readonly Spot[] {
    return spotsOf(this.you);
  }
  /** The place that chips go to and that is asked; behind a seat only once it was chosen, or where chips lie or lay. */
  get spot(): Spot {
    const choice = this.you?.choice;
    if (choice) return choice.bettor ? -choice.seat : choice.seat;
    if (this.spots.includes(this.chosen)) return this.chosen;
    const behind = this.you?.behind[0];
    const before = this.spots.find((spot) => this.before.has(spot));
    return this.seats[0] ?? (behind ? -behind.seat : (before ?? 0));
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
  /** Where wagers stay once they are placed, only what is not placed yet can be undone. */
  get canUndo(): boolean {
    return this.want.size > 0 || (this.free && this.#undo.length > 0);
  }
  get canClear(): boolean {
    return this.want.size > 0 || (this.free && this.laid > 0);
  }
  can = (command: Command['command']): boolean => this.you?.can.includes(command) ?? false;

  made(spot: Spot): Wagers {
    const bettor = this.felt ? bettorAt(this.felt, this.you, spot) : undefined;
    if (!bettor) return {};
    return Object.fromEntries(PLACED.map((wager) => [wager, bettor[wager]]));
  }
  shown(spot: Spot): Wagers {
    return this.want.get(spot) ?? this.made(spot);
  }
  bet = (spot: Spot, wager: Wager): BetView | undefined =>
    this.bets.find((one) => one.seat === Math.abs(spot) && one.wager === wager && (one.bettor === '') === spot > 0);
  get unsent(): number {
    return this.spots.reduce((sum, spot) => sum + Math.max(0, total(this.shown(spot)) - total(this.made(spot))), 0);
  }
  /** A coupon that is staged is no money, and still not placed. */
  get couponUnsent(): boolean {
    return this.spots.some((spot) => (this.shown(spot).match_play ?? 0) !== (this.made(spot).match_play ?? 0));
  }
  /** Chips or a coupon lie there, and the house has not taken them yet. */
  get staging(): boolean {
    return (this.unsent > 0 || this.couponUnsent) && !this.free;
  }
  /** What is to be placed, in words. */
  get toPlace(): string {
    return this.unsent ? money(this.unsent) : t('the coupon');
  }
  get laid(): number {
    return this.spots.reduce((sum, spot) => sum + total(this.made(spot)), 0);
  }
  /** The wagers of the round before, by place; a window that saw none has those of the last hands. */
  get before(): ReadonlyMap<Spot, Wagers> {
    return this.#seen.size ? this.#seen : lastOf(this.you);
  }
  get rebetTotal(): number {
    return this.spots.reduce((sum, spot) => sum + total(this.#open(spot, this.before.get(spot) ?? {})), 0);
  }

  /** The same, whether or not the bets are open now. */
  get beforeTotal(): number {
    return [...this.before].reduce((sum, [spot, wagers]) => sum + (this.#mayComeBack(spot) ? total(wagers) : 0), 0);
  }

  /** Whether wagers may lie there again: behind a seat, not before its player has bet. */
  #mayComeBack = (spot: Spot): boolean => spot < 0 || this.spots.includes(spot);

  // The electronic form

  /** The hand a place bets on: as the server says, or as it shall be. */
  handOf(spot: Spot): number {
    if (!this.sheet.electronic) return 0;
    return this.#hands.get(spot) ?? (this.felt?.seats[spot - 1]?.hand || 1);
  }
  chooseHand(hand: number, spot = this.spot): void {
    if (!this.betting || spot <= 0) return;
    this.#hands = new Map([...this.#hands, [spot, hand]]);
    if (total(this.shown(spot))) this.#stage(new Map([...this.want, [spot, this.shown(spot)]]));
  }
  nextHand(): void {
    this.chooseHand((this.handOf(this.spot) % this.sheet.electronic) + 1);
  }
  /** Another of my places. */
  nextSpot(): void {
    const { spots } = this;
    this.chosen = spots[(spots.indexOf(this.spot) + 1) % spots.length] ?? 0;
  }

  // Chips

  place(wager: Wager, spot = this.spot): void {
    const bet = this.bet(spot, wager);
    if (!bet) {
      this.say(this.spot ? t('You cannot bet there now.') : t('Take a seat first.'));
      return;
    }
    this.notice = null;
    this.chosen = spot;
    if (stays(bet)) {
      this.say(STAYS(), [], true);
      return;
    }
    const now = this.shown(spot)[wager] ?? 0;
    let next: number;
    if (bet.stakes.length) {
      const round = [0, ...bet.stakes];
      next = round[(round.indexOf(now) + 1) % round.length] ?? 0;
    } else {
      next = now + this.chip;
      if (bet.max !== null && next > bet.max) {
        next = bet.max;
        this.say(t('You can bet at most {amount} here.', { amount: money(bet.max) }), [], true);
      }
      if (bet.whole !== null && next > bet.whole)
        this.say(t('Above {amount} the payout limit can cut what you win.', { amount: money(bet.whole) }), [], true);
    }
    if (next > now) sound.chip();
    this.put(spot, { ...this.shown(spot), [wager]: next });
  }

  put(spot: Spot, wagers: Wagers): void {
    this.#keep(new Map([[spot, wagers]]));
    this.#stage(new Map([...this.want, [spot, wagers]]));
  }

  undo(): void {
    const last = this.#undo.at(-1);
    this.#undo = this.#undo.slice(0, -1);
    if (!last) return;
    const back = [...last].map(([spot, change]) => [spot, without(this.shown(spot), change)] as const);
    this.#stage(new Map([...this.want, ...back]));
  }

  clear(): void {
    const cleared = new Map(this.spots.map((one) => [one, this.free ? {} : this.made(one)]));
    this.#keep(cleared);
    this.#stage(cleared);
  }

  rebet(): void {
    this.lay(new Map(this.spots.map((one) => [one, this.before.get(one) ?? {}])));
  }

  /** These bets, as far as they may be made now. */
  lay(bets: ReadonlyMap<Spot, Wagers>): void {
    const open = new Map([...bets].map(([one, wagers]) => [one, this.#open(one, wagers)]));
    this.#keep(open);
    this.#stage(new Map([...this.want, ...open]));
    if (this.laid && !this.free && !this.want.size) this.say(STAYS(), [], true);
  }

  #keep(next: ReadonlyMap<Spot, Wagers>): void {
    this.#undo = [...this.#undo, new Map([...next].map(([one, to]) => [one, { from: this.shown(one), to }]))];
  }

  /** As far as these wagers may be made now: one that stays is neither changed nor taken away. */
  #open(spot: Spot, wagers: Wagers): Wagers {
    const made = known(this.made(spot)).filter(([wager]) => stays(this.bet(spot, wager)));
    return Object.fromEntries([...known(wagers).filter(([wager]) => this.bet(spot, wager)), ...made]);
  }

  /** Puts down what is staged, where chips are staged first. */
  async commit(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#flush();
  }

  /** What concerns this person alone now; without any news, why a stack that lies there waits, as long as it does. */
  get told(): Controller['notice'] {
    return this.notice ?? (this.notYet ? { says: this.notYet, clauses: [] } : null);
  }

  /** Why a stack that lies there cannot be placed as it is. */
  get notYet(): string {
    for (const [spot, wagers] of this.want) {
      // The main bet is named first: what lies beside it waits for it.
      const made = known({ initial: 0, ...wagers });
      for (const [wager, cents] of made) {
        const { min = 0, step = 1 } = this.bet(spot, wager) ?? {};
        if (cents < min) return t('Bet at least {amount} here.', { amount: money(min) });
        if (step > 1 && cents % step) return t('Bet in steps of {amount} here.', { amount: money(step) });
      }
      if (made.length && !wagers.initial) return t('Make the main bet first.');
    }
    return '';
  }

  /** "Deal": what is staged goes down, and the countdown need not wait for us. */
  ready(): void {
    if (this.felt?.phase === 'war_wagers') void this.war.answerTie();
    else
      void this.#down().then(() => {
        if (this.laid) this.wire.ready(this.live.id);
      });
  }

  /** Puts everything down that is wanted, also what was changed while another command was on its way. */
  async #down(): Promise<void> {
    await this.commit();
    if ([...this.want].some(([spot, wagers]) => !same(this.#sent.get(spot) ?? wagers, wagers))) await this.commit();
  }

  #stage(want: ReadonlyMap<Spot, Wagers>): void {
    if (!this.free) {
      this.want = new Map([...want].filter(([spot, wagers]) => !this.#lies(spot, wagers)));
      return;
    }
    this.want = want;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#flush(), SENDS_AFTER);
  }

  /** The wagers of a place that can be placed as they lie; all beside a main bet that still grows waits for it. */
  #placeable(spot: Spot): Wagers {
    const made = this.made(spot);
    const wagers: Wagers = Object.fromEntries(
      known(this.shown(spot)).flatMap(([wager, cents]) => {
        const { min = 0, step = 1 } = this.bet(spot, wager) ?? {};
        if (cents >= min && !(step > 1 && cents % step)) return [[wager, cents]];
        const lies = made[wager] ?? 0;
        return lies && cents > lies ? [[wager, lies]] : [];
      }),
    );
    return wagers.initial ? wagers : {};
  }

  /** Whether the server has these wagers at this place, on the hand they shall be on. */
  #lies(spot: Spot, wagers: Wagers): boolean {
    const moved =
      this.sheet.electronic > 0 && total(wagers) > 0 && this.handOf(spot) !== this.felt?.seats[spot - 1]?.hand;
    return same(wagers, this.made(spot)) && !moved;
  }

  /** Wagers lie as they are wanted, and nothing else is on its way for that place. */
  #isConfirmed(spot: Spot, wagers: Wagers): boolean {
    return this.#lies(spot, wagers) && same(this.#sent.get(spot) ?? wagers, wagers);
  }

  #flush(): Promise<void> {
    this.#sending ??= this.#send().finally(() => {
      this.#sending = null;
    });
    return this.#sending;
  }

  async #send(): Promise<void> {
    for (const spot of this.want.keys()) {
      const wagers = this.#placeable(spot);
      if (this.#isConfirmed(spot, wagers)) continue;
      const hand = known(wagers).length ? this.handOf(spot) : 0;
      const where = spot > 0 ? { seat: spot, hand } : { seat: -spot, bettor: MYSELF };
      this.#sent.set(spot, wagers);
      const answer = await this.withWords({ command: 'put_wagers', ...where, wagers }, known(wagers).length > 0);
      if (!answer.ok) {
        this.#sent.delete(spot);
        this.want = new Map([...this.want].filter(([one]) => one !== spot));
        this.#hands = new Map([...this.#hands].filter(([one]) => one !== spot));
        this.#undo = [];
      } else if (!same(this.#placeable(spot), wagers) || (spot > 0 && hand > 0 && this.handOf(spot) !== hand)) {
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => void this.#flush(), SENDS_AFTER);
      }
    }
  }

  /** Follows what the server says: what it has confirmed is no longer wanted, and closed bets are remembered. */
  keepUp(): void {
    this.own.follow(this.felt?.shoe.number ?? 0);
    for (const [spot, wagers] of this.#sent) if (!this.betting || this.#lies(spot, wagers)) this.#sent.delete(spot);
    const left = [...this.want].filter(([spot, wagers]) => !this.#isConfirmed(spot, wagers));
    // A quick dealer may be rounds ahead of what was last seen here, so what lay there is kept as it was seen.
    const round = this.felt?.round ?? 0;
    if (this.#undo.length && (!this.betting || round !== this.#round)) this.#undo = [];
    if (!this.betting) {
      if (this.want.size) this.want = new Map();
      if (this.#ofChips) this.notice = null;
    } else if (left.length !== this.want.size) this.want = new Map(left);
    if ((!this.betting || round !== this.#round) && [...this.#lay.values()].some((wagers) => total(wagers) > 0)) {
      this.#seen = this.#lay;
      remember(this.live.id, this.#seen);
    }
    this.#lay = this.betting ? new Map(this.spots.map((spot) => [spot, this.made(spot)])) : new Map();
    this.#round = round;
  }

  /** Called as time passes: staged chips are put down before the bets close. */
  async lastCall(millisecondsLeft: number): Promise<void> {
    if (this.betting && !this.free && (this.unsent || this.couponUnsent) && millisecondsLeft < LAST_CALL)
      await this.commit();
  }

  // Everything else

  /** Does something with which words go into the sealed shoe, as long as it takes any. */
  async withWords(command: Command, places = true): Promise<Answer> {
    this.own.follow(this.felt?.shoe.number ?? 0);
    const { words } = places ? this.own.next(this.you) : {};
    const answer = await this.do({ ...command, ...(words ? { words } : {}) });
    if (answer.ok) this.own.keep(words, answer.version);
    return answer;
  }

  async do(command: Command): Promise<Answer> {
    const answer = await this.wire.do(this.live.id, command);
    if (answer.refused) this.say(sentenceOf(answer.refused.says), answer.refused.clauses);
    else {
      if (answer.receipt) this.receipt = answer.receipt;
      if (!this.#ofChips) this.notice = null; // why fewer chips lie there is told longer than they take to get there
    }
    return answer;
  }

  sit = (seat: number): Promise<Answer> => this.do({ command: 'sit', seat });

  say(says: string, clauses: readonly string[] = [], ofChips = false): void {
    this.notice = { says, clauses: [...clauses] };
    this.#ofChips = ofChips;
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
