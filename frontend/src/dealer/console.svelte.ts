/** What a dealer does at the console: one command at a time, a card by its keys, and what the table says to it. */
import { house } from '../house.svelte';
import { cardWord, RANKS, SUITS } from '../parts/glyphs';
import { sentenceOf } from '../wire/api';
import type { ActView, Answer, Command, ConsoleStep, Needs, NoMessage, StepView } from '../wire/generated';
import type { LiveTable } from '../wire/live.svelte';
import { inWords } from '../wire/read';
import { t } from '../words/t';

export type Notice = Pick<NoMessage, 'says' | 'clauses'>;
export type Send = (command: Command) => Promise<Answer | null>;

/** A step that is the dealer's own beside the usual one, with its command and its words. */
interface Besides {
  step: StepView;
  command: Command;
  words: ConsoleStep | undefined;
}

const plain = (says: string): Notice => ({ says, clauses: [] });

/** What an answer leaves to say. */
function noticeOf(command: Command, { ok, refused, request }: Answer): Notice | null {
  if (refused?.why === 'not_enough_chips')
    return plain(t('The player does not hold enough chips for that. Sell them chips first.'));
  if (refused) return { says: sentenceOf(refused.says), clauses: refused.clauses };
  if (ok && command.command === 'call_floor') return plain(t('The floor is called.'));
  return request ? plain(t('Asked. It waits for a second person on the floor.')) : null;
}

export class DealerConsole {
  live = $state.raw<LiveTable | null>(null);
  notice = $state.raw<Notice | null>(null);
  /** The card that will be entered, and the rank of one whose suit is still missing. */
  picked = $state('');
  rank = $state('');
  #pending = $state(0);
  #sentAt = $state(-1);
  #decided = house.wire.decided;

  constructor(readonly table: () => string) {}

  get felt() {
    return this.live?.felt ?? null;
  }
  get version(): number {
    return this.live?.version ?? 0;
  }
  /** What the table tells its dealer; nothing to other people. */
  get told() {
    return this.felt?.console ?? null;
  }
  /** A key is deaf until the table has moved or answered, so that one press is one step. */
  get busy(): boolean {
    return this.#pending > 0 && this.#sentAt === this.live?.version;
  }
  get step(): StepView | undefined {
    return this.felt?.steps[0];
  }
  get shown(): ConsoleStep | undefined {
    return this.told?.steps[0];
  }
  /** Where no step is due the first act is the usual thing: a closed table is opened, a bank is offered again. */
  get start(): ActView | null {
    return this.felt && !this.step ? (this.told?.acts[0] ?? null) : null;
  }
  get needs(): Needs {
    return this.start ? 'key' : (this.shown?.needs ?? 'wait');
  }
  get heading(): string {
    return this.start || !this.shown ? (this.felt?.says ?? '') : this.shown.title;
  }
  /** What the big key says. */
  get usual(): string {
    if (this.start) return this.start.says;
    if (this.needs !== 'card') return inWords(this.shown?.key ?? '');
    return this.picked && this.step ? `${inWords(this.shown?.place ?? '')}: ${cardWord(this.picked)}` : '';
  }
  /** What may be done besides what is due. */
  get acts(): readonly ActView[] {
    const deals = this.felt?.dealer === house.me.person;
    return (this.told?.acts ?? []).filter(
      (one) => one !== this.start && !(one.command.command === 'take_over' && deals),
    );
  }
  get more(): readonly Besides[] {
    return (this.felt?.steps ?? []).flatMap((step, i) =>
      i > 0 && step.command && !['war_wager', 'war_tie'].includes(step.step)
        ? [{ step, command: step.command, words: this.told?.steps[i] }]
        : [],
    );
  }
  /** What the big key does besides: chips that a bank does not cover go back. */
  get besides(): readonly StepView[] {
    return (this.felt?.steps ?? []).filter(
      (one, i) => i > 0 && !one.command && one.by.includes('dealer') && this.told?.steps[i]?.needs === 'wait',
    );
  }
  get usedUp(): readonly string[] {
    return this.told?.used_up ?? [];
  }

  tell = (says: string): void => {
    this.notice = plain(says);
  };

  send: Send = async (command) => {
    if (this.busy) return null;
    this.#pending += 1;
    this.#sentAt = this.live?.version ?? -1;
    try {
      const answer = await house.wire.do(this.table(), command);
      this.notice = noticeOf(command, answer);
      if (answer.ok) this.released();
      return answer;
    } finally {
      this.#pending -= 1;
    }
  };

  /** A key that was pressed and heard lets go, so that Enter is the big key again. */
  released = (): void => {
    const held = document.activeElement;
    if (held instanceof HTMLButtonElement) held.blur();
  };

  /** A person of the floor comes, or has turned the second key, or turned it down: who it was is said here. */
  hearFloor(): void {
    const { decided } = house.wire;
    if (!decided || decided === this.#decided) return;
    this.#decided = decided;
    if (decided.table === this.table()) this.tell(decided.says);
  }

  /** Another step: nothing staged for the last one is left over. */
  dropCard(): void {
    this.picked = this.rank = '';
  }

  /** The big key. */
  main = (): void => {
    const { start, step, needs, picked } = this;
    if (start) void this.send(start.command);
    if (!step) return;
    if (needs === 'card' && picked) void this.send({ command: 'read_card', text: picked });
    else if ((needs === 'key' || needs === 'look') && step.command) void this.send(step.command);
  };
  /** The dealer looked: the war wager is down, or it is not, and then the player chooses again. */
  seen(placed: boolean): void {
    const { step } = this;
    if (step?.seat) void this.send({ command: 'confirm_war_wager', seat: step.seat, placed, bettor: step.bettor });
  }
  choose(command: 'surrender' | 'go_to_war'): void {
    const { step } = this;
    if (step?.seat) void this.send({ command, seat: step.seat, bettor: step.bettor });
  }
  callFloor = (): Promise<Answer | null> => this.send({ command: 'call_floor', reason: 'Please come to the table.' });
  stepBack = (): Promise<Answer | null> =>
    this.send({ command: 'undo_card', reason: 'The dealer entered another card than the one turned.' });

  /** The key of an answer or of a card; no, where it means nothing to the step that is due. */
  press(key: string): boolean {
    const { needs } = this;
    const letter = key.toLowerCase();
    if (needs === 'choice' && this.step && 'sw'.includes(letter))
      this.choose(letter === 's' ? 'surrender' : 'go_to_war');
    else if (needs === 'placed' && 'dn'.includes(letter)) this.seen(letter === 'd');
    else return needs === 'card' && this.#pressCard(key);
    return true;
  }

  /** A card by rank, then suit; Backspace takes it back. */
  #pressCard(key: string): boolean {
    const rank = key === '1' || key === '0' ? 'T' : key.toUpperCase();
    if (key === 'Backspace') this.dropCard();
    else if (key.length !== 1) return false;
    else if (this.rank && SUITS.includes(key.toLowerCase())) {
      const card = this.rank + key.toLowerCase();
      if (!this.usedUp.includes(card)) this.picked = card;
      this.rank = '';
    } else if (RANKS.includes(rank)) {
      this.rank = rank;
      this.picked = '';
    } else return false;
    return true;
  }
}
