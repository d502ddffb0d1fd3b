/** Who we are and whose house this is; one socket for the whole page. */
import { router } from './router.svelte';
import { again, get, isSilence, post, remove } from './wire/api';
import type { ClaimRequest, GuestRequest, SignIn } from './wire/documents';
import { HouseDocument, Me } from './wire/generated';
import { Wire } from './wire/live.svelte';
import { nothing } from './wire/shape';
import { t } from './words/t';

const NOBODY: Me = {
  person: '',
  name: '',
  colour: '',
  role: 'watcher',
  patron: '',
  balance: 0,
  play_money: true,
  may: [],
};

const CALLS_AGAIN = 2_000;
/** Settled when the device says that it has a connection again. */
const connected = (): Promise<unknown> => new Promise((go) => addEventListener('online', go, { once: true }));

/** The colours that a guest can choose, and none. */
export const COLOURS = ['', 'rose', 'sky', 'mint', 'lilac', 'sand'] as const;
export type Colour = (typeof COLOURS)[number];
export const colourOf = (text: string): Colour => COLOURS.find((one) => one === text) ?? '';

/** What a guest is called who has not chosen a name. */
export const guestName = (): string => t('Guest {number}', { number: 100 + Math.floor(Math.random() * 900) });

class House {
  me = $state.raw<Me>(NOBODY);
  document = $state.raw<HouseDocument | null>(null);
  /** Whether the house does not answer; it is called again until it does. */
  silent = $state(false);
  wire = new Wire(() => router.where.table);

  /** Settled when it is known who we are; an answer that comes late must not undo who we became meanwhile. */
  known: Promise<void> = Promise.resolve();

  arrive(): Promise<void> {
    this.wire.onSignedOut = () => void this.#lookAgain();
    this.wire.open();
    this.known = this.#learn();
    return this.known;
  }

  async #learn(): Promise<void> {
    for (;;) {
      try {
        const asked = Promise.all([again(() => get('/api/me', Me)), again(() => get('/api/house', HouseDocument))]);
        [this.me, this.document] = await asked;
        this.silent = false;
        return;
      } catch (caught) {
        if (!isSilence(caught)) throw caught;
        this.silent = true;
        await Promise.race([new Promise((go) => setTimeout(go, CALLS_AGAIN)), connected()]);
      }
    }
  }

  /** What the house calls itself; one that gave itself no name is not named twice. */
  get named(): string {
    const { operator = '' } = this.document ?? {};
    return operator === 'wartable' ? '' : operator;
  }

  may = (action: string): boolean => this.me.may.includes(action);

  #enters: Promise<void> | null = null;

  /** Somebody unknown becomes a guest; asked for twice at once, they become one guest. */
  asGuest(name: string): Promise<void> {
    this.#enters ??= this.#enter(name).finally(() => {
      this.#enters = null;
    });
    return this.#enters;
  }

  async #enter(name: string): Promise<void> {
    await this.known;
    if (this.me.patron) return;
    this.me = await again(async () => {
      // An answer that was lost on the way may have let us in already.
      const me = await get('/api/me', Me);
      return me.patron ? me : post('/api/guest', { name } satisfies GuestRequest, Me);
    });
    this.wire.reopen();
  }

  async signIn(name: string, password: string): Promise<void> {
    await this.known;
    this.me = await post('/api/session', { name, password } satisfies SignIn, Me);
    this.wire.reopen();
  }

  /** The session has ended: the server says who we are now. */
  async #lookAgain(): Promise<void> {
    const me = await again(() => get('/api/me', Me)).catch(() => NOBODY);
    if (!this.wire.closed) return; // who we became meanwhile stays
    this.me = me;
    this.wire.reopen();
  }

  async signOut(): Promise<void> {
    await remove('/api/session', nothing);
    this.me = await get('/api/me', Me);
    this.wire.reopen();
  }

  /** A guest takes another name or colour; the tables show it at once. */
  async takeName(name: string, colour: Colour): Promise<void> {
    this.me = await post('/api/me/name', { name, colour } satisfies GuestRequest, Me);
    this.wire.reopen();
  }

  /** A guest comes back with the link that was kept. */
  async comeBack(claim: string): Promise<void> {
    await this.known;
    this.me = await post('/api/claim', { claim } satisfies ClaimRequest, Me);
    this.wire.reopen();
  }

  /** What we have now, as a table says. */
  has(patron: string, balance: number): void {
    if (this.me.patron === patron) this.me = { ...this.me, balance };
  }

  /** Asks what we have now: rounds end while we are elsewhere. */
  async recount(): Promise<void> {
    const asked = this.me;
    if (!asked.patron) return;
    const me = await get('/api/me', Me);
    // Who we became meanwhile stays.
    if (me.patron === this.me.patron) this.me = me;
  }

  async moreChips(): Promise<void> {
    this.me = await post('/api/me/chips', {}, Me);
  }
}

export const house = new House();
