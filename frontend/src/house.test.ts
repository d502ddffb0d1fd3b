import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Me } from './wire/generated';

const guest = (patron: string, balance: number): Me => ({
  ...{ person: patron, name: 'Ann', colour: '', role: patron ? 'guest' : 'watcher', patron, balance },
  ...{ play_money: true, may: [] },
});

class Socket {
  static opened: Socket[] = [];
  onmessage: ((event: { data: string }) => void) | null = null;
  constructor() {
    Socket.opened.push(this);
  }
  close(): void {}
}

const HOUSE = { version: '1', time: 0, play_money: true, guest_chips: 1_000_00, friends: false };

let operator = 'Larkspur';
let asked: string[];
let me: Me;

/** The page's house before a server that lets in a new guest for each request. */
async function arrives() {
  asked = [];
  me = guest('', 0);
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
    asked.push(`${method} ${path}`);
    if (path === '/api/house') return new Response(JSON.stringify({ ...HOUSE, operator }));
    if (path === '/api/guest') me = guest(`guest-${asked.length}`, 1_000_00);
    return new Response(JSON.stringify(me));
  });
  vi.resetModules();
  const { house } = await import('./house.svelte');
  return house;
}
beforeEach(() => {
  vi.stubGlobal('location', { protocol: 'http:', host: 'localhost', pathname: '/' });
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('WebSocket', Socket);
});
afterEach(() => vi.unstubAllGlobals());

test('two presses of a person who is still on the way in make one guest', async () => {
  const house = await arrives();
  await Promise.all([house.asGuest('Ann'), house.asGuest('Ann')]);
  expect(asked.filter((one) => one === 'POST /api/guest')).toHaveLength(1);
  expect(house.me.patron).toBe(me.patron);
});

test('what a table says last of our chips is known at once, and what it was not asked for is asked later', async () => {
  const house = await arrives();
  await house.asGuest('Ann');
  house.has('somebody else', 1_00);
  expect(house.me.balance).toBe(1_000_00);
  house.has(me.patron, 500_00);
  expect(house.me.balance).toBe(500_00);
  me = guest(me.patron, 600_00);
  await house.recount();
  expect(house.me.balance).toBe(600_00);
});

test('a window whose session has ended in another one asks the server who it is, and goes on', async () => {
  const house = await arrives();
  await house.arrive();
  await house.asGuest('Ann');
  const [socket] = Socket.opened.slice(-1);
  me = guest('', 0);
  socket?.onmessage?.({ data: JSON.stringify({ type: 'bye', why: 'signed_out', says: 'You were signed out.' }) });
  expect(house.wire.closed).toBe(true);
  await vi.waitFor(() => expect(Socket.opened.at(-1)).not.toBe(socket));
  expect(house.me.patron).toBe('');
  expect(house.wire.closed).toBe(false);
});

test('a house that gave itself no name is not named beside the name of the program', async () => {
  const house = await arrives();
  expect(house.named).toBe('');
  await house.arrive();
  expect(house.named).toBe('Larkspur');
  operator = 'wartable';
  await house.arrive();
  expect(house.named).toBe('');
});
