/** The same bets again: as soon as the hand is settled, doubled, as a favourite, or round after round up to a limit. */
import { money } from '../parts/money';
import { t } from '../words/t';
import type { Controller } from './controller.svelte';
import { bettorAt, resultFor } from './model';
import { keepFavourites, recallFavourites, type Wagers } from './remembered';

export const MOST_FAVOURITES = 4;
export const MOST_ROUNDS = 100;

/** Rounds that are played by themselves: how many are left, and what the player had and may lose. */
interface Auto {
  rounds: number;
  had: number;
  loss: number;
}

export class Again {
  /** Rebet was pressed before the bets opened: the chips go down when they do. */
  next = $state(false);
  auto = $state.raw<Auto | null>(null);
  favourites = $state.raw<readonly Wagers[]>(recallFavourites());
  /** The round after which this has put chips down, so that it does so once. */
  #after = -1;
  #saidReady = false;

  constructor(readonly control: Controller) {}

  /** My hands are settled, and the bets are not open yet. */
  get settled(): boolean {
    const { control } = this;
    const { felt } = control;
    if (!felt || control.betting) return false;
    const results = control.spots.flatMap((spot) => bettorAt(felt, control.you, spot) ?? []).map(resultFor);
    return results.length > 0 && results.every(Boolean);
  }

  rebet(): void {
    if (this.control.betting) this.control.rebet();
    else if (this.settled && this.control.beforeTotal) this.next = !this.next;
  }

  /** Twice what lies there, or else twice the bets of the round before; a wager of fixed stakes stays as it is. */
  double(): void {
    const { control } = this;
    if (!control.betting) return;
    const lies = control.spots.some((spot) => Object.values(control.shown(spot)).some(Boolean));
    control.lay(
      new Map(
        control.spots.map((spot) => [spot, this.#twice(spot, lies ? control.shown(spot) : control.before.get(spot))]),
      ),
    );
  }

  #twice(spot: number, wagers: Wagers = {}): Wagers {
    const twice = Object.entries(wagers).map(([wager, cents]) => {
      const bet = this.control.bet(spot, wager as keyof Wagers);
      if (!bet || bet.stakes.length || wager === 'match_play') return [wager, cents];
      return [wager, bet.max === null ? cents * 2 : Math.min(cents * 2, bet.max)];
    });
    return Object.fromEntries(twice);
  }

  // Favourites

  /** What lies before the player now, without a coupon. */
  get lies(): Wagers {
    const { match_play: _, ...wagers } = this.control.spot ? this.control.shown(this.control.spot) : {};
    return Object.fromEntries(Object.entries(wagers).filter(([, cents]) => cents > 0));
  }
  save(): void {
    const { lies } = this;
    if (Object.keys(lies).length) this.#keep([...this.favourites, lies].slice(-MOST_FAVOURITES));
  }
  forget(which: Wagers): void {
    this.#keep(this.favourites.filter((one) => one !== which));
  }
  use(which: Wagers): void {
    if (this.control.betting) this.control.lay(new Map([[this.control.spot, which]]));
  }
  #keep(favourites: readonly Wagers[]): void {
    this.favourites = favourites;
    keepFavourites(favourites);
  }

  // Round after round

  start(rounds: number, loss: number): void {
    this.auto = { rounds, loss, had: this.#has() };
    this.#after = -1;
    this.keepUp();
  }
  stop(says = ''): void {
    this.auto = null;
    if (says) this.control.say(says);
  }

  /** Chips in hand and on the felt. */
  #has(): number {
    return (this.control.you?.balance ?? 0) + this.control.laid;
  }

  /** Why no further round is bet on; empty where one is. */
  #over({ rounds, had, loss }: Auto): string {
    const bet = this.control.rebetTotal;
    if (!rounds) return t('Auto rebet is over: all rounds are bet.');
    if (!bet) return t('Auto rebet stopped: there is nothing to bet again.');
    if (bet > (this.control.you?.balance ?? 0)) return t('Auto rebet stopped: not enough chips.');
    if (had - this.#has() + bet > loss)
      return t('Auto rebet stopped: another loss would pass {amount}.', { amount: money(loss) });
    return '';
  }

  /** Follows the table: puts down what was asked for as soon as the bets are open. */
  keepUp(): void {
    const { control } = this;
    // Behind a seat there is no place before its player has bet.
    if (!control.spot && !control.beforeTotal) {
      this.next = false;
      this.auto = null;
    }
    if (!control.betting) this.#after = -1;
    const round = control.felt?.round ?? 0;
    if (control.betting && this.#after !== round && !control.laid && !control.want.size) this.#bet(round);
    else if (this.auto && control.laid && !control.want.size && control.you?.may_be_ready && !this.#saidReady) {
      this.#saidReady = true;
      control.ready();
    }
  }

  #bet(round: number): void {
    if (!this.next && !this.auto) return;
    this.#after = round;
    this.#saidReady = false;
    const why = this.auto ? this.#over(this.auto) : '';
    if (why) this.stop(why);
    else if (this.auto) this.auto = { ...this.auto, rounds: this.auto.rounds - 1 };
    if (this.next || this.auto) {
      this.control.rebet();
      void this.control.commit();
    }
    this.next = false;
  }
}
