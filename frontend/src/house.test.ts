import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Me } from './wire/generated';

const guest = (patron: string, balance: number): Me => ({
  ...{ person: patron, name: 'Ann', colour: '', role: patron ? 'guest' : 'watcher', patron, balance },
  ...{ play_money: true, may: [] },
});

let asked: string[];
let me: Me;

/** The page's house before a server that lets in a new guest for each request. */
async function arrives() {
  asked = [];
  me = guest('', 0);
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
    asked.push(`${method} ${path}`);
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
  vi.stubGlobal('WebSocket', class {});
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
