/** The socket: the tables that are watched, as the server last told them, and commands that are answered once. */

import { t } from '../words/t';
import {
  type Answer,
  type ClientMessage,
  type Command,
  type Decided,
  type FeltView,
  type FloorMessage,
  type JackpotMessage,
  type NoMessage,
  type Reacted,
  type Reaction,
  type Said,
  ServerMessage,
  type TableMessage,
  type Update,
  type You,
} from './generated';
import { read } from './read';
import { decode } from './shape';

export type Link = 'connecting' | 'open' | 'lost';

/** A table as it was last told. */
export class LiveTable {
  felt = $state.raw<FeltView | null>(null);
  you = $state.raw<You | null>(null);
  version = $state(0);
  /** The events of the round so far. */
  said = $state.raw<readonly Said[]>([]);
  /** What the last message brought, for what moves or speaks. */
  news = $state.raw<readonly Said[]>([]);
  constructor(readonly id: string) {}
}

interface Pending {
  text: string;
  settle: (answer: Answer) => void;
}

const lost = (): NoMessage => ({
  why: 'no_connection',
  says: t('Connection lost. Nothing was sent.'),
  clauses: [],
});
/** An answer that the server did not give. */
const refusal = (id: string, refused: NoMessage): Answer => ({
  type: 'answer',
  id,
  ok: false,
  table: '',
  version: 0,
  receipt: '',
  receipts: [],
  refused,
  request: '',
});
const PATIENCE = [250, 500, 1_000, 2_000, 4_000];

export class Wire {
  link = $state<Link>('connecting');
  floor = $state.raw<FloorMessage | null>(null);
  /** What became of this person's last request that was decided. */
  decided = $state.raw<Decided | null>(null);
  /** The last jackpot of the house while this page was open. */
  jackpot = $state.raw<JackpotMessage | null>(null);
  /** The last word that a person at a private table said to the others. */
  reacted = $state.raw<Reacted | null>(null);
  /** What is wrong with the last message that this page could not read. */
  unreadable = $state('');
  /** Server's clock minus ours, in milliseconds. */
  offset = $state(0);
  /** Called when the session has ended, in another window or by the house; nothing is sent until this is reopened. */
  onSignedOut = (): void => undefined;

  #socket: WebSocket | null = null;
  #tables = new Map<string, LiveTable>();
  #pending = new Map<string, Pending>();
  #watchesFloor = false;
  #tries = 0;
  #closed = false;
  #ping: ReturnType<typeof setInterval> | undefined;

  /** The server's clock now. */
  now = (): number => Date.now() + this.offset;

  /** `table` names the table that the page is about, before one is watched. */
  constructor(readonly table: () => string = () => '') {}

