import { describe, expect, test } from 'vitest';
import { change, stackSvg } from './chips';
import { cardWord, withCardWords, withoutClauses } from './glyphs';
import { amountsIn, cents, count, figures, money, withCurrency } from './money';
import { clockTime, day } from './time';

test.each([
  [0, '$0.00'],
  [750, '$7.50'],
  [-750, '−$7.50'],
  [5_393_160, '$53,931.60'],
  [100_000_000, '$1,000,000.00'],
])('%i cents are written %s', (amount, text) => {
  expect(money(amount)).toBe(text);
});
test('a sign is written where it is asked for', () => {
  expect([money(2_000, true), money(0, true), money(-5, true)]).toEqual(['+$20.00', '$0.00', '−$0.05']);
});
test.each([
  ['12', 1_200],
  ['12.5', 1_250],
  ['1,200.00', 120_000],
  ['$1,200.00', 120_000],
  ['$ 5', 500],
  ['$$5', null],
  ['0.05', 5],
  ['', null],
  ['-3', null],
  ['1.234', null],
  ['x', null],
])('%j is read as %j', (text, amount) => {
  expect(cents(text)).toBe(amount);
});
test.each([
  ['You win 20.00 (WA-4-c.1, MD-10-A-1-9.99-10.00).', 'You win $20.00 (WA-4-c.1, MD-10-A-1-9.99-10.00).'],
  ['The minimum here is 1,250.00.', 'The minimum here is $1,250.00.'],
  ['10.00 back, −5.00 net, +7.50.', '$10.00 back, −$5.00 net, +$7.50.'],
  ['It keeps 2.33 % and 18.65%, or 7.125 of 312.', 'It keeps 2.33 % and 18.65%, or 7.125 of 312.'],
  ['The law says $5.00 and €5.00.', 'The law says $5.00 and €5.00.'],
  ['Seat 4: 9h. Version 1.10.2, 2026.11.16.', 'Seat 4: 9h. Version 1.10.2, 2026.11.16.'],
])('the sign of the currency is put into %j', (says, shown) => {
  expect(withCurrency(says)).toBe(shown);
  expect(withCurrency(shown)).toBe(shown);
});
test.each([
  ['€', '€20.00'],
  ['MX$', 'MX$20.00'],
  ['CHF', 'CHF\u00a020.00'],
])('the currency %s is put in once, and letters stand apart from the figures', (sign, amount) => {
  const amounts = amountsIn('en-US', sign);
  expect(amounts.withCurrency('Pay 20.00.')).toBe(`Pay ${amount}.`);
  expect(amounts.withCurrency(`Pay ${amount}.`)).toBe(`Pay ${amount}.`);
  expect(amounts.cents(amount)).toBe(2_000);
});
test.each([
  ['es-US', '+$53,931.60', '1,340,000,000', 'Pay $1,250.00.'],
  ['es-MX', '+$53,931.60', '1,340,000,000', 'Pay $1,250.00.'],
  ['es-ES', '+53.931,60\u00a0$', '1.340.000.000', 'Pay 1250,00\u00a0$.'],
])('in %s amounts are written as there, and read as they are written', (locale, amount, number, says) => {
  const amounts = amountsIn(locale, '$');
  expect(amounts.money(5_393_160, true)).toBe(amount);
  expect(amounts.count(1_340_000_000)).toBe(number);
  expect(amounts.withCurrency('Pay 1,250.00.')).toBe(says);
  expect(amounts.withCurrency(says)).toBe(says);
  for (const cents of [5, 750, 120_000, 5_393_160, 123_456_789])
    expect(amounts.cents(amounts.money(cents))).toBe(cents);
});
test('a comma or a point before one or two figures is the decimal mark wherever one types', () => {
  expect(['12,5', '12.50', '1.200'].map(amountsIn('es-ES', '$').cents)).toEqual([1_250, 1_250, 120_000]);
  expect(['12,5', '12.50', '1,200', '1.200'].map(amountsIn('es-US', '$').cents)).toEqual([1_250, 1_250, 120_000, null]);
});
test('the day is written in the language, and the clock counts to 24', () => {
  const moment = new Date(2026, 10, 14, 21, 6, 5).getTime();
  expect([day(moment, 'en-US'), day(moment, 'es-US')]).toEqual(['November 14', '14 de noviembre']);
  expect([clockTime(moment, true, 'en-US'), clockTime(moment, false, 'es-MX')]).toEqual(['21:06:05', '21:06']);
});
test('figures alone carry no sign', () => {
  expect(figures(500_000)).toBe('5,000.00');
});
test('counts have commas', () => {
  expect(count(1_340_000_000)).toBe('1,340,000,000');
});

describe('a stack', () => {
  test('is the greedy change of the exact amount', () => {
    const { chips, rest } = change(38_755);
    expect(chips.reduce((sum, chip) => sum + chip.cents, 0) + rest).toBe(38_755);
    expect(chips.map((chip) => chip.label)).toEqual(['100', '100', '100', '25', '25', '25', '5', '5', '2.50']);
    expect(rest).toBe(5);
  });
  test('7.50 is a five and a two fifty', () => {
    expect(change(750).chips.map((chip) => chip.label)).toEqual(['5', '2.50']);
  });
  test('becomes one plaque from 5,000.00', () => {
    expect(stackSvg(500_000, 40)).toContain('5,000.00');
    expect(stackSvg(499_999, 40)).not.toContain('4,999.99');
  });
});

test('cards are spoken', () => {
  expect(cardWord('Ts')).toBe('ten of spades');
  expect(cardWord('??')).toBe('card face down');
  expect(withCardWords('Seat 2: 6d. The dealer: Ah.')).toBe('Seat 2: six of diamonds. The dealer: ace of hearts.');
});
test('a sentence leaves its clauses out where they stand beside it', () => {
  expect(withoutClauses('Seat 4: the tie wager of 5.00 is returned and paid 50.00 (WA-4-c.1, WA-pay-6).')).toBe(
    'Seat 4: the tie wager of 5.00 is returned and paid 50.00.',
  );
  expect(withoutClauses('Done by the dealer: check the light (house rule, MA-11-c).')).toBe(
    'Done by the dealer: check the light.',
  );
  expect(withoutClauses('Picked up: seat 5 (Kd).')).toBe('Picked up: seat 5 (Kd).');
});
