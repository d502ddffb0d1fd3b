import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AREAS, type Area } from '../felt/geometry';
import type {
  Answer,
  BettorView,
  BetView,
  Command,
  FeltView,
  HistoryView,
  TableMessage,
  TableSheet,
  Wager,
  You,
} from '../wire/generated';
import { type LiveTable, Wire } from '../wire/live.svelte';
import { Controller } from './controller.svelte';

// The socket is the only part that is not real: the test says what the server says.

class Socket {
  static last: Socket;
  sent: { type: string; id?: string; command?: Command }[] = [];
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  constructor(readonly url: string) {
    Socket.last = this;
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {}
  says(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

const SEAT = 4;
const NO_STAKES = Object.fromEntries(['war_tie', ...AREAS].map((wager) => [wager, 0])) as Record<
  'war_tie' | Area,
  number
>;
const bettor = (stakes: Partial<Record<Wager, number>> = {}, place = 0): BettorView => ({
  ...{ ...NO_STAKES, place, bettor: '' },
  ...{ covered: 0, matched: 0, choice: '', lines: [], net: 0 },
  ...stakes,
});
const feltWith = (bettors: BettorView[], phase: FeltView['phase'] = 'betting', round = 1): FeltView => ({
  ...{ rulebook: 'nevada', phase, round, says: '', dealer: '', on_duty: [], dealer_cards: [], dealer_picked_up: false },
  ...{
    community_cards: [],
    war_burns: 0,
    meters: [],
    bank: null,
    wins: [],
    spin: null,
    clock: null,
    device: 'working',
  },
  ...{ deck_change_due: false, call: null, releasable: [], steps: [], console: null, watching: null },
  shoe: {
    ...{ number: 1, commitment: '', batch: 0, loaded: true, stack: 312, left: 312, behind: 60, cover_card_met: false },
    ...{ reveal_due: false, rack: 0, words: 0, closed: true },
  },
  seats: Array.from({ length: 7 }, (_, i) => ({
    ...{ seat: i + 1, taken: i + 1 === SEAT, name: '', patron: null, away: false, banks: false, hand: 0, cards: [] },
    ...{ outcome: null, war_outcome: null, colour: '', missed: false, picked_up: false, asked: false, ready: false },
    bettors: i + 1 === SEAT ? bettors : [],
  })),
});
const bet = (wager: Wager, more: Partial<BetView> = {}): BetView => ({
  ...{ seat: SEAT, bettor: '', wager, made: 0, min: 5_00, max: 500_00, step: 1, stakes: [] },
  ...{ take_back: true, whole: null },
  ...more,
});
const youWith = (more: Partial<You> = {}): You => ({
  ...{ patron: 'ann', name: 'Ann', balance: 1_000_00, seats: [SEAT], can: [], behind: [], choice: null, cut: null },
  look: null,
  ask_for_shuffle: false,
  ...{ bank: null, may_be_ready: false, words: null, envy: 0, history: [], says: '', heard: '', neighbours: '' },
  bets: [bet('initial'), bet('tie', { min: 1_00 })],
  ...more,
});
const CHOICE = {
  ...{ seat: SEAT, bettor: '', surrender_back: 5_00, surrender_lost: 5_00, war_stake: 10_00, enough_for_war: true },
  advice: null,
};

let live: LiveTable;
let control: Controller;
let version: number;

function shows(felt: FeltView, you: You | null): void {
  version += 1;
  const message: TableMessage = { type: 'table', table: 'green', version, time: Date.now(), felt, last: [], you };
  Socket.last.says(message);
  control?.keepUp();
}
const commands = (): Command[] => Socket.last.sent.flatMap(({ command }) => command ?? []);
async function answers(more: Partial<Answer> = {}): Promise<void> {
  const id = Socket.last.sent.findLast((one) => one.id)?.id;
  const answer = { ...{ ok: true, table: 'green', version, receipt: '', receipts: [], refused: null, request: '' } };
  Socket.last.says({ type: 'answer', id, ...answer, ...more });
  await vi.advanceTimersByTimeAsync(0);
}
const pause = (): Promise<unknown> => vi.advanceTimersByTimeAsync(500);

function sits(more: Partial<TableSheet> = {}, you = youWith()): void {
  const wire = new Wire();
  wire.open();
  const hello = { version: '1', time: Date.now(), person: '', role: 'guest', patron: 'ann', ping_seconds: 20 };
  Socket.last.says({ type: 'hello', ...hello });
  [live] = wire.watch(['green']) as [LiveTable];
  control = new Controller(live, { take_back: true, electronic: 0, ...more } as TableSheet, wire);
  shows(feltWith([]), you);
}

beforeEach(() => {
  version = 0;
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', Socket);
  vi.stubGlobal('location', { protocol: 'http:', host: 'localhost' });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('where wagers may be taken back', () => {
  test('chips that follow one another go down with one command', async () => {
    sits();
    control.place('initial');
    control.place('initial');
    control.place('tie');
    expect(commands()).toEqual([]);
    await pause();
    const wagers = { initial: 10_00, tie: 5_00 };
    expect(commands()).toEqual([{ command: 'put_wagers', seat: SEAT, hand: 0, wagers }]);
  });
  test('what is wanted is shown until the server has it, and then what the server has', async () => {
    sits();
    control.place('initial');
    expect(control.shown(SEAT)).toEqual({ initial: 5_00 });
    expect(control.unsent).toBe(5_00);
    await pause();
    await answers();
    shows(feltWith([bettor({ initial: 5_00 })]), youWith());
    expect(control.want.size).toBe(0);
    expect(control.laid).toBe(5_00);
  });
  test('a chip that is clicked while the command is on its way goes with the next', async () => {
    sits();
    control.place('initial');
    await pause();
    control.place('initial');
    await pause();
    expect(commands()).toHaveLength(1);
    await answers();
    await pause();
    expect(commands().at(-1)).toMatchObject({ wagers: { initial: 10_00 } });
  });
  test('a chip that follows an undo on its way is not lost while the server shows what lay there', async () => {
    sits();
    control.place('initial');
    await pause();
    shows(feltWith([bettor({ initial: 5_00 })]), youWith());
    await answers();
    control.undo();
    await pause();
    control.place('initial');
    shows(feltWith([bettor({ initial: 5_00 })]), youWith());
    control.ready();
    await answers();
    expect(commands().map((one) => 'wagers' in one && one.wagers)).toEqual([{ initial: 5_00 }, {}, { initial: 5_00 }]);
    expect(Socket.last.sent.at(-1)?.type).toBe('do');
    await answers();
    expect(Socket.last.sent.at(-1)?.type).toBe('ready');
  });

  test('a stack below the least is not sent, and the player is told as long as it lies there', async () => {
    sits();
    control.chip = 1_00;
    control.place('initial');
    await vi.advanceTimersByTimeAsync(20_000);
    expect(control.told?.says).toBe('Bet at least $5.00 here.');
    expect(commands()).toEqual([]);
  });
  test('a bet beside a main bet below the least waits with it, and goes down when the main bet is enough', async () => {
    sits({}, youWith({ bets: [bet('initial', { min: 10_00 }), bet('tie')] }));
    control.place('initial');
    control.place('tie');
    await pause();
    expect(commands()).toEqual([]);
    expect(control.shown(SEAT)).toEqual({ initial: 5_00, tie: 5_00 });
    expect(control.notYet).toBe('Bet at least $10.00 here.');
    control.place('initial');
    await pause();
    expect(commands()).toMatchObject([{ wagers: { initial: 10_00, tie: 5_00 } }]);
  });
  test('a bet beside no main bet waits for it', async () => {
    sits();
    control.place('tie');
    await pause();
    expect(commands()).toEqual([]);
    expect(control.shown(SEAT)).toEqual({ tie: 5_00 });
    expect(control.notYet).toBe('Make the main bet first.');
  });
  test('a stack above the most stays at the most, and the player is told until the bets close', async () => {
    sits({}, youWith({ bets: [bet('initial', { max: 7_00 })] }));
    control.place('initial');
    control.place('initial');
    expect(control.shown(SEAT)).toEqual({ initial: 7_00 });
    await pause();
    await answers();
    expect(control.told?.says).toBe('You can bet at most $7.00 here.');
    shows(feltWith([bettor({ initial: 7_00 })], 'dealing'), youWith({ bets: [] }));
    expect(control.told).toBeNull(); // what the cards decide is not hidden by what was said of chips
  });
  test('a refusal is told in the words of the server, and the chips come back', async () => {
    sits();
    control.place('initial');
    await pause();
    await answers({ ok: false, refused: { why: 'no', says: 'the bets are closed', clauses: ['NV-6'] } });
    expect(control.notice).toEqual({ says: 'The bets are closed.', clauses: ['NV-6'] });
    expect(control.shown(SEAT)).toEqual({});
  });
  test('undo takes back the last chip, and clear all of them', async () => {
    sits();
    control.place('initial');
    control.place('tie');
    control.undo();
    expect(control.shown(SEAT)).toMatchObject({ initial: 5_00 });
    expect(control.shown(SEAT).tie ?? 0).toBe(0);
    control.clear();
    expect(control.shown(SEAT)).toEqual({});
  });
  test('undo takes back what was done here, and nothing that another window put down', async () => {
    sits();
    control.place('initial');
    await pause();
    await answers();
    shows(feltWith([bettor({ initial: 5_00 })]), youWith());
    control.place('initial');
    await pause();
    await answers();
    shows(feltWith([bettor({ initial: 10_00 })]), youWith());
    shows(feltWith([bettor({ initial: 10_00, tie: 5_00 })]), youWith());
    control.undo();
    expect(control.shown(SEAT)).toMatchObject({ initial: 5_00, tie: 5_00 });
    await pause();
    expect(commands().at(-1)).toMatchObject({ wagers: { initial: 5_00, tie: 5_00 } });
  });
  test('a window that saw no round offers the wagers of the last hand', () => {
    const line = { result: 'lose' as const, collected: 0, returned: 0, paid: 0, says: '', clauses: [] };
    const hand = (round: number, staked: number): HistoryView => ({
      ...{ round, seat: SEAT, cards: [], dealer_cards: [], result: 'lose', net: -staked, behind: false },
      lines: [
        { ...line, wager: 'initial', staked },
        { ...line, wager: 'match_play', staked: 5_00 },
        { ...line, wager: 'war', staked },
      ],
    });
    sits({}, youWith({ history: [hand(1, 5_00), hand(2, 10_00)] }));
    expect(control.rebetTotal).toBe(10_00);
  });
  test('undo ends with its round, also where the page saw nothing between two rounds', async () => {
    sits();
    control.place('initial');
    await pause();
    await answers();
    shows(feltWith([bettor({ initial: 5_00 })]), youWith());
    expect(control.canUndo).toBe(true);
    shows(feltWith([], 'betting', 2), youWith());
    expect(control.canUndo).toBe(false);
  });
  test('the wagers of the last round can be made again, as far as they are open', async () => {
    sits();
    shows(feltWith([bettor({ initial: 5_00, progressive: 1_00 })]), youWith());
    shows(feltWith([bettor({ initial: 5_00, progressive: 1_00 })], 'dealing'), youWith({ bets: [] }));
    shows(feltWith([], 'betting', 2), youWith());
    expect(control.rebetTotal).toBe(5_00);
    control.rebet();
    await pause();
    expect(commands().at(-1)).toMatchObject({ wagers: { initial: 5_00 } });
  });
});

describe('where a wager stays once it was placed', () => {
  test('chips are staged until the player places them', async () => {
    sits({ take_back: false });
    control.place('initial');
    await pause();
    expect(commands()).toEqual([]);
    void control.commit();
    expect(commands()).toMatchObject([{ command: 'put_wagers', wagers: { initial: 5_00 } }]);
  });
  test('staged chips go down shortly before the bets close', async () => {
    sits({ take_back: false });
    control.place('initial');
    void control.lastCall(10_000);
    expect(commands()).toEqual([]);
    void control.lastCall(2_000);
    expect(commands()).toHaveLength(1);
  });
  test('no chip is offered for a wager that is placed, and it is said why', async () => {
    const made = { made: 5_00, take_back: false };
    sits({ take_back: false }, youWith({ bets: [bet('initial', made), bet('tie', { take_back: false })] }));
    shows(feltWith([bettor({ initial: 5_00 })]), live.you);
    control.place('initial');
    expect(control.staging).toBe(false);
    expect(control.told?.says).toBe('Your bet is down, and stays until it is decided.');
    control.notice = null;
    control.again.double();
    expect(control.staging).toBe(false);
    expect(control.told?.says).toBe('Your bet is down, and stays until it is decided.');
    control.place('tie');
    control.again.double();
    expect(control.shown(SEAT)).toMatchObject({ initial: 5_00, tie: 10_00 });
  });
  test('what lies beside a main bet out of its steps stays there, also as the bets close', async () => {
    sits({ take_back: false }, youWith({ bets: [bet('initial', { step: 10_00 }), bet('tie')] }));
    control.chip = 25_00;
    control.place('initial');
    control.place('tie');
    void control.commit();
    void control.lastCall(2_000);
    await pause();
    expect(commands()).toEqual([]);
    expect(control.shown(SEAT)).toEqual({ initial: 25_00, tie: 25_00 });
    await vi.advanceTimersByTimeAsync(20_000);
    expect(control.told?.says).toBe('Bet in steps of $10.00 here.');
    control.undo();
    control.undo();
    expect(control.told).toBeNull();
  });
});

test('wagers behind the seat of another player are placed in the name of the bettor', async () => {
  sits({}, youWith({ seats: [], bets: [bet('initial', { bettor: 'ann' })] }));
  control.place('initial', -SEAT);
  await pause();
  const wagers = { initial: 5_00 };
  expect(commands()).toEqual([{ command: 'put_wagers', seat: SEAT, bettor: 'me', wagers }]);
});

test('wagers behind the seat of another player can be made again as soon as that player has bet', async () => {
  const mine = { seats: [], bets: [bet('initial', { bettor: 'ann' })] };
  const made = [bettor({ initial: 10_00 }), bettor({ initial: 5_00 }, 1)];
  const behind = [{ seat: SEAT, place: 1 }];
  sits({ backline: true }, youWith({ seats: [], bets: [] }));
  shows(feltWith(made.slice(0, 1)), youWith(mine));
  shows(feltWith(made), youWith({ ...mine, behind }));
  shows(feltWith(made, 'dealing'), youWith({ seats: [], bets: [], behind }));
  shows(feltWith([], 'betting', 2), youWith({ seats: [], bets: [] }));
  expect(control.beforeTotal).toBe(5_00);
  control.again.next = true;
  control.again.keepUp();
  shows(feltWith(made.slice(0, 1), 'betting', 2), youWith(mine));
  expect([control.spot, control.rebetTotal]).toEqual([-SEAT, 5_00]);
  control.again.keepUp();
  await pause();
  expect(commands()).toMatchObject([{ command: 'put_wagers', seat: SEAT, wagers: { initial: 5_00 } }]);
});

test('a second press while a seat is on its way asks for no second seat', async () => {
  sits({}, youWith({ seats: [], bets: [] }));
  let inside: () => void = () => undefined;
  const comesIn = () => new Promise<void>((go) => (inside = go));
  void control.seating.take(comesIn);
  expect(control.seating.underWay).toBe(true);
  void control.seating.take(comesIn);
  inside();
  await pause();
  void control.seating.take(comesIn);
  expect(commands()).toEqual([{ command: 'sit', seat: 3 }]);
  await answers({ version: version + 1 });
  expect(control.seating.underWay).toBe(true);
  shows(feltWith([]), youWith({ seats: [3] }));
  expect(control.seating.underWay).toBe(false);
});

test('where a neighbour was quicker, the next free seat is asked for, and any other no ends the way', async () => {
  sits({}, youWith({ seats: [], bets: [] }));
  void control.seating.take(async () => undefined);
  await pause();
  const taken = { why: 'seat_is_taken', says: 'that seat is taken', clauses: [] };
  await answers({ ok: false, refused: taken });
  await answers({ ok: false, refused: { ...taken, why: 'no' } });
  expect(commands()).toMatchObject([{ seat: 3 }, { seat: 5 }]);
  expect(control.seating.underWay).toBe(false);
});

test('no seat is offered beyond those that one player may hold, side by side', () => {
  const offered = (boxes: number, seats: number[]): number[] => {
    sits({ boxes }, youWith({ can: ['sit'], seats }));
    return [1, 2, 3, 4, 5, 6, 7].filter((seat) => control.seating.mayTake(seat));
  };
  expect(offered(1, [])).toEqual([1, 2, 3, 5, 6, 7]); // another player sits at seat 4
  expect(offered(1, [5])).toEqual([]);
  expect(offered(2, [6])).toEqual([5, 7]);
});

test('a person without a seat is told to take one', () => {
  sits({}, youWith({ seats: [], bets: [] }));
  control.place('initial');
  expect(control.notice?.says).toBe('Take a seat first.');
});

test('the player chooses war or surrender for the seat that is asked', () => {
  sits();
  shows(feltWith([bettor({ initial: 10_00 })], 'deciding'), youWith({ bets: [], choice: CHOICE }));
  control.war.choose('go_to_war');
  expect(commands()).toEqual([{ command: 'go_to_war', seat: SEAT, bettor: '' }]);
});

test('a player who cannot pay for the war is told so, and nothing is sent', () => {
  sits();
  const choice = { ...CHOICE, enough_for_war: false };
  shows(feltWith([bettor({ initial: 10_00 })], 'deciding'), youWith({ bets: [], choice }));
  control.war.choose('go_to_war');
  expect(control.notice?.says).toBe('You do not have enough chips for war. You can surrender.');
  expect(commands()).toEqual([]);
});

test('a tie wager that was chosen with the war goes down when the war wagers are asked for', async () => {
  sits();
  shows(feltWith([bettor({ initial: 10_00, war: 10_00 })], 'war_wagers'), youWith({ bets: [bet('war_tie')] }));
  control.war.tie = 5_00;
  control.war.tieChosen = true;
  void control.war.wagersOpen();
  expect(commands()).toEqual([{ command: 'put_wagers', seat: SEAT, bettor: '', wagers: { war_tie: 5_00 } }]);
});

test('a player at war who wants no tie wager answers the offer with no, once', () => {
  sits();
  shows(feltWith([bettor({ initial: 10_00, war: 10_00 })], 'war_wagers'), youWith({ bets: [bet('war_tie')] }));
  control.ready();
  expect(commands()).toEqual([{ command: 'decline_war_tie', seat: SEAT, bettor: '' }]);
  shows(feltWith([bettor({ initial: 10_00, war: 10_00 })], 'war_wagers'), youWith({ bets: [] }));
  control.ready();
  expect(commands()).toHaveLength(1);
});

test('a command that was on its way when the connection was lost is sent again, with the same id', async () => {
  sits();
  void control.sit(2);
  const [first] = Socket.last.sent.filter((one) => one.command);
  Socket.last.onclose?.();
  expect(control.wire.link).toBe('lost');
  await pause();
  Socket.last.says({
    type: 'hello',
    version: '1',
    time: 1,
    person: '',
    role: 'guest',
    patron: 'ann',
    ping_seconds: 20,
  });
  expect(Socket.last.sent.filter((one) => one.command)).toEqual([first]);
});

test('a message that cannot be read changes nothing, and the user is told what is wrong with it', () => {
  sits();
  const before = live.felt;
  Socket.last.says({
    type: 'table',
    table: 'green',
    version: 99,
    time: 1,
    felt: { round: 'one' },
    last: [],
    you: null,
  });
  expect(live.felt).toBe(before);
  expect(control.wire.unreadable).toContain('felt.rulebook: expected text, got nothing');
  shows(feltWith([]), youWith());
  expect(control.wire.unreadable).toBe('');
});
