import { describe, expect, test } from 'vitest';
import type { FeltView, You } from '../wire/generated';
import { whyOf } from './why';

const LINE = { wager: 'initial', result: 'win', staked: 1000, paid: 1000, returned: 1000, says: '', clauses: [] };
const TIE = { ...LINE, wager: 'tie', staked: 500, paid: 5000, returned: 500 };
const NOTHING = { initial: 0, tie: 0, war: 0, war_tie: 0, progressive: 0, bonus_spin: 0, match_play: 0 };

function felt(round: number, stakes: object, lines: object[], net = 0): FeltView {
  const bettors = [{ place: 0, ...NOTHING, ...stakes, lines, net }];
  return { round, seats: [{ seat: 1, bettors }] } as unknown as FeltView;
}
const HAND = { round: 6, seat: 1, cards: [], dealer_cards: [], result: 'win', net: 1000, lines: [LINE], behind: false };
const you = (history: object[]): You => ({ seats: [1], behind: [], bets: [], history }) as unknown as You;

describe('why', () => {
  test('a hand that is settled explains itself', () => {
    expect(whyOf(felt(7, {}, [LINE], 1000), you([HAND]))).toMatchObject({
      round: 7,
      seat: 1,
      net: 1000,
      lines: [LINE],
    });
  });
  test('a round that was over before the page saw it settled is explained from the history', () => {
    expect(whyOf(felt(6, {}, []), you([HAND]))).toMatchObject({ round: 6, net: 1000, lines: [LINE] });
    expect(whyOf(felt(0, {}, []), you([]))).toBeNull();
  });
  test('a tie that is paid explains nothing while its war goes on', () => {
    const war = felt(7, { initial: 1000, war: 1000 }, [TIE], 5000);
    expect(whyOf(war, you([HAND]))?.round).toBe(6);
    expect(whyOf(war, you([]))).toBeNull();
  });
});
