import { describe, expect, test } from 'vitest';
import { type ClientMessage, Command, Me, ServerMessage } from './generated';
import { decode, list, Malformed, nullable, object, optional, record, text, tuple, whole } from './shape';

const me = {
  person: 'petra',
  name: 'Petra',
  colour: '',
  role: 'dealer',
  patron: '',
  balance: 5_00,
  play_money: true,
  may: ['table.see'],
};

describe('a value of the right shape is given back as it is', () => {
  test('with fields that only a newer server knows', () => {
    const newer = { ...me, shade: 'green' };
    expect(decode(Me, newer)).toBe(newer);
  });
  test('with a field left out that may be', () => {
    expect(decode(object({ seat: whole, bettor: optional(text) }), { seat: 1 })).toEqual({ seat: 1 });
  });
});

test.each([
  ['a field is missing', { ...me, balance: undefined }, 'balance: expected a whole number, got nothing'],
  ['a number is text', { ...me, balance: '5.00' }, 'balance: expected a whole number, got "5.00"'],
  ['a number is no whole one', { ...me, balance: 0.5 }, 'balance: expected a whole number, got 0.5'],
  ['an item of a list is wrong', { ...me, may: ['a', 7] }, 'may.1: expected text, got 7'],
  ['a list is something else', { ...me, may: { 0: 'a' } }, 'may: expected a list, got {"0":"a"}'],
  ['there is nothing', undefined, 'expected an object, got nothing'],
  ['there is null', null, 'expected an object, got null'],
  ['a list came instead', [], 'expected an object, got []'],
])('the place is named where %s', (_, value, wrong) => {
  expect(() => decode(Me, value)).toThrow(Malformed);
  expect(() => decode(Me, value)).toThrow(`(${wrong})`);
});

test('the message of another kind names the kinds there are', () => {
  expect(() => decode(ServerMessage, { type: 'greeting' })).toThrow('type: expected one of hello, table, update');
  expect(() => decode(ServerMessage, { type: 'toString' })).toThrow('type: expected one of');
});

test('what lies deep is named with its whole place', () => {
  const shape = object({ rows: list(nullable(tuple(whole, record(text)))) });
  expect(() => decode(shape, { rows: [null, [1, { a: 'x' }], [2, { a: 3 }]] })).toThrow('rows.2.1.a: expected text');
});

test('a ready command is read like every other value', () => {
  expect(decode(Command, { command: 'sit', seat: 3 })).toEqual({ command: 'sit', seat: 3 });
  expect(() => decode(Command, { command: 'sit' })).toThrow('seat: expected a whole number, got nothing');
  const wagers = { command: 'put_wagers', seat: 1, wagers: { gold: 5 } };
  expect(() => decode(Command, wagers)).toThrow('wagers: expected one of bonus_spin');
});

test('a command that the server does not have, or has otherwise, does not compile', () => {
  const send = (command: Command, message?: ClientMessage) => [command, message];
  send({ command: 'sit', seat: 1 }, { type: 'ready', table: 'green' });
  // @ts-expect-error there is no such command
  send({ command: 'stand' });
  // @ts-expect-error the seat is missing
  send({ command: 'sit' });
  // @ts-expect-error a seat is a number
  send({ command: 'leave', seat: '1' });
  // @ts-expect-error this command has no seat
  send({ command: 'close_table', seat: 1 });
  // @ts-expect-error there is no such wager
  send({ command: 'put_wagers', seat: 1, wagers: { gold: 5 } });
  // @ts-expect-error there is no such message
  send({ command: 'leave', seat: 1 }, { type: 'redy', table: 'green' });
  expect(true).toBe(true);
});
