/** What the console shows for the next step, and what it asks the dealer for. */
import type { StepView } from '../wire/types';

export type Needs = 'key' | 'card' | 'choice' | 'cut' | 'bank' | 'bets' | 'spin' | 'wait';

const ASKS: Record<string, Needs> = { choose: 'choice', offer_cut: 'cut', offer_bank: 'bank', bets: 'bets', spin: 'spin' };

/** What the dealer can begin where no step is told: a closed table is opened, a bank that nobody took is offered again. */
export function begins(phase: string): { says: string; key: string; command: string } | null {
  if (phase === 'closed') return { says: 'The table is closed.', key: 'Open the table', command: 'open_table' };
  if (phase === 'banking') return { says: 'Nobody takes the bank.', key: 'Offer the bank again', command: 'offer_bank' };
  return null;
}

/** What a step waits for: one key, a card, a player's word that the dealer enters, or somebody else. */
export function needsOf(step: StepView | undefined): Needs {
  if (!step) return 'wait';
  if (step.command) return 'key';
  if (/(^|_)deal_/.test(step.step)) return 'card';
  return ASKS[step.step] ?? 'wait';
}

const SHORT: Record<string, (seat: string) => string> = {
  deal_player: (seat) => `Turn a card for ${seat}.`,
  deal_dealer: () => 'Turn a card for yourself.',
  war_deal_player: (seat) => `Turn the war card for ${seat}.`,
  war_deal_dealer: () => 'Turn your own war card.',
  settle: (seat) => `Settle ${seat}.`,
  war_settle: (seat) => `Settle the war of ${seat}.`,
  choose: (seat) => `${seat.charAt(0).toUpperCase()}${seat.slice(1)} chooses.`,
  offer_cut: (seat) => `Offer the cut to ${seat}.`,
  offer_bank: (seat) => `Offer the bank to ${seat}.`,
  pick_up: () => 'Pick up the cards.',
  war_pick_up: () => 'Pick up the cards.',
  spread: () => 'Fan the cards face up.',
  reinsert: () => 'Put the cover card back in.',
  turn: () => 'Turn one stack, and riffle.',
  count_side_wagers: () => 'Count the side wagers.',
  war_wagers: () => 'Confirm the war wagers.',
};
const LONGEST = 44;

/** The step in a line that can be read from standing. */
export function title(step: StepView): string {
  const short = SHORT[step.step];
  return step.says.length > LONGEST && short ? short(step.seat ? `seat ${step.seat}` : 'the player') : step.says;
}

/** The words on the big key: it was done, and the dealer says so. */
export function keyWords(step: StepView): string {
  const said = (step as { key?: string }).key;
  if (said) return said;
  if (step.step.includes('burn')) return 'Burned';
  return { settle: 'Settled', war_settle: 'Settled', pick_up: 'Picked up', war_pick_up: 'Picked up', no_more_bets: 'No more bets', load: 'Loaded', shuffle: 'Shuffled' }[step.step] ?? 'Done';
}
