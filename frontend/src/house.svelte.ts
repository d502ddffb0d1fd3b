/** Who we are and whose house this is; one socket for the whole page. */
import { get, post, remove } from './wire/api';
import { Wire } from './wire/live.svelte';
import type { HouseDocument, Me } from './wire/types';

const NOBODY: Me = { person: '', name: '', role: 'watcher', patron: '', balance: 0, play_money: true, may: [] };

class House {
  me = $state.raw<Me>(NOBODY);
  document = $state.raw<HouseDocument | null>(null);
  wire = new Wire();

  /** Settled when it is known who we are; an answer that comes late must not undo who we became meanwhile. */
  known: Promise<void> = Promise.resolve();

  arrive(): Promise<void> {
    this.wire.open();
    this.known = this.#learn();
    return this.known;
  }

  async #learn(): Promise<void> {
    [this.me, this.document] = await Promise.all([get<Me>('/api/me'), get<HouseDocument>('/api/house')]);
  }

  may = (action: string): boolean => this.me.may.includes(action);

  async asGuest(name: string): Promise<void> {
    await this.known;
    if (this.me.patron) return;
    this.me = await post<Me>('/api/guest', { name });
    this.wire.reopen();
  }

  async signIn(name: string, password: string): Promise<void> {
    await this.known;
    this.me = await post<Me>('/api/session', { name, password });
    this.wire.reopen();
  }

  async signOut(): Promise<void> {
    await remove('/api/session');
    this.me = await get<Me>('/api/me');
    this.wire.reopen();
  }

  async moreChips(): Promise<void> {
    this.me = await post<Me>('/api/me/chips');
  }
}

export const house = new House();
