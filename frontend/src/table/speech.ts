/** What is said to a player who listens instead of looking. */
import { cardWord } from '../parts/glyphs';
import { money } from '../parts/money';
import type { FeltView, Said, TableSheet, You } from '../wire/generated';
import { many, t } from '../words/t';
import { lookWords } from './look';
import { adviceWords, bettorAt, bettorOf, PLACED, spotsOf, wagerWord, wordsFor } from './model';

export interface Speech {
  polite: string;
  assertive: string;
}

const spoken = (cents: number): string =>
  cents < 0
    ? t('minus {amount}', { amount: money(-cents) })
    : cents > 0
      ? t('plus {amount}', { amount: money(cents) })
      : t('exactly {amount}', { amount: money(0) });
const secondsSpoken = (seconds: number | null): string => (seconds ? many(seconds, '{n} second.', '{n} seconds.') : '');
const joined = (...says: string[]): string => says.filter(Boolean).join(' ');

/** What changed between two looks at the table, as far as it is mine. */
export function speak(
  before: FeltView | null,
  now: FeltView,
  you: You | null,
  sheet: TableSheet,
  seconds: number | null,
): Speech {
  const polite: string[] = [];
  let assertive = '';
  const mine = now.seats.filter((seat) => you?.seats.includes(seat.seat));
  const was = (seat: number) => before?.seats[seat - 1];

  if (before?.phase !== now.phase) {
    if (now.phase === 'betting') polite.push(joined(t('Bets are open.'), secondsSpoken(seconds)));
    else if (before?.phase === 'betting')
      polite.push([t('No more bets.'), ...mine.map((seat) => wagersSpoken(seat.seat, now, sheet))].join(' ').trim());
  }
  for (const seat of mine) {
    const had = was(seat.seat)?.cards.length ?? 0;
    if (seat.cards.length > had)
      polite.push(
        seat.cards.length > 1
          ? t('Your war card: {card}.', { card: cardWord(seat.cards.at(-1) ?? '') })
          : t('Your card: {card}.', { card: cardWord(seat.cards.at(-1) ?? '') }),
      );
  }
  if (now.dealer_cards.length > (before?.dealer_cards.length ?? 0))
    polite.push(
      t(now.bank ? 'Player/dealer: {card}.' : 'Dealer: {card}.', { card: cardWord(now.dealer_cards.at(-1) ?? '') }),
    );
  for (const spot of spotsOf(you)) {
    const bettor = bettorAt(now, you, spot);
    const settled = before && (bettor?.lines.length ?? 0) > (bettorAt(before, you, spot)?.lines.length ?? 0);
    if (bettor && settled)
      polite.push(
        joined(
          spot < 0 ? t('Behind seat {seat}:', { seat: -spot }) : '',
          bettor.lines.at(-1)?.says ?? '',
          t('Net {net}. Balance {amount}.', { net: spoken(bettor.net), amount: money(you?.balance ?? 0) }),
        ),
      );
  }
  const banks = now.bank !== null && you?.seats.includes(now.bank.seat);
  if (banks && now.phase === 'picking_up' && before?.phase !== 'picking_up') polite.push(you?.says ?? '');
  if (you?.envy && !before?.wins.length)
    polite.push(t('An envy bonus of {amount} is yours when the floor confirms the win.', { amount: money(you.envy) }));
  if (you?.choice && !before?.seats[you.choice.seat - 1]?.asked) {
    assertive = joined(
      wordsFor(now, you),
      t('Surrender and get {back} back, or go to war for {stake} more.', {
        back: money(you.choice.surrender_back),
        stake: money(you.choice.war_stake),
      }),
      you.choice.advice ? adviceWords(you.choice.advice) : '',
      secondsSpoken(seconds),
    );
  } else if (you?.look && !before?.seats[you.look.seat - 1]?.asked)
    assertive = t('{look} for you. Press Enter when you have looked, or N to go on.', { look: lookWords(you.look) });
  else if (you?.cut && before?.phase !== 'cutting')
    assertive = t('The cut is yours. Use the arrow keys to move the cut card, then Enter.');
  return { polite: polite.join(' '), assertive };
}

function wagersSpoken(seat: number, felt: FeltView, sheet: TableSheet): string {
  const place = felt.seats[seat - 1];
  const bettor = place && bettorOf(place);
  if (!bettor) return '';
  const made = PLACED.filter((wager) => wager !== 'match_play' && bettor[wager] > 0);
  const words = made.map((wager) => `${money(bettor[wager])} ${wagerWord(wager, sheet).toLowerCase()}`);
  return words.length ? t('Your wagers: {wagers}.', { wagers: words.join(', ') }) : '';
}

/** What lamps, signs and chips show; a line about it is gone before it can be read. The server skips the same. */
export const AT_THE_SIGNS: ReadonlySet<unknown> = new Set([
  'side_wagers_collected',
  'side_wagers_counted',
  'meter_fed',
  'meter_synced',
  'war_matched',
  'war_wagers_confirmed',
]);
/** What was done with the cards before the bets opened is no news while they are open. */
const BEFORE_THE_BETS: ReadonlySet<unknown> = new Set([
  'card_burned',
  'shuffle_begun',
  'cards_shuffled',
  'shoe_loaded',
]);
/** What happened last, for the line under the dealer's words. */
export function lastSaid(said: readonly Pick<Said, 'event' | 'says'>[], betting = false): string {
  const last = said.findLast(({ event }) => !AT_THE_SIGNS.has(event.event));
  return !last || (betting && BEFORE_THE_BETS.has(last.event.event)) ? '' : last.says;
}

/** The other seats, on request. */
export function others(felt: FeltView, you: You | null): string {
  return felt.seats
    .filter((seat) => seat.taken && !you?.seats.includes(seat.seat))
    .map((seat) => {
      const bettor = bettorOf(seat);
      const wager = bettor?.initial ? t('initial {amount}', { amount: money(bettor.initial) }) : t('no wager');
      return t('Seat {seat}, {name}: {cards}; {wager}.', {
        seat: seat.seat,
        name: seat.name || t('taken'),
        cards: seat.cards.map(cardWord).join(', ') || t('no card'),
        wager: bettor?.lines.length ? t('{wager}, net {net}', { wager, net: spoken(bettor.net) }) : wager,
      });
    })
    .join(' ');
}
