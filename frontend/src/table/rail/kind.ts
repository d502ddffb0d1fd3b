/** What the rail is for now. */
import type { FeltView, You } from '../../wire/generated';
import type { Controller } from '../controller.svelte';

export type Kind = 'choice' | 'look' | 'cut' | 'bank' | 'war_tie' | 'bets' | 'hit' | 'wait' | 'watch';

export function kindOf(felt: FeltView, you: You | null, control: Controller): Kind {
  if (you?.choice) return 'choice';
  if (you?.look) return 'look';
  if (you?.cut) return 'cut';
  if (you?.bank) return 'bank';
  if (control.bets.some((one) => one.wager === 'war_tie') && you?.may_be_ready && !control.war.answersTie)
    return 'war_tie';
  if (control.betting && control.spot) return 'bets';
  if (felt.wins.length) return 'hit';
  return control.seats.length > 0 ? 'wait' : 'watch';
}
