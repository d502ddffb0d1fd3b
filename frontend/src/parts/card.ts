/** Cards as SVG, 250 × 350: figure top left, suit bottom right, and a ladder of thirteen ticks that shows the rank. */
import { FIGURE, isRed, RANKS, SUIT } from './glyphs';

const BOX = 'viewBox="0 0 250 350" aria-hidden="true"';
const faces = new Map<string, string>();

function ladder(rank: string): string {
  const high = RANKS.indexOf(rank);
  const ticks = Array.from({ length: RANKS.length }, (_, i) => {
    const y = (325 - i * 10.6).toFixed(1);
    return i === high
      ? `<path d="M24 ${y}h34" stroke-width="5"/>`
      : `<path d="M24 ${y}h13" stroke-width="2.2" opacity=".32"/>`;
  });
  return `<g class="ladder" stroke="currentColor">${ticks.join('')}</g>`;
}

/** What lies on the face of a card, without the svg around it. */
export function faceArt(card: string, withLadder = true): string {
  const key = `${card}${withLadder}`;
  let art = faces.get(key);
  if (art === undefined) {
    const [rank = '', suit = ''] = card;
    const [width, glyph] = FIGURE[rank] ?? [0, ''];
    art =
      '<rect width="250" height="350" rx="17" fill="var(--card)"/>' +
      `<g color="var(--suit-${isRed(card) ? 'red' : 'black'})" fill="currentColor">` +
      `<svg x="23" y="25" width="${width * 1.26}" height="126" viewBox="0 0 ${width} 100">${glyph}</svg>` +
      '<svg x="98" y="199" width="130" height="130" viewBox="0 0 100 ' +
      `100">${SUIT[suit] ?? ''}</svg>${withLadder ? ladder(rank) : ''}</g>`;
    faces.set(key, art);
  }
  return art;
}

export type Batch = 'a' | 'b';

/** The back of a batch: A is ink with lozenges, B claret with chevrons, so that shape tells them apart too. */
export function backArt(batch: Batch = 'a'): string {
  const key = `back ${batch}`;
  let art = faces.get(key);
  if (art === undefined) {
    const lines =
      batch === 'a'
        ? Array.from(
            { length: 26 },
            (_, i) => `<path d="M${(i - 12) * 26} 0 l350 350 M${(i - 12) * 26 + 350} 0 l-350 350"/>`,
          )
        : Array.from({ length: 22 }, (_, i) => `<path d="M0 ${(i - 2) * 20} l62.5 34 62.5-34 62.5 34 62.5-34"/>`);
    art =
      `<rect width="250" height="350" rx="17" fill="var(--card)"/>` +
      '<svg x="14" y="14" width="222" height="322" viewBox="14 14 222 322">' +
      `<rect x="14" y="14" width="222" height="322" rx="9" fill="var(--back-${batch})"/>` +
      `<g stroke="var(--card)" stroke-width="1.6" opacity=".34" fill="none">${lines.join('')}</g>` +
      '<rect x="24" y="24" width="202" height="302" rx="4" fill="none" stroke="var(--card)" ' +
      'stroke-width="1.6" opacity=".6"/></svg>' +
      `<g transform="translate(125 175)"><path d="M0-62 44 0 0 62-44 0Z" fill="var(--back-${batch})" ` +
      'stroke="var(--card)" stroke-width="2.4"/>' +
      '<path d="M0-44V44L-31 0Z" fill="var(--card)"/>' +
      '<path d="M5-36 31 0 5 36" fill="none" stroke="var(--card)" stroke-width="2.4"/></g>';
    faces.set(key, art);
  }
  return art;
}

export const faceSvg = (card: string, withLadder = true): string =>
  `<svg class="face" ${BOX}>${faceArt(card, withLadder)}</svg>`;
export const backSvg = (batch: Batch = 'a'): string => `<svg class="back" ${BOX}>${backArt(batch)}</svg>`;
/** What a card that is not turned has on its other side: paper, and nothing on it. */
export const blankSvg = `<svg class="face" ${BOX}><rect width="250" height="350" rx="17" fill="var(--card)"/></svg>`;

/** A card inside another drawing, centred on x. */
export const cardAt = (card: string, x: number, y: number, width: number, withLadder = true): string =>
  `<svg x="${x - width / 2}" y="${y}" width="${width}" height="${width * 1.4}" viewBox="0 0 250 ` +
  `350">${card === '??' ? backArt() : faceArt(card, withLadder)}</svg>`;