  /** Watches exactly these tables. */
  watch(ids: readonly string[]): LiveTable[] {
    for (const id of this.#tables.keys()) if (!ids.includes(id)) this.#tables.delete(id);
    for (const id of ids) if (!this.#tables.has(id)) this.#tables.set(id, new LiveTable(id));
    this.#send({ type: 'watch', tables: [...ids] });
    return ids.map((id) => this.#tables.get(id) as LiveTable);
  }

  watchFloor(on: boolean): void {
    this.#watchesFloor = on;
    this.#send({ type: 'watch_floor', on });
  }

  /** Sends a command; it is sent again by itself after a lost connection, and done once. */
  do(table: string, command: Command): Promise<Answer> {
    const id = newId();
    return this.#answered(id, { type: 'do', id, table, command });
  }

  confirm(request: string): Promise<Answer> {
    const id = newId();
    return this.#answered(id, { type: 'confirm', id, request });
  }

  withdraw(request: string): Promise<Answer> {
    const id = newId();
    return this.#answered(id, { type: 'withdraw', id, request });
  }

  ready(table: string, ready = true): void {
    this.#send({ type: 'ready', table, ready });
  }

  react(table: string, reaction: Reaction): void {
    this.#send({ type: 'react', table, reaction });
  }

  /** Calls, and says for which table: where several processes serve, the one that has it answers. */
  open(): void {
    this.#closed = false;
    const [table = this.table()] = this.#tables.keys();
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const query = table && `?table=${encodeURIComponent(table)}`;
    const socket = new WebSocket(`${scheme}://${location.host}/ws${query}`);
    this.#socket = socket;
    socket.onmessage = (event: MessageEvent<string>) => {
      if (socket === this.#socket) this.#read(event.data);
    };
    socket.onclose = () => {
      if (socket === this.#socket) this.#lose();
    };
  }

  /** Closes the socket and connects again, as another person after signing in or out. */
  reopen(): void {
    this.#hangUp();
    this.link = 'connecting';
    this.open();
  }

  get closed(): boolean {
    return this.#closed;
  }

  close(): void {
    this.#closed = true;
    this.#hangUp();
  }

  #hangUp(): void {
    clearInterval(this.#ping);
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  #lose(): void {
    clearInterval(this.#ping);
    this.#socket = null;
    if (this.#closed) return;
    this.link = 'lost';
    const wait = PATIENCE[Math.min(this.#tries++, PATIENCE.length - 1)] ?? 4_000;
    setTimeout(() => {
      if (!this.#closed && !this.#socket) this.open();
    }, wait);
  }

  #answered(id: string, message: ClientMessage): Promise<Answer> {
    const text = JSON.stringify(message);
    return new Promise((settle) => {
      if (this.#closed) return settle(refusal(id, lost()));
      this.#pending.set(id, { text, settle });
      if (this.link === 'open') this.#socket?.send(text);
    });
  }

  #send(message: ClientMessage): void {
    if (this.link === 'open') this.#socket?.send(JSON.stringify(message));
  }

  #read(text: string): void {
    try {
      const message = decode(ServerMessage, read(text));
      this.unreadable = '';
      this.#take(message);
    } catch (caught) {
      this.unreadable = caught instanceof Error ? caught.message : String(caught);
    }
  }

  #take(message: ServerMessage): void {
    switch (message.type) {
      case 'hello':
        this.#greet(message.time, message.ping_seconds);
        return;
      case 'table':
        this.#whole(message);
        return;
      case 'update':
        this.#further(message);
        return;
      case 'answer':
        this.#pending.get(message.id)?.settle(message);
        this.#pending.delete(message.id);
        return;
      case 'decided':
        this.decided = message;
        return;
      case 'jackpot':
        this.jackpot = message;
        return;
      case 'reacted':
        this.reacted = message;
        return;
      case 'floor':
        this.offset = message.time - Date.now();
        this.floor = message;
        return;
      case 'problem':
        if (message.id) {
          const refused = { why: message.why, says: message.says, clauses: [] };
          this.#pending.get(message.id)?.settle(refusal(message.id, refused));
          this.#pending.delete(message.id);
        }
        return;
      case 'bye':
        if (message.why !== 'signed_out') return;
        this.#closed = true;
        this.onSignedOut();
        return;
      case 'pong':
        this.offset = message.time - Date.now();
    }
  }

  #greet(time: number, pingSeconds: number): void {
    this.offset = time - Date.now();
    this.#tries = 0;
    this.link = 'open';
    if (this.#tables.size) this.#send({ type: 'watch', tables: [...this.#tables.keys()] });
    if (this.#watchesFloor) this.#send({ type: 'watch_floor', on: true });
    for (const { text } of this.#pending.values()) this.#socket?.send(text);
    clearInterval(this.#ping);
    this.#ping = setInterval(
      () => this.#send({ type: 'ping', at: Date.now() }),
      Math.max(1, pingSeconds * 0.6) * 1_000,
    );
  }

  #whole(message: TableMessage): void {
    const table = this.#tables.get(message.table);
    if (!table) return;
    this.offset = message.time - Date.now();
    table.felt = message.felt;
    table.you = withHistory(message.you, table.you);
    table.version = message.version;
    table.said = message.last;
    table.news = [];
  }

  #further(message: Update): void {
    const table = this.#tables.get(message.table);
    // The same version again: nothing happened, but a person came or went, or waits for the deal.
    if (!table?.felt || message.version < table.version) return;
    const first = message.events[0]?.version;
    if (first !== undefined && first > table.version + 1) {
      this.#send({ type: 'resync', table: message.table });
      return;
    }
    this.offset = message.time - Date.now();
    const fresh = message.events.filter((said) => said.version > table.version);
    table.said = message.felt.round === table.felt.round ? [...table.said, ...fresh] : fresh;
    table.news = fresh;
    table.felt = message.felt;
    table.you = withHistory(message.you, table.you);
    table.version = message.version;
  }
}

/** A unique name for a command; `crypto.randomUUID` is not there on a page without https. */
export function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const KEPT = 12;

/** The history is sent when it changed, and may hold only what is new. */
function withHistory(you: You | null, before: You | null): You | null {
  if (!you) return null;
  const known = before?.patron === you.patron ? (before.history ?? []) : [];
  const fresh = you.history ?? [];
  const stays = known.filter((one) => !fresh.some((other) => other.round === one.round && other.seat === one.seat));
  return { ...you, history: [...stays, ...fresh].sort((a, b) => a.round - b.round || a.seat - b.seat).slice(-KEPT) };
}
