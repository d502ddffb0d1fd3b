import { afterEach, describe, expect, test } from 'vitest';
import { spokenTo } from './language';
import { learn } from './learn';
import { Interpreter, served } from './served';
import { many, speakEnglish, t, wordOf } from './t';

afterEach(speakEnglish);

describe('the language', () => {
  test.each([
    [null, ['en-US', 'es'], 'en', 'en-US'],
    [null, ['es-MX', 'en-US'], 'es', 'es-MX'],
    [null, ['de-DE', 'es', 'en-GB'], 'es', 'es-US'],
    [null, ['de-DE', 'fr'], 'en', 'en-US'],
    [null, [], 'en', 'en-US'],
    [null, ['es_MX@posix', 'en-US'], 'es', 'es-US'],
    [null, ['en-US@posix'], 'en', 'en-US'],
    ['es', ['en-US'], 'es', 'es-US'],
    ['en', ['es-ES', 'en-GB'], 'en', 'en-GB'],
    ['tlh', ['es-ES'], 'es', 'es-ES'],
    ['toString', ['en-US'], 'en', 'en-US'],
  ])('chosen %j in a browser with %j is %s, written as in %s', (chosen, tags, language, locale) => {
    expect(spokenTo(chosen, tags)).toEqual({ language, locale });
  });
});

describe('a text', () => {
  test('is its English sentence without a catalogue', () => {
    expect(t('Bet at least {amount} here.', { amount: '$5.00' })).toBe('Bet at least $5.00 here.');
  });
  test('is the sentence of the catalogue, with the same parts', async () => {
    await learn('es');
    expect(t('Bet at least {amount} here.', { amount: '$5.00' })).toBe('Aquí apuesta al menos $5.00.');
  });
  test('has a form for one and one for several', async () => {
    await learn('es', 'over');
    const hands = (n: number): string => many(n, '{n} hand at this table.', '{n} hands at this table.');
    expect([hands(1), hands(2)]).toEqual(['1 mano en esta mesa.', '2 manos en esta mesa.']);
  });
  test('is never taken from what a player wrote', () => {
    expect(t('Guest {number}', { number: '{number} $& $1' })).toBe('Guest {number} $& $1');
  });
  test('of an unknown code is the code', () => {
    expect([wordOf({ tie: 'Tie' }, 'tie'), wordOf({ tie: 'Tie' }, 'other')]).toEqual(['Tie', 'other']);
  });
});

describe('a sentence of the server', () => {
  const patterns = {
    'No more bets.': 'No va más.',
    'seat {n}': 'asiento {n}',
    '{who} wins {amount}.': '{who} gana {amount}.',
    '{rank} against {rank2}.': '{rank} contra {rank2}.',
    nine: 'nueve',
    '{n} burns are made.': 'Se hacen {n} quemas.',
    'is it {who}?': '¿es {who}?',
    'house rule': 'regla de la casa',
  };
  const spanish = new Interpreter({ patterns });
  test.each([
    ['No more bets.', 'No va más.'],
    ['Nine against nine.', 'Nueve contra nueve.'],
    ['Seat 4 wins 20.00.', 'Asiento 4 gana 20.00.'],
    ['Seat 4 wins 20.00 (WA-4-c.1, WA-pay-6).', 'Asiento 4 gana 20.00 (WA-4-c.1, WA-pay-6).'],
    ['Seat 4 wins 20.00 (house rule, MA-11-c).', 'Asiento 4 gana 20.00 (regla de la casa, MA-11-c).'],
    ['No more bets. Nine against nine.', 'No va más. Nueve contra nueve.'],
    ['Ana wins 20.00.', 'Ana gana 20.00.'],
    ['Nine.', 'Nueve.'],
    ['Nine burns are made.', 'Se hacen nueve quemas.'],
    ['No more bets (WA-1). Nine (WA-2). Seat 4 wins 20.00.', 'No va más (WA-1). Nueve (WA-2). Asiento 4 gana 20.00.'],
    ['Is it seat 4?', '¿Es asiento 4?'],
    ['A sentence of a later release.', 'A sentence of a later release.'],
    ['', ''],
  ])('%j is said %j', (english, said) => {
    expect([spanish.say(english), spanish.say(english)]).toEqual([said, said]);
  });
});

test('the dealer’s words at a war fit between the shoe and the discards in Spanish too', async () => {
  await learn('es');
  expect(served('The war bets are down.').length).toBeLessThan(32);
});
