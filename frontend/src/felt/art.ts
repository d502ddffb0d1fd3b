/** What stands on the dealer's side, as SVG text. */
import { type Batch, backArt } from '../parts/card';

const TUBES = ['pewter', 'ivory', 'ivory', 'brick', 'brick', 'brick', 'green', 'green', 'green', 'ink', 'ink', 'plum'];
const FILLED = [0.8, 1, 0.9, 1, 1, 0.9, 1, 1, 0.8, 1, 0.9, 0.7];

/** The chip tray. */
export function trayArt(x: number, y: number, width: number, height: number): string {
  const tube = (width - 14) / TUBES.length;
  const drawn = TUBES.map((body, i) => {
    const left = x + 7 + i * tube + 1.5;
    const chips = Math.round((FILLED[i] ?? 1) * ((height - 14) / 3.4));
    const pile = Array.from({ length: chips }, (_, j) => {
      const top = (y + height - 10 - j * 3.4).toFixed(1);
      return (
        `<rect x="${left + 1}" y="${top}" width="${tube - 5}" height="2.7" rx="1.2" fill="var(--chip-${body})"/>` +
        `<rect x="${left + (tube - 5) * 0.4}" y="${top}" width="${(tube - 5) * 0.24}" height="2.7" ` +
        `fill="var(--chip-${body}-spot)" opacity=".8"/>`
      );
    });
    return (
      `<rect x="${left}" y="${y + 6}" width="${tube - 3}" height="${height - 12}" rx="4" fill="#000" ` +
      `opacity=".45"/>${pile.join('')}`
    );
  });
  return (
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="8" fill="var(--rail)" ` +
    `stroke="#000" stroke-opacity=".5"/>${drawn.join('')}`
  );
}

/** The shoe from above, its mouth to the left: the block of cards shrinks, the saffron line is the cover card. */
export function shoeArt(left: number, stack: number, behind: number, coverMet: boolean): string {
  const full = 150;
  const length = stack ? (left / stack) * full : 0;
  const cover = stack ? ((left - behind) / stack) * full : 0;
  const edges = Array.from(
    { length: Math.max(0, Math.ceil((length - 2) / 2.6)) },
    (_, i) => `<path d="M${(28 + i * 2.6).toFixed(1)} 13v56"/>`,
  );
  return (
    '<rect x="14" y="4" width="178" height="74" rx="10" fill="#141312" stroke="#000" ' +
    'stroke-opacity=".6"/><rect x="24" y="11" width="158" height="60" rx="4" fill="#000" opacity=".5"/>' +
    (left > 0
      ? `<rect x="26" y="13" width="${length.toFixed(1)}" height="56" fill="#e9e3d4"/>` +
        `<g stroke="#8d8776" stroke-width=".8">${edges.join('')}</g>`
      : '') +
    (behind > 0 && !coverMet && left > behind
      ? `<rect x="${(26 + cover).toFixed(1)}" y="9" width="4" height="64" rx="1" fill="var(--cut)"/>`
      : '') +
    `<path d="M14 14v54l-14-7V21Z" fill="#1d1b19"/>`
  );
}

/** The discard rack: the pile grows with the cards in it. */
export function rackArt(cards: number, stack: number, batch: Batch, width = 66): string {
  const height = width * 1.4;
  const pile = Math.min(22, stack ? (cards / stack) * 30 : 0);
  const edges = Array.from(
    { length: Math.ceil(pile / 2) },
    (_, i) =>
      `<rect x="${-pile * 0.5 + i}" y="${-i * 2}" width="${width}" height="${height}" rx="4.5" ` +
      'fill="#e9e3d4" stroke="#8d8776" stroke-width=".6"/>',
  );
  return (
    `<rect x="-13" y="-25" width="${width + 22}" height="${height + 34}" rx="9" fill="#0000002e" ` +
    'stroke="var(--line)" stroke-opacity=".3"/>' +
    (cards > 0
      ? `${edges.join('')}<g transform="translate(0 ${-pile})">` +
        `<svg width="${width}" height="${height}" viewBox="0 0 250 350">${backArt(batch)}</svg></g>`
      : '')
  );
}

export const tick = (ok = true): string =>
  ok
    ? '<svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">' +
      '<circle cx="10" cy="10" r="9.2" fill="var(--felt)"/>' +
      '<path d="M5.5 10.3 8.7 13.5 14.5 7" fill="none" stroke="#fff" stroke-width="2"/></svg>'
    : '<svg width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">' +
      '<path d="M10 1 19.2 18H.8Z" fill="none" stroke="#a3262b" stroke-width="1.8" ' +
      'stroke-linejoin="round"/><path d="M10 7v5M10 14.2v1.8" stroke="#a3262b" stroke-width="2"/></svg>';

/** The mark: a lozenge in two halves, one filled, one drawn. */
export const mark = (size = 20): string =>
  `<svg width="${size * 0.72}" height="${size}" viewBox="0 0 72 100" aria-hidden="true" ` +
  'style="flex:none"><path d="M36 3 69 50 36 97 3 50Z" fill="none" stroke="currentColor" ' +
  'stroke-width="5"/><path d="M36 3V97L3 50Z" fill="currentColor"/></svg>';
