/** The exact figures of a house as the server gives them, and what is drawn from them. */
import { list, type Of, object, optional, real, record, text, whole } from '../wire/shape';
import { t, type Word } from '../words/t';

const Exact = object({ fraction: text, value: real });
const Figures = {
  outcomes: list(object({ outcome: text, probability: Exact, net: text })),
  edge: Exact,
  hit_frequency: Exact,
  standard_deviation: real,
};
const Wager = object({ ...Figures, surrender: optional(object(Figures)) });
export type Wager = Of<typeof Wager>;
/** The part of the par sheet that this page draws. */
export const Odds = object({
  rulebook: text,
  decks: whole,
  cards: whole,
  wagers: record(Wager),
  edge_by_decks: list(object({ decks: whole, initial: Exact, surrender: Exact, tie: Exact })),
});
export type Odds = Of<typeof Odds>;

export interface ParRow {
  name: string;
  how: string;
  wager: Wager;
}

const NAME: Record<string, [Word, Word]> = {
  initial: ['Initial', 'always war'],
  tie: ['Tie', 'first deal'],
  war_tie: ['Tie', 'war deal'],
  progressive: ['Progressive', 'meter at its reset'],
  bonus_spin: ['Bonus spin', 'meters at their reset'],
};

/** The rows of the par sheet: one for each wager, and the initial wager twice, as it is played. */
export function parRows(odds: Odds): ParRow[] {
  return Object.entries(odds.wagers).flatMap(([key, wager]) => {
    const known = NAME[key];
    const [name, how] = known ? [t(known[0]), t(known[1])] : [key.replaceAll('_', ' '), ''];
    const rows = [{ name, how, wager }];
    if (key === 'initial' && wager.surrender) rows.push({ name, how: t('always surrender'), wager: wager.surrender });
    return rows;
  });
}

/** What a wager pays, by its outcomes: "10 to 1", or how many different hands are paid. */
export function pays(wager: Wager): string {
  const won = wager.outcomes.filter((one) => !one.net.startsWith('-') && one.net !== '0');
  const nets = [...new Set(won.map((one) => one.net))];
  return nets.length === 1
    ? t('{net} to 1', { net: nets[0] ?? '' })
    : nets.length > 3
      ? t('{n} pays', { n: nets.length })
      : nets.map((net) => t('{net} to 1', { net })).join(', ');
}

export interface Evening {
  /** Shares of evenings by result, in steps of `unit` from `low` units. */
  bars: number[];
  low: number;
  mean: number;
  ahead: number;
  behind: number;
  from: number;
  to: number;
}

/** How an evening of so many rounds ends: the outcomes of one round folded with themselves. */
export function evening(wager: Wager, rounds: number): Evening | null {
  const nets = wager.outcomes.map((one) => Number(one.net) * 2);
  if (nets.some((net) => !Number.isInteger(net)) || nets.length === 0) return null;
  const [least, most] = [Math.min(...nets), Math.max(...nets)];
  if (most - least > 60) return null;
  const one = new Array<number>(most - least + 1).fill(0);
  wager.outcomes.forEach((outcome, i) => {
    const k = (nets[i] ?? 0) - least;
    one[k] = (one[k] ?? 0) + outcome.probability.value;
  });
  // Squaring and multiplying: the low end adds up beside the shares.
  let [all, low] = [[1], 0];
  let [power, powerLow] = [one, least];
  for (let n = rounds; n > 0; n >>= 1) {
    if (n & 1) [all, low] = [convolve(all, power), low + powerLow];
    if (n > 1) [power, powerLow] = [convolve(power, power), powerLow * 2];
  }
  const sum = (keep: (net: number) => boolean): number =>
    all.reduce((total, share, i) => total + (keep(low + i) ? share : 0), 0);
  const quantile = (share: number): number => {
    let total = 0;
    const at = all.findIndex((one) => {
      total += one;
      return total >= share;
    });
    return (low + at) / 2;
  };
  const mean = all.reduce((total, share, i) => total + share * (low + i), 0) / 2;
  return {
    bars: all,
    low,
    mean,
    ahead: sum((net) => net > 0),
    behind: sum((net) => net < 0),
    from: quantile(0.05),
    to: quantile(0.95),
  };
}

function convolve(a: number[], b: number[]): number[] {
  const out = new Array<number>(a.length + b.length - 1).fill(0);
  a.forEach((x, i) => {
    if (x > 0)
      b.forEach((y, j) => {
        out[i + j] = (out[i + j] ?? 0) + x * y;
      });
  });
  return out;
}

export interface Estimate {
  name: string;
  value: number;
  low: number;
  high: number;
  /** In a full shoe. */
  exact: number | null;
  /** The exact value and what the cover card adds to it. */
  expected: number | null;
  /** Standard errors from what is expected. */
  z: number | null;
  outside: boolean;
}

const number = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** Every figure of a simulation that has an interval, by where it stands in the document. */
export function estimates(document: unknown, path: string[] = []): Estimate[] {
  if (document === null || typeof document !== 'object') return [];
  const one: Record<string, unknown> = { ...document };
  if (typeof one.value === 'number' && typeof one.low === 'number' && typeof one.high === 'number') {
    return [
      {
        name: path
          .filter((part) => part !== 'wagers' && part !== 'estimates')
          .join(' ')
          .replaceAll('_', ' ')
          .replace(/^outcomes (.+)$/, (_, figure: string) => t('{figure}, how often', { figure })),
        value: one.value,
        low: one.low,
        high: one.high,
        exact: number(one.exact),
        expected: number(one.expected),
        z: number(one.z_expected),
        outside: one.outside === true,
      },
    ];
  }
  return Object.entries(one).flatMap(([key, inner]) => estimates(inner, /^\d+$/.test(key) ? path : [...path, key]));
}
