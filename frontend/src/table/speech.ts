/** What is said to a player who listens instead of looking. */
import { cardWord } from '../parts/glyphs';
import { money } from '../parts/money';
import type { FeltView, TableSheet, You } from '../wire/generated';
import { lookWords } from './look';
import { adviceWords, bettorAt, bettorOf, PLACED, spotsOf, wagerWord, wordsFor } from './model';

export interface Speech {
  polite: string;
  assertive: string;
}

const spoken = (cents: number): string =>
  `${cents < 0 ? 'minus' : cents > 0 ? 'plus' : 'exactly'} ${money(Math.abs(cents))}`;

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
    if (now.phase === 'betting') polite.push(`Bets are open.${seconds ? ` ${seconds} seconds.` : ''}`);
    else if (before?.phase === 'betting')
      polite.push(['No more bets.', ...mine.map((seat) => wagersSpoken(seat.seat, now, sheet))].join(' ').trim());
  }
  for (const seat of mine) {
    const had = was(seat.seat)?.cards.length ?? 0;
    if (seat.cards.length > had)
      polite.push(`Your ${seat.cards.length > 1 ? 'war card' : 'card'}: ${cardWord(seat.cards.at(-1) ?? '')}.`);
  }
  if (now.dealer_cards.length > (before?.dealer_cards.length ?? 0))
    polite.push(`Dealer: ${cardWord(now.dealer_cards.at(-1) ?? '')}.`);
  for (const spot of spotsOf(you)) {
    const bettor = bettorAt(now, you, spot);
    const settled = before && (bettor?.lines.length ?? 0) > (bettorAt(before, you, spot)?.lines.length ?? 0);
    if (bettor && settled)
      polite.push(
        `${spot < 0 ? `Behind seat ${-spot}: ` : ''}${bettor.lines.at(-1)?.says ?? ''} Net ` +
          `${spoken(bettor.net)}. Balance ${money(you?.balance ?? 0)}.`,
      );
  }
  if (you?.envy && !before?.wins.length)
    polite.push(`An envy bonus of ${money(you.envy)} is yours when the floor confirms the win.`);
  if (you?.choice && !before?.seats[you.choice.seat - 1]?.asked) {
    assertive =
      `${wordsFor(now, you)} Surrender and get ${money(you.choice.surrender_back)} back, or go to war ` +
      `for ${money(you.choice.war_stake)} more.` +
      (you.choice.advice ? ` ${adviceWords(you.choice.advice)}` : '') +
      (seconds ? ` ${seconds} seconds.` : '');
  } else if (you?.look && !before?.seats[you.look.seat - 1]?.asked)
    assertive = `${lookWords(you.look)} for you. Press Enter when you have looked, or N to go on.`;
  else if (you?.cut && before?.phase !== 'cutting')
    assertive = 'The cut is yours. Use the arrow keys to move the cut card, then Enter.';
  return { polite: polite.join(' '), assertive };
}

function wagersSpoken(seat: number, felt: FeltView, sheet: TableSheet): string {
  const place = felt.seats[seat - 1];
  const bettor = place && bettorOf(place);
  if (!bettor) return '';
  const made = PLACED.filter((wager) => wager !== 'match_play' && bettor[wager] > 0);
  const words = made.map((wager) => `${money(bettor[wager])} ${wagerWord(wager, sheet).toLowerCase()}`);
  return words.length ? `Your wagers: ${words.join(', ')}.` : '';
}

/** The other seats, on request. */
export function others(felt: FeltView, you: You | null): string {
  return felt.seats
    .filter((seat) => seat.taken && !you?.seats.includes(seat.seat))
    .map((seat) => {
      const bettor = bettorOf(seat);
      const cards = seat.cards.map(cardWord).join(' and ');
      return (
        `Seat ${seat.seat}, ${seat.name || 'taken'}: ${cards || 'no card'}; ` +
        `${bettor?.initial ? `initial ${money(bettor.initial)}` : 'no wager'}` +
        `${bettor?.lines.length ? `, net ${spoken(bettor.net)}` : ''}.`
      );
    })
    .join(' ');
}
