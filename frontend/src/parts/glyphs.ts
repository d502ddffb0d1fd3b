/** Figures and suits as drawn paths, so that a card looks the same on every machine. */
import { t, type Word, wordOf } from '../words/t';

export const RANKS = '23456789TJQKA';
export const SUITS = 'cdhs';

/** Suits in a box of 100 × 100. */
export const SUIT: Record<string, string> = {
  h:
    '<path d="M50 93C22 71 4 53 4 31 4 16 15 6 28 6c10 0 18 6 22 15C54 12 62 6 72 6c13 0 24 10 24 25 0 ' +
    '22-18 40-46 62Z"/>',
  d: '<path d="M50 2c9 18 21 34 36 48-15 14-27 30-36 48-9-18-21-34-36-48C29 36 41 20 50 2Z"/>',
  s:
    '<path d="M50 3c7 19 43 36 43 61 0 13-10 22-22 22-7 0-13-3-17-8 1 8 5 14 13 19H33c8-5 12-11 ' +
    '13-19-4 5-10 8-17 8C17 86 7 77 7 64 7 39 43 22 50 3Z"/>',
  c:
    '<circle cx="50" cy="25.5" r="21.5"/><circle cx="26" cy="60" r="21.5"/>' +
    '<circle cx="74" cy="60" r="21.5"/><path d="M42 42h16l2 14-2 12c1 13 5 23 13 29H29c8-6 12-16 ' +
    '13-29l-2-12Z"/>',
};

const stroke = (d: string): string => `<path d="${d}" fill="none" stroke="currentColor" stroke-width="16"/>`;
const six =
  '<path d="M40 0h21L30.4 40 12 55 7 43.1Z"/>' +
  '<ellipse cx="35" cy="64.5" rx="27" ry="27.5" fill="none" stroke="currentColor" stroke-width="16"/>';

/** Figures in a box 100 high: width and drawing. */
export const FIGURE: Record<string, readonly [number, string]> = {
  A: [80, '<path fill-rule="evenodd" d="M0 100 30.5 0h19L80 100H62.5l-7-23h-31l-7 23ZM28.9 62.5h22.2L40 26Z"/>'],
  K: [74, '<path d="M0 0h17v42L51 0h21L34.5 44.5 75 100H54L23.5 57.5 17 65v35H0Z"/>'],
  Q: [84, `${stroke('M40 8c20 0 32 16 32 42S60 92 40 92 8 76 8 50 20 8 40 8Z')}<path d="M42 63h19l23 37H65Z"/>`],
  J: [55, stroke('M47 0v64c0 19-7.5 28-20 28S8.5 83 8 67')],
  T: [
    92,
    '<path d="M15 100V20L0 30V13L19 ' +
      `0h12v100Z"/>${stroke('M67 8c11.5 0 17 14 17 42S78.5 92 67 92 50 78 50 50 55.5 8 67 8Z')}`,
  ],
  9: [70, `<g transform="rotate(180 35 50)">${six}</g>`],
  8: [
    70,
    '<g fill="none" stroke="currentColor" stroke-width="15.5">' +
      '<ellipse cx="35" cy="28" rx="22" ry="20.3"/><ellipse cx="35" cy="69.5" rx="26.5" ry="22.7"/></g>',
  ],
  7: [68, '<path d="M0 0h68v14L33 100H14L49 16H0Z"/>'],
  6: [70, six],
  5: [
    67,
    '<path d="M60 0v15.5H24L22.5 36 7 50 11 ' +
      `0Z"/>${stroke('M14 47c5-5 11-7.5 18-7.5 15.5 0 27 10.5 27 26S48 92 31.5 92C19 92 9.5 86 7 73')}`,
  ],
  4: [76, '<path fill-rule="evenodd" d="M42 0h20v63h14v15.5H62V100H45.5V78.5H0V65ZM45.5 63V23L18 63Z"/>'],
  3: [
    67,
    stroke('M9.5 26C11 14 20 8 32 8c14.5 0 23.5 7.5 23.5 19S47 46 33 46h-9') +
      stroke('M33 46c16 0 26 9 26 23 0 14.5-10.5 23-27 23C18.5 92 9 86 7.5 72'),
  ],
  2: [68, `${stroke('M9 32C9 17 19 8 33.5 8S58 17 58 30.5c0 10-5.5 17.5-14 26L10.5 90')}<path d="M0 84.5h68V100H0Z"/>`],
};

const RANK_WORD: Record<string, Word> = {
  2: 'two',
  3: 'three',
  4: 'four',
  5: 'five',
  6: 'six',
  7: 'seven',
  8: 'eight',
  9: 'nine',
  T: 'ten',
  J: 'jack',
  Q: 'queen',
  K: 'king',
  A: 'ace',
};
const SUIT_WORD: Record<string, Word> = { c: 'clubs', d: 'diamonds', h: 'hearts', s: 'spades' };

export const FACE_DOWN = '??';
export const isRed = (card: string): boolean => card[1] === 'h' || card[1] === 'd';
export const rankWord = (rank: string): string => wordOf(RANK_WORD, rank);
export const suitWord = (suit: string): string => wordOf(SUIT_WORD, suit);
export const rankFigure = (rank: string): string => (rank === 'T' ? '10' : rank);

/** A card as it is spoken: "nine of hearts". */
export function cardWord(card: string): string {
  return card === FACE_DOWN
    ? t('card face down')
    : t('{rank} of {suit}', { rank: rankWord(card[0] ?? ''), suit: suitWord(card[1] ?? '') });
}

/** A sentence without the clauses at its end, where they stand beside it already. */
export const withoutClauses = (says: string): string => says.replace(/ \((?:house rule, )?[A-Z]{2}-[^)]*\)/g, '');

/** A sentence with cards written as people say them: "Seat 2: 6d." becomes "Seat 2: six of diamonds." */
export const withCardWords = (says: string): string =>
  says
    .replace(/\b([2-9TJQKA][cdhs]) (?=[2-9TJQKA][cdhs]\b)/g, '$1, ')
    .replace(/\b([2-9TJQKA][cdhs])\b/g, (card) => cardWord(card));
