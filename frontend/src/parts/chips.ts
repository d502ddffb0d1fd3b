/** Chips: what each is worth, how it is told apart (colour and number of spots), and the stack for an exact amount. */
import { figures } from './money';

export interface Chip {
  cents: number;
  body: string;
  spots: number;
  label: string;
}

export const CHIPS: readonly Chip[] = [
  { cents: 50_000, body: 'plum', spots: 10, label: '500' },
  { cents: 10_000, body: 'ink', spots: 8, label: '100' },
  { cents: 2_500, body: 'green', spots: 6, label: '25' },
  { cents: 500, body: 'brick', spots: 5, label: '5' },
  { cents: 250, body: 'rose', spots: 4, label: '2.50' },
  { cents: 100, body: 'ivory', spots: 3, label: '1' },
  { cents: 50, body: 'pewter', spots: 2, label: '.50' },
];
export const PLAQUE_FROM = 500_000;
const TO_A_COLUMN = 6;
const COLUMNS = 3;
const RIM = 2 * Math.PI * 42;

/** The greedy change of an amount, largest first, and the rest that no chip is small enough for. */
export function change(cents: number): { chips: Chip[]; rest: number } {
  const chips: Chip[] = [];
  let rest = cents;
  for (const chip of CHIPS) {
    for (; rest >= chip.cents; rest -= chip.cents) chips.push(chip);
  }
  return { chips, rest };
}

function top(chip: Chip): string {
  const each = RIM / chip.spots;
  const spot = Math.min(17, each * 0.46);
  const size = chip.label.length > 3 ? 18 : chip.label.length > 2 ? 22 : 28;
  return (
    `<circle cx="50" cy="50" r="48" fill="var(--chip-${chip.body})"/>` +
    `<circle cx="50" cy="50" r="42" fill="none" stroke="var(--chip-${chip.body}-spot)" ` +
    `stroke-width="12" stroke-dasharray="${spot.toFixed(2)} ${(each - spot).toFixed(2)}" ` +
    `transform="rotate(${(-90 - (spot / 42) * 28.648).toFixed(2)} 50 50)"/>` +
    `<circle cx="50" cy="50" r="47.3" fill="none" stroke="#000" stroke-opacity=".22" stroke-width="1.4"/>` +
    '<circle cx="50" cy="50" r="31" fill="var(--chip-face)"/>' +
    `<circle cx="50" cy="50" r="27.5" fill="none" stroke="var(--chip-${chip.body})" ` +
    'stroke-width="1.6"/>' +
    `<text x="50" y="50" dy=".36em" text-anchor="middle" font-size="${size}" font-weight="700" ` +
    `fill="#1a1c1b" letter-spacing="-.5">${chip.label}</text>`
  );
}

const side = (chip: Chip): string => `<circle cx="50" cy="56" r="48" fill="var(--chip-${chip.body}-side)"/>`;

/** One chip, as it lies in the tray at the rail. */
export function chipSvg(cents: number, size: number): string {
  const chip = CHIPS.find((one) => one.cents === cents);
  return chip
    ? `<svg class="chip" width="${size}" height="${size * 1.06}" viewBox="0 0 100 106" ` +
        `aria-hidden="true">${side(chip)}${top(chip)}</svg>`
    : '';
}

function plaque(cents: number, size: number): string {
  return (
    `<svg width="${1.7 * size}" height="${1.04 * size}" viewBox="0 0 170 104" aria-hidden="true">` +
    '<rect y="6" width="170" height="98" rx="14" fill="var(--chip-plum-side)"/>' +
    '<rect width="170" height="98" rx="14" fill="var(--chip-plum)"/>' +
    '<rect x="10" y="10" width="150" height="78" rx="7" fill="var(--chip-face)"/>' +
    `<rect x="15" y="15" width="140" height="68" rx="4" fill="none" stroke="var(--chip-plum)" stroke-width="1.6"/>` +
    '<text x="85" y="49" dy=".36em" text-anchor="middle" font-size="27" font-weight="700" ' +
    `fill="#1a1c1b" letter-spacing="-.5">${figures(cents)}</text></svg>`
  );
}

/** The stack for an exact amount. A rest below the smallest chip lies on top as a slip of paper. */
export function stackSvg(cents: number, size: number): string {
  if (cents >= PLAQUE_FROM) return plaque(cents, size);
  const { chips, rest } = change(cents);
  const columns: Chip[][] = [];
  for (let i = 0; i < chips.length && columns.length < COLUMNS; i += TO_A_COLUMN)
    columns.push(chips.slice(i, i + TO_A_COLUMN));
  const width = 100 + (Math.max(columns.length, 1) - 1) * 62;
  const tall = Math.max(1, ...columns.map((column) => column.length));
  const height = 106 + (tall - 1) * 9;
  const drawn = columns.flatMap((column, c) =>
    column.map(
      (chip, i) => `<g transform="translate(${c * 62} ${height - 106 - i * 9})">${side(chip)}${top(chip)}</g>`,
    ),
  );
  const slip = rest
    ? `<g transform="translate(${width / 2 - 27} ${Math.max(0, height - 64 - tall * 9)})">` +
      '<rect width="54" height="30" rx="3" fill="var(--card)" stroke="#0003"/>' +
      '<text x="27" y="21" text-anchor="middle" font-size="18" font-weight="700" ' +
      `fill="#1a1c1b">.${String(rest).padStart(2, '0')}</text></g>`
    : '';
  return (
    `<svg width="${(width * size) / 100}" height="${(height * size) / 100}" viewBox="0 0 ${width} ` +
    `${height}" aria-hidden="true">${drawn.join('')}${slip}</svg>`
  );
}
