import { afterEach, expect, test, vi } from 'vitest';
import { again, get, sentence, Unwilling } from './api';
import { HouseDocument } from './generated';

const answers = (body: string, status = 200) =>
  vi.stubGlobal('fetch', async () => new Response(body, { status, headers: { 'Content-Type': 'application/json' } }));
const told = () => get('/api/house', HouseDocument).catch(sentence);
afterEach(() => vi.unstubAllGlobals());

test('an answer is given back as it came', async () => {
  const house = { operator: 'Casino', version: '1', time: 1, play_money: true, friends: true, guest_chips: 1_000_00 };
  answers(JSON.stringify(house));
  expect(await told()).toEqual(house);
});
test.each([
  [
    '{"operator":7}',
    'This page cannot read the server’s answer (operator: expected text, got 7). Load the page again.',
  ],
  ['<html>', 'This page cannot read the server’s answer (expected an object, got nothing). Load the page again.'],
])('the user is told what is wrong with the answer %s', async (body, says) => {
  answers(body);
  expect(await told()).toBe(says);
});
test('a refusal is told in the words of the server', async () => {
  answers('{"why":"no_such_table","says":"there is no such table","clauses":[]}', 404);
  expect(await told()).toBe('There is no such table.');
});
test('an amount in a sentence of the server carries the currency, and no other text is touched', async () => {
  answers('{"why":"20.00","says":"the minimum here is 10.00 (WA-4-c.1)","clauses":["MD-10-A-1-9.99-10.00"]}', 409);
  const caught = await get('/api/house', HouseDocument).catch((refused: Unwilling) => refused);
  expect(caught).toMatchObject({
    why: '20.00',
    message: 'the minimum here is $10.00 (WA-4-c.1)',
    clauses: ['MD-10-A-1-9.99-10.00'],
  });
});
test('a refusal that cannot be read is told with its status', async () => {
  answers('Bad Gateway', 502);
  expect(await told()).toBe('The server could not answer that (status 502).');
});
test('a server that does not answer is told as that', async () => {
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('failed')));
  expect(await told()).toBe('The server does not answer. Try again.');
});

test('a server that was silent is asked again, and one that refused is not', async () => {
  vi.useFakeTimers();
  let silent = 2;
  const asked = again(async () => {
    if (silent-- > 0) throw new Unwilling(silent ? 0 : 503, 'no_connection', 'The server does not answer.');
    return 'here';
  });
  await vi.runAllTimersAsync();
  expect(await asked).toBe('here');
  let times = 0;
  const refused = again(async () => {
    times++;
    throw new Unwilling(429, 'too_many', 'Too many.');
  }).catch(sentence);
  await vi.runAllTimersAsync();
  expect([await refused, times]).toEqual(['Too many.', 1]);
  vi.useRealTimers();
});
test('a server that stays silent is given up', async () => {
  vi.useFakeTimers();
  const asked = again(() => Promise.reject(new Unwilling(0, 'no_connection', 'The server does not answer.'))).catch(
    sentence,
  );
  await vi.runAllTimersAsync();
  expect(await asked).toBe('The server does not answer.');
  vi.useRealTimers();
});
