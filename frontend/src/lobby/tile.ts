/** A table in a line. */
import { meterWord } from '../table/words';
import type { Tile } from '../wire/generated';
import { t } from '../words/t';

/** What happens there now, with the seconds where a countdown runs. */
export function phaseWords(tile: Tile, now: number): string {
  const left = tile.clock_ends === null ? 0 : Math.ceil((tile.clock_ends - now) / 1_000);
  const says = tile.says.replace(/\.$/, '');
  return left > 0 ? `${says}, ${left} s` : says;
}

/** The figure a table is known by: its progressive, or a player's bank. */
export function meterOf(tile: Tile): [string, number] | null {
  if (tile.bank_left !== null) return [t('Bank, seat {seat}', { seat: tile.banks ?? 0 }), tile.bank_left];
  const [name, reading] = Object.entries(tile.meters)[0] ?? [];
  return name === undefined || reading === undefined ? null : [meterWord(name), reading];
}
