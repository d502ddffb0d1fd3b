import { describe, expect, test } from 'vitest';
import type { You } from '../wire/generated';
import { clip, fresh, OwnWords } from './own.svelte';

const you = (added: number): You => ({ words: { added, most: 200 } }) as unknown as You;

describe('words of my own', () => {
  test('fresh words are never the same', () => {
    expect(new Set(Array.from({ length: 100 }, fresh)).size).toBe(100);
    expect(fresh()).toMatch(/^[0-9a-f]{32}$/);
  });
  test('a text is cut between characters, by its bytes', () => {
    expect(clip('seven', 200)).toBe('seven');
    expect(clip('äöü', 5)).toBe('äö');
    expect(clip('\u{1F0A1}\u{1F0A1}', 7)).toBe('\u{1F0A1}');
  });
  test('each shoe takes other words', () => {
    const own = new OwnWords();
    own.follow(1);
    const first = own.text;
    own.follow(1);
    expect(own.text).toBe(first);
    own.follow(2);
    expect(own.text).not.toBe(first);
  });
  test('the same words go again after a refusal, and not again once they are in', () => {
    const own = new OwnWords();
    own.follow(1);
    const { words } = own.next(you(0));
    expect(own.next(you(0))).toEqual({ words });
    own.keep(words, 31);
    expect(own.next(you(1))).toEqual({});
    own.text = 'seven';
    expect(own.next(you(1))).toEqual({ words: `seven ${words}` });
  });
  test('random words go behind those that are typed, the same ones for each try', () => {
    const own = new OwnWords();
    own.follow(1);
    const random = own.text;
    for (const text of ['lucky seven', ` lucky seven  ${random} `, `${random} lucky seven`, 'lucky seven']) {
      own.text = text;
      expect(own.next(you(0))).toEqual({ words: `lucky seven ${random}` });
    }
    own.keep(own.text, 31);
    expect(own.next(you(1))).toEqual({});
  });
  test('a long text makes room for the random words, by its bytes', () => {
    const own = new OwnWords();
    own.follow(1);
    const random = own.text;
    for (const text of ['ä'.repeat(200), `${'ä'.repeat(84)}${random}`]) {
      own.text = text;
      expect(own.next(you(0))).toEqual({ words: `${'ä'.repeat(83)} ${random}` });
      expect(own.next(you(0))).toEqual({ words: `${'ä'.repeat(83)} ${random}` });
    }
  });
  test('other shoes, and renewed words, have other random words behind the same phrase', () => {
    const own = new OwnWords();
    const said = [1, 1, 2].map((shoe) => {
      own.follow(shoe);
      own.renew();
      own.text = 'lucky seven';
      return own.next(you(0)).words;
    });
    expect(new Set(said).size).toBe(3);
    for (const words of said) expect(words).toMatch(/^lucky seven [0-9a-f]{32}$/);
  });
  test('words the server does not have yet are sent again', () => {
    const own = new OwnWords();
    own.follow(1);
    own.keep(own.next(you(0)).words, 31);
    expect(own.next(you(0)).words).toBe(own.text);
  });
  test('nothing is sent where nothing can be added, and an empty field sends fresh words', () => {
    const own = new OwnWords();
    own.follow(1);
    own.text = '  ';
    expect(own.next({ words: null } as unknown as You)).toEqual({});
    expect(own.next(null)).toEqual({});
    expect(own.next(you(0)).words).toMatch(/^[0-9a-f]{32}$/);
  });
});
