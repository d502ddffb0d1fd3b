/** The keys of a table, and what each does there. */
import type { TableSheet, Wager } from '../wire/generated';
import { t } from '../words/t';
import { wagerWord } from './model';

const small = (word: string): string => word.charAt(0).toLowerCase() + word.slice(1);

/** What this table does not offer has no key. */
export function keysOf(sheet: TableSheet): [string, string][] {
  const offers = (wager: Wager): boolean => sheet.wagers.some((one) => one.wager === wager);
  const keys: [key: string, does: string, here?: boolean][] = [
    ['1 – 5', t('choose a chip')],
    ['I', t('bet on the {wager} circle', { wager: small(wagerWord('initial', sheet)) })],
    ['T', t('bet on a tie'), offers('tie')],
    ['P', t('bet on the progressive'), offers('progressive')],
    ['B', t('bet on the bonus spin'), offers('bonus_spin')],
    ['K', t('use a match play coupon'), offers('match_play')],
    ['H', t('the next hand in the middle'), sheet.electronic > 0],
    ['N', sheet.backline ? t('your next seat, or behind another') : t('your next seat')],
    ['U', t('undo')],
    ['C', t('clear')],
    ['R', t('the same bets again')],
    ['X', t('twice the bets')],
    ['F', t('favourites, auto rebet and pace')],
    ['D', t('deal')],
    ['S', t('surrender')],
    ['W', t('go to war')],
    ['Enter', t('you have looked; N for no look, F for face up')],
    ['A', t('ask for a shuffle')],
    [t('Arrows'), t('move the cut card, Page by ten, Home and End')],
    ['Enter', t('cut here')],
    ['Y', t('why: what decided your last round')],
    ['E', t('my session')],
    ['L', t('how to play')],
    ['V', t('verify the last shoe')],
    ['O', t('hear what the others have')],
    ['M', t('sound')],
    ['Esc', t('close what is open')],
  ];
  return keys.flatMap(([key, does, here = true]): [string, string][] => (here ? [[key, does]] : []));
}
