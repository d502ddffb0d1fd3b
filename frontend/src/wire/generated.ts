/** Made from the server's types by tools/wire_types.py; not edited by hand. */
import * as s from './shape';

export const Wager = s.oneOf(
  'bonus_spin',
  'community',
  'envy',
  'initial',
  'match_play',
  'progressive',
  'tie',
  'war',
  'war_tie',
);
export type Wager = s.Of<typeof Wager>;
export const DealName = s.oneOf('original', 'war');
export type DealName = s.Of<typeof DealName>;
export const MeterName = s.oneOf('progressive', 'spin_primary', 'spin_secondary');
export type MeterName = s.Of<typeof MeterName>;
export const CoverHow = s.oneOf('covered', 'sign');
export type CoverHow = s.Of<typeof CoverHow>;
export const Ruling = s.oneOf(
  'burn',
  'burn_now',
  'change_decks',
  'check_again',
  'continue',
  'cover_card_came',
  'deal_now',
  'dealer_next',
  'forward',
  'lost',
  'next_card',
  'no_cover_card',
  'no_face_up_cards',
  'no_jam',
  'no_win',
  'play_on',
  'recount',
  'reshuffle',
  'return_chip',
  'return_wager',
  'surrender',
  'void',
  'void_hand',
  'wait',
  'win_stands',
);
export type Ruling = s.Of<typeof Ruling>;
export const Command = s.tagged('command', {
  confirm_step: s.object({ step: s.text }),
  receive_decks: s.object({
    decks: s.whole,
    cover_cards: s.whole,
    supplier: s.optional(s.text),
    seal: s.optional(s.text),
  }),
  report_defect: s.object({ reason: s.text }),
  declare_idle: s.object({}),
  call_deck_change: s.object({}),
  change_decks: s.object({}),
  close_table: s.object({}),
  leave: s.object({ seat: s.whole }),
  order_reshuffle: s.object({}),
  ask_for_shuffle: s.object({ patron: s.optional(s.text) }),
  refuse_batch: s.object({}),
  decline_look: s.object({}),
  ask_for_face_up: s.object({ patron: s.optional(s.text) }),
  cut_cards: s.object({ depth: s.whole, words: s.optional(s.text), seat: s.optional(s.whole) }),
  decline_cut: s.object({}),
  reinsert_cover_card: s.object({ depth: s.whole }),
  order_recut: s.object({ reason: s.text, same_person: s.optional(s.flag) }),
  load_shoe: s.object({}),
  burn_card: s.object({}),
  offer_bank: s.object({}),
  post_bank: s.object({ amount: s.whole, words: s.optional(s.text) }),
  decline_bank: s.object({}),
  take_room_fee: s.object({ seat: s.whole }),
  place_wager: s.object({
    seat: s.whole,
    wager: Wager,
    amount: s.whole,
    bettor: s.optional(s.text),
    instrument: s.optional(s.text),
    hand: s.optional(s.whole),
    patron: s.optional(s.text),
    words: s.optional(s.text),
  }),
  enter_late_wager: s.object({
    seat: s.whole,
    wager: Wager,
    amount: s.whole,
    reason: s.text,
    bettor: s.optional(s.text),
    instrument: s.optional(s.text),
    patron: s.optional(s.text),
  }),
  take_back_wager: s.object({ seat: s.whole, wager: Wager, bettor: s.optional(s.text), reason: s.optional(s.text) }),
  decline_inclusion: s.object({ seat: s.whole }),
  call_no_more_bets: s.object({}),
  undo_card: s.object({
    reason: s.text,
    seat: s.optional(s.nullable(s.whole)),
    deal: s.optional(s.nullable(DealName)),
    absent: s.optional(s.flag),
  }),
  meet_cover_card: s.object({ seat: s.optional(s.nullable(s.whole)) }),
  report_shoe_over: s.object({}),
  settle_hand: s.object({}),
  surrender: s.object({ seat: s.whole, bettor: s.optional(s.text) }),
  go_to_war: s.object({ seat: s.whole, bettor: s.optional(s.text) }),
  confirm_war_wager: s.object({ seat: s.whole, placed: s.flag, bettor: s.optional(s.text) }),
  decline_war_tie: s.object({ seat: s.whole, bettor: s.optional(s.text) }),
  confirm_war_wagers: s.object({}),
  pick_up_cards: s.object({ order: s.optional(s.list(s.whole)) }),
  count_side_wagers: s.object({ wagers: s.optional(s.whole), counts: s.optional(s.list(s.tuple(Wager, s.whole))) }),
  check_win: s.object({ seat: s.whole, check: s.oneOf('check_light', 'verify_hand'), holds: s.flag }),
  validate_win: s.object({ seat: s.whole, valid: s.optional(s.flag), reason: s.optional(s.text) }),
  spin_wheel: s.object({
    hot_seat: s.whole,
    hot: s.text,
    community: s.text,
    passed: s.optional(s.list(s.tuple(s.whole, s.text, s.text))),
  }),
  settle_side_bets: s.object({}),
  correct_meter: s.object({ meter: MeterName, reading: s.whole, reason: s.text }),
  change_rate: s.object({ meter: MeterName, rate: s.text }),
  report_face_up_cards: s.object({
    cards: s.list(s.text),
    seat: s.optional(s.nullable(s.whole)),
    deal: s.optional(s.nullable(DealName)),
  }),
  report_drawn_card: s.object({ card: s.optional(s.nullable(s.text)) }),
  report_misdelivery: s.object({
    seat: s.whole,
    card: s.text,
    entered: s.optional(s.nullable(s.whole)),
    another: s.optional(s.flag),
  }),
  report_missed_hand: s.object({ seat: s.whole, deal: s.optional(s.nullable(DealName)) }),
  report_forgotten_burn: s.object({
    card: s.optional(s.nullable(s.text)),
    cards: s.optional(s.whole),
    called: s.optional(s.flag),
  }),
  report_touched_card: s.object({
    seat: s.whole,
    card: s.optional(s.nullable(s.text)),
    patron: s.optional(s.nullable(s.text)),
  }),
  report_jam: s.object({ batch: s.optional(s.nullable(s.whole)) }),
  report_device_failure: s.object({ shuffling: s.optional(s.nullable(s.flag)) }),
  cover_device: s.object({ how: CoverHow }),
  restore_device: s.object({}),
  report_absence: s.object({ seat: s.whole }),
  rule: s.object({
    ruling: Ruling,
    reason: s.text,
    seat: s.optional(s.nullable(s.whole)),
    wager: s.optional(s.nullable(Wager)),
  }),
  release_players: s.object({ seats: s.list(s.whole), reason: s.text }),
  void_round: s.object({ reason: s.text, reshuffle: s.optional(s.flag) }),
  sit: s.object({ seat: s.whole, patron: s.optional(s.text), same_as: s.optional(s.whole) }),
  open_table: s.object({ dealer: s.optional(s.text) }),
  take_over: s.object({ dealer: s.optional(s.text) }),
  take_duty: s.object({}),
  leave_duty: s.object({}),
  put_wagers: s.object({
    seat: s.whole,
    wagers: s.keyed(Wager, s.whole),
    bettor: s.optional(s.text),
    hand: s.optional(s.whole),
    words: s.optional(s.text),
  }),
  read_card: s.object({ text: s.text }),
  call_floor: s.object({ reason: s.optional(s.text) }),
  invite_neighbours: s.object({}),
  dismiss_neighbours: s.object({}),
});
export type Command = s.Of<typeof Command>;
export const Reaction = s.oneOf('hello', 'luck', 'nice', 'ouch', 'thanks', 'wow');
export type Reaction = s.Of<typeof Reaction>;
export const ClientMessage = s.tagged('type', {
  watch: s.object({ tables: s.list(s.text) }),
  watch_floor: s.object({ on: s.optional(s.flag) }),
  do: s.object({ id: s.text, table: s.text, command: Command }),
  ready: s.object({ table: s.text, ready: s.optional(s.flag) }),
  react: s.object({ table: s.text, reaction: Reaction }),
  confirm: s.object({ id: s.text, request: s.text }),
  withdraw: s.object({ id: s.text, request: s.text }),
  resync: s.object({ table: s.text }),
  ping: s.object({ at: s.optional(s.whole) }),
});
export type ClientMessage = s.Of<typeof ClientMessage>;
export const Hello = s.object({
  type: s.oneOf('hello'),
  version: s.text,
  time: s.whole,
  person: s.text,
  role: s.text,
  patron: s.text,
  ping_seconds: s.whole,
});
export type Hello = s.Of<typeof Hello>;
export const Phase = s.oneOf(
  'banking',
  'betting',
  'closed',
  'closing',
  'counting',
  'cutting',
  'dealing',
  'deciding',
  'idle',
  'loading',
  'opening',
  'picking_up',
  'settling',
  'shuffling',
  'side_bets',
  'suspended',
  'validating',
  'waking',
  'war_dealing',
  'war_settling',
  'war_wagers',
);
export type Phase = s.Of<typeof Phase>;
export const Outcome = s.oneOf('equal', 'higher', 'lower');
export type Outcome = s.Of<typeof Outcome>;
export const Result = s.oneOf(
  'collected',
  'community',
  'double_tie',
  'four_of_a_kind',
  'hot',
  'lose',
  'push',
  'suited_double_tie',
  'suited_four_of_a_kind',
  'suited_tie',
  'surrender',
  'tie',
  'uncovered',
  'void',
  'win',
);
export type Result = s.Of<typeof Result>;
export const LineView = s.object({
  wager: Wager,
  result: Result,
  staked: s.whole,
  collected: s.whole,
  returned: s.whole,
  paid: s.whole,
  says: s.text,
  clauses: s.list(s.text),
});
export type LineView = s.Of<typeof LineView>;
export const BettorView = s.object({
  place: s.whole,
  bettor: s.text,
  initial: s.whole,
  tie: s.whole,
  war: s.whole,
  war_tie: s.whole,
  progressive: s.whole,
  bonus_spin: s.whole,
  match_play: s.whole,
  covered: s.whole,
  matched: s.whole,
  choice: s.oneOf('', 'surrender', 'war'),
  lines: s.list(LineView),
  net: s.whole,
});
export type BettorView = s.Of<typeof BettorView>;
export const SeatView = s.object({
  seat: s.whole,
  taken: s.flag,
  name: s.text,
  colour: s.text,
  patron: s.nullable(s.text),
  away: s.flag,
  banks: s.flag,
  hand: s.whole,
  cards: s.list(s.text),
  outcome: s.nullable(Outcome),
  war_outcome: s.nullable(Outcome),
  missed: s.flag,
  picked_up: s.flag,
  asked: s.flag,
  ready: s.flag,
  bettors: s.list(BettorView),
});
export type SeatView = s.Of<typeof SeatView>;
export const ShoeView = s.object({
  number: s.whole,
  commitment: s.text,
  batch: s.whole,
  loaded: s.flag,
  stack: s.whole,
  left: s.whole,
  behind: s.whole,
  cover_card_met: s.flag,
  reveal_due: s.flag,
  rack: s.whole,
  words: s.whole,
  closed: s.flag,
});
export type ShoeView = s.Of<typeof ShoeView>;
export const MeterView = s.object({
  meter: MeterName,
  reading: s.whole,
  rate: s.text,
  rate_may_change: s.flag,
  filed: s.text,
});
export type MeterView = s.Of<typeof MeterView>;
export const BankView = s.object({ seat: s.whole, posted: s.whole, left: s.whole });
export type BankView = s.Of<typeof BankView>;
export const WinStepView = s.object({ step: s.text, done: s.flag });
export type WinStepView = s.Of<typeof WinStepView>;
export const WinView = s.object({
  seat: s.whole,
  hand: s.text,
  pays: s.whole,
  steps: s.list(WinStepView),
  lit: s.flag,
});
export type WinView = s.Of<typeof WinView>;
export const SpinView = s.object({ hot_seat: s.whole, hot: s.text, community: s.text });
export type SpinView = s.Of<typeof SpinView>;
export const ClockOn = s.oneOf('bank', 'bets', 'choice', 'cut', 'leave', 'look', 'recut', 'war_wagers');
export type ClockOn = s.Of<typeof ClockOn>;
export const ClockView = s.object({
  on: ClockOn,
  seat: s.nullable(s.whole),
  began: s.whole,
  ends: s.whole,
  says: s.text,
});
export type ClockView = s.Of<typeof ClockView>;
export const CallReason = s.oneOf(
  'count_differs',
  'drawn_card',
  'early_cover_card',
  'exposed_card',
  'face_up_card',
  'face_up_cards',
  'forgotten_burn',
  'jam',
  'misdelivered_card',
  'misread_card',
  'missed_hand',
  'missed_war_card',
  'player_absent',
  'shoe_is_over',
  'time_is_up',
  'touched_card',
  'win_disputed',
);
export type CallReason = s.Of<typeof CallReason>;
export const CallView = s.object({
  reason: CallReason,
  seat: s.nullable(s.whole),
  bettor: s.text,
  card: s.nullable(s.text),
  choices: s.list(Ruling),
});
export type CallView = s.Of<typeof CallView>;
export const StepView = s.object({
  step: s.text,
  by: s.list(s.text),
  says: s.text,
  clauses: s.list(s.text),
  command: s.nullable(Command),
  seat: s.nullable(s.whole),
  bettor: s.text,
  answers: s.list(Command),
});
export type StepView = s.Of<typeof StepView>;
export const Needs = s.oneOf(
  'bank',
  'bets',
  'card',
  'choice',
  'counts',
  'cut',
  'delivery',
  'depth',
  'key',
  'look',
  'placed',
  'spin',
  'verdict',
  'wait',
  'war_tie',
);
export type Needs = s.Of<typeof Needs>;
export const DepthView = s.object({ least: s.whole, most: s.whole });
export type DepthView = s.Of<typeof DepthView>;
export const ActView = s.object({ says: s.text, command: Command });
export type ActView = s.Of<typeof ActView>;
export const CountView = s.object({ wager: Wager, word: s.text });
export type CountView = s.Of<typeof CountView>;
export const PickUpView = s.object({ seat: s.whole, cards: s.list(s.text) });
export type PickUpView = s.Of<typeof PickUpView>;
export const ConsoleStep = s.object({
  title: s.text,
  key: s.text,
  needs: Needs,
  place: s.text,
  depth: s.nullable(DepthView),
  answers: s.list(ActView),
  counts: s.list(CountView),
  order: s.list(PickUpView),
});
export type ConsoleStep = s.Of<typeof ConsoleStep>;
export const OwedView = s.object({
  seat: s.whole,
  bettor: s.text,
  name: s.text,
  lies: s.text,
  says: s.list(s.text),
  pay: s.whole,
  take: s.whole,
  back: s.whole,
  done: s.flag,
});
export type OwedView = s.Of<typeof OwedView>;
export const Irregularity = s.oneOf(
  'enter_late_wager',
  'report_absence',
  'report_defect',
  'report_device_failure',
  'report_drawn_card',
  'report_face_up_cards',
  'report_forgotten_burn',
  'report_jam',
  'report_misdelivery',
  'report_missed_hand',
  'report_touched_card',
  'undo_card',
  'void_round',
);
export type Irregularity = s.Of<typeof Irregularity>;
export const Need = s.oneOf('card', 'maybe_card', 'maybe_place', 'place', 'reason', 'seat', 'wager');
export type Need = s.Of<typeof Need>;
export const SatView = s.object({ seat: s.whole, patron: s.text, name: s.text });
export type SatView = s.Of<typeof SatView>;
export const DealtView = s.object({ seat: s.whole, card: s.text, deal: DealName, says: s.text });
export type DealtView = s.Of<typeof DealtView>;
export const IrregularityView = s.object({
  command: Irregularity,
  title: s.text,
  says: s.text,
  clauses: s.list(s.text),
  floor: s.flag,
  needs: s.list(Need),
  batch: s.nullable(s.whole),
  shuffling: s.flag,
  deal: s.nullable(DealName),
  asks_for_call: s.flag,
  wagers: s.list(Wager),
  behind: s.flag,
  sat: s.list(SatView),
  dealt: s.list(DealtView),
});
export type IrregularityView = s.Of<typeof IrregularityView>;
export const CoverCardView = s.object({
  word: s.text,
  says: s.text,
  seats: s.list(s.whole),
  due: s.nullable(s.whole),
  expected: s.flag,
  leads: s.flag,
});
export type CoverCardView = s.Of<typeof CoverCardView>;
export const ConsoleView = s.object({
  steps: s.list(ConsoleStep),
  acts: s.list(ActView),
  owed: s.list(OwedView),
  used_up: s.list(s.text),
  irregularities: s.list(IrregularityView),
  call: s.text,
  cover_card: s.nullable(CoverCardView),
});
export type ConsoleView = s.Of<typeof ConsoleView>;
export const FeltView = s.object({
  rulebook: s.text,
  phase: Phase,
  round: s.whole,
  says: s.text,
  dealer: s.text,
  on_duty: s.list(s.text),
  seats: s.list(SeatView),
  dealer_cards: s.list(s.text),
  dealer_picked_up: s.flag,
  community_cards: s.list(s.list(s.text)),
  war_burns: s.whole,
  shoe: ShoeView,
  meters: s.list(MeterView),
  bank: s.nullable(BankView),
  wins: s.list(WinView),
  spin: s.nullable(SpinView),
  clock: s.nullable(ClockView),
  device: s.oneOf('covered', 'failed', 'jammed', 'working'),
  deck_change_due: s.flag,
  call: s.nullable(CallView),
  releasable: s.list(s.whole),
  steps: s.list(StepView),
  console: s.nullable(ConsoleView),
  watching: s.nullable(s.whole),
});
export type FeltView = s.Of<typeof FeltView>;
export const Said = s.object({
  version: s.whole,
  event: s.record(s.anything),
  says: s.text,
  clauses: s.list(s.text),
  own: s.text,
});
export type Said = s.Of<typeof Said>;
export const BehindView = s.object({ seat: s.whole, place: s.whole });
export type BehindView = s.Of<typeof BehindView>;
export const BetView = s.object({
  seat: s.whole,
  bettor: s.text,
  wager: Wager,
  made: s.whole,
  min: s.whole,
  max: s.nullable(s.whole),
  step: s.whole,
  stakes: s.list(s.whole),
  take_back: s.flag,
  whole: s.nullable(s.whole),
});
export type BetView = s.Of<typeof BetView>;
export const AdviceView = s.object({
  better: s.oneOf('even', 'surrender', 'war'),
  by: s.whole,
  fraction: s.text,
  tie: s.text,
});
export type AdviceView = s.Of<typeof AdviceView>;
export const ChoiceView = s.object({
  seat: s.whole,
  bettor: s.text,
  surrender_back: s.whole,
  surrender_lost: s.whole,
  war_stake: s.whole,
  enough_for_war: s.flag,
  advice: s.nullable(AdviceView),
});
export type ChoiceView = s.Of<typeof ChoiceView>;
export const LookView = s.object({ seat: s.whole, decks: s.whole, batch: s.whole, face_up: s.flag });
export type LookView = s.Of<typeof LookView>;
export const CutView = s.object({ seat: s.whole, stack: s.whole, least: s.whole, most: s.whole, words_max: s.whole });
export type CutView = s.Of<typeof CutView>;
export const BankOfferView = s.object({ seat: s.whole, most: s.whole, least: s.whole, step: s.whole, fee: s.whole });
export type BankOfferView = s.Of<typeof BankOfferView>;
export const WordsView = s.object({ added: s.whole, most: s.whole });
export type WordsView = s.Of<typeof WordsView>;
export const HandResult = s.oneOf('lose', 'push', 'surrender', 'void', 'war_lost', 'war_won', 'win');
export type HandResult = s.Of<typeof HandResult>;
export const HistoryView = s.object({
  round: s.whole,
  seat: s.whole,
  cards: s.list(s.text),
  dealer_cards: s.list(s.text),
  result: HandResult,
  net: s.whole,
  lines: s.list(LineView),
  behind: s.flag,
});
export type HistoryView = s.Of<typeof HistoryView>;
export const NeighboursOffer = s.oneOf('', 'may_come', 'may_go');
export type NeighboursOffer = s.Of<typeof NeighboursOffer>;
export const You = s.object({
  patron: s.text,
  name: s.text,
  balance: s.whole,
  seats: s.list(s.whole),
  can: s.list(s.text),
  behind: s.list(BehindView),
  bets: s.list(BetView),
  choice: s.nullable(ChoiceView),
  look: s.nullable(LookView),
  ask_for_shuffle: s.flag,
  cut: s.nullable(CutView),
  bank: s.nullable(BankOfferView),
  may_be_ready: s.flag,
  words: s.nullable(WordsView),
  envy: s.whole,
  history: s.nullable(s.list(HistoryView)),
  neighbours: NeighboursOffer,
  says: s.text,
  heard: s.text,
});
export type You = s.Of<typeof You>;
export const TableMessage = s.object({
  type: s.oneOf('table'),
  table: s.text,
  version: s.whole,
  time: s.whole,
  felt: FeltView,
  last: s.list(Said),
  you: s.nullable(You),
});
export type TableMessage = s.Of<typeof TableMessage>;
export const Update = s.object({
  type: s.oneOf('update'),
  table: s.text,
  version: s.whole,
  time: s.whole,
  events: s.list(Said),
  felt: FeltView,
  you: s.nullable(You),
});
export type Update = s.Of<typeof Update>;
export const ReceiptMessage = s.object({ stream: s.text, version: s.whole, chain: s.text });
export type ReceiptMessage = s.Of<typeof ReceiptMessage>;
export const NoMessage = s.object({ why: s.text, says: s.text, clauses: s.list(s.text) });
export type NoMessage = s.Of<typeof NoMessage>;
export const Answer = s.object({
  type: s.oneOf('answer'),
  id: s.text,
  ok: s.flag,
  table: s.text,
  version: s.whole,
  receipt: s.text,
  receipts: s.list(ReceiptMessage),
  refused: s.nullable(NoMessage),
  request: s.text,
});
export type Answer = s.Of<typeof Answer>;
export const Decided = s.object({
  type: s.oneOf('decided'),
  request: s.text,
  table: s.text,
  by: s.text,
  ok: s.flag,
  says: s.text,
});
export type Decided = s.Of<typeof Decided>;
export const JackpotMessage = s.object({
  type: s.oneOf('jackpot'),
  table: s.text,
  name: s.text,
  meter: MeterName,
  amount: s.whole,
});
export type JackpotMessage = s.Of<typeof JackpotMessage>;
export const Reacted = s.object({
  type: s.oneOf('reacted'),
  table: s.text,
  name: s.text,
  colour: s.text,
  seat: s.nullable(s.whole),
  reaction: Reaction,
});
export type Reacted = s.Of<typeof Reacted>;
export const Problem = s.object({ type: s.oneOf('problem'), why: s.text, says: s.text, id: s.text });
export type Problem = s.Of<typeof Problem>;
export const WhyClosed = s.oneOf('elsewhere', 'going_down', 'idle', 'signed_out', 'too_large', 'too_many', 'too_slow');
export type WhyClosed = s.Of<typeof WhyClosed>;
export const Bye = s.object({ type: s.oneOf('bye'), why: WhyClosed, says: s.text });
export type Bye = s.Of<typeof Bye>;
export const Pong = s.object({ type: s.oneOf('pong'), at: s.whole, time: s.whole });
export type Pong = s.Of<typeof Pong>;
export const Tile = s.object({
  table: s.text,
  name: s.text,
  rulebook: s.text,
  title: s.text,
  wager: s.text,
  phase: s.text,
  says: s.text,
  seats: s.whole,
  taken: s.list(s.whole),
  at_war: s.list(s.whole),
  banks: s.whole,
  dealer_cards: s.list(s.text),
  min: s.nullable(s.whole),
  max: s.nullable(s.whole),
  tie_min: s.nullable(s.whole),
  tie_max: s.nullable(s.whole),
  meters: s.record(s.whole),
  bank_left: s.nullable(s.whole),
  clock_ends: s.nullable(s.whole),
  felt: s.text,
  difference: s.text,
  practice: s.flag,
  waits: s.whole,
});
export type Tile = s.Of<typeof Tile>;
export const FloorTile = s.object({
  tile: Tile,
  win: s.nullable(s.whole),
  decks_opened: s.nullable(s.whole),
  decks_due: s.nullable(s.whole),
  dealer: s.text,
  away: s.list(s.whole),
});
export type FloorTile = s.Of<typeof FloorTile>;
export const QueueKind = s.oneOf('call', 'deck_change', 'device', 'ruling', 'second_key', 'step', 'validate_win');
export type QueueKind = s.Of<typeof QueueKind>;
export const QueueItem = s.object({
  id: s.text,
  table: s.text,
  kind: QueueKind,
  title: s.text,
  says: s.text,
  clauses: s.list(s.text),
  since: s.whole,
  seat: s.nullable(s.whole),
  commands: s.list(Command),
  request: s.text,
  first: s.text,
});
export type QueueItem = s.Of<typeof QueueItem>;
export const Significant = s.object({
  at: s.whole,
  table: s.text,
  version: s.whole,
  name: s.text,
  says: s.text,
  clauses: s.list(s.text),
  by: s.text,
});
export type Significant = s.Of<typeof Significant>;
export const FloorMessage = s.object({
  type: s.oneOf('floor'),
  time: s.whole,
  tables: s.list(FloorTile),
  queue: s.list(QueueItem),
  events: s.list(Significant),
});
export type FloorMessage = s.Of<typeof FloorMessage>;
export const ServerMessage = s.tagged('type', {
  hello: Hello,
  table: TableMessage,
  update: Update,
  answer: Answer,
  decided: Decided,
  jackpot: JackpotMessage,
  reacted: Reacted,
  problem: Problem,
  bye: Bye,
  pong: Pong,
  floor: FloorMessage,
});
export type ServerMessage = s.Of<typeof ServerMessage>;
export const ErrorDocument = s.object({ why: s.text, says: s.text, clauses: s.list(s.text) });
export type ErrorDocument = s.Of<typeof ErrorDocument>;
export const HouseDocument = s.object({
  operator: s.text,
  version: s.text,
  time: s.whole,
  play_money: s.flag,
  guest_chips: s.whole,
  friends: s.flag,
});
export type HouseDocument = s.Of<typeof HouseDocument>;
export const Me = s.object({
  person: s.text,
  name: s.text,
  colour: s.text,
  role: s.text,
  patron: s.text,
  balance: s.whole,
  play_money: s.flag,
  may: s.list(s.text),
});
export type Me = s.Of<typeof Me>;
export const TablesDocument = s.object({ tables: s.list(Tile), time: s.whole, yours: s.record(s.list(s.whole)) });
export type TablesDocument = s.Of<typeof TablesDocument>;
export const WagerSheet = s.object({
  wager: Wager,
  word: s.text,
  min: s.nullable(s.whole),
  max: s.nullable(s.whole),
  step: s.nullable(s.whole),
  stakes: s.list(s.whole),
  pays: s.text,
});
export type WagerSheet = s.Of<typeof WagerSheet>;
export const ClockSheet = s.object({
  bets: s.whole,
  choice: s.nullable(s.whole),
  war_wagers: s.whole,
  look: s.whole,
  cut: s.whole,
  bank: s.whole,
  on_timeout: s.text,
});
export type ClockSheet = s.Of<typeof ClockSheet>;
export const EdgeSheet = s.object({ wager: Wager, fraction: s.text, percent: s.text });
export type EdgeSheet = s.Of<typeof EdgeSheet>;
export const TableSheet = s.object({
  table: s.text,
  name: s.text,
  operator: s.text,
  rulebook: s.text,
  title: s.text,
  felt: s.text,
  difference: s.text,
  seats: s.whole,
  boxes: s.whole,
  decks: s.whole,
  stack: s.whole,
  batches: s.flag,
  electronic: s.whole,
  player_banks: s.flag,
  backline: s.flag,
  stay_seated: s.flag,
  take_back: s.flag,
  instruments: s.list(s.text),
  wagers: s.list(WagerSheet),
  print: s.list(s.text),
  payout_limit: s.nullable(s.whole),
  terms: s.record(s.text),
  cut_least: s.whole,
  wheel_hot: s.list(s.text),
  wheel_community: s.list(s.text),
  clock: ClockSheet,
  dealer: s.oneOf('automatic', 'person'),
  floor: s.oneOf('automatic', 'person'),
  practice: s.flag,
  private: s.flag,
  notices: s.list(s.text),
  odds: s.list(EdgeSheet),
});
export type TableSheet = s.Of<typeof TableSheet>;
export const ShoeLine = s.object({
  shoe: s.whole,
  commitment: s.text,
  sealed: s.whole,
  revealed: s.flag,
  ended: s.nullable(s.text),
});
export type ShoeLine = s.Of<typeof ShoeLine>;
export const ShoesDocument = s.object({ table: s.text, shoes: s.list(ShoeLine) });
export type ShoesDocument = s.Of<typeof ShoesDocument>;
