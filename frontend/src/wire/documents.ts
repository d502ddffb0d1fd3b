/** Made from the server's types by tools/wire_types.py; not edited by hand. */
import { Command, FeltView, Wager } from './generated';
import * as s from './shape';

export const Spun = s.object({
  round: s.whole,
  seats: s.whole,
  hot: s.list(s.tuple(s.text, s.whole)),
  community: s.list(s.tuple(s.text, s.whole)),
  unbet: s.list(s.whole),
  respin: s.flag,
  result: s.tuple(s.whole, s.text, s.text),
});
export type Spun = s.Of<typeof Spun>;
export const Revealed1 = s.object({
  protocol: s.oneOf(1),
  table: s.text,
  shoe: s.whole,
  decks: s.whole,
  device: s.oneOf('continuous', 'shoe'),
  sealed_at: s.whole,
  cut_at: s.nullable(s.whole),
  first_wager_at: s.nullable(s.whole),
  commitment: s.text,
  seed: s.nullable(s.text),
  cut: s.whole,
  behind: s.whole,
  drawn: s.list(s.text),
  returns: s.optional(s.list(s.whole)),
  ended: s.nullable(
    s.oneOf(
      'cover_card',
      'decks_changed',
      'device_failed',
      'every_round',
      'idle',
      'irregularity',
      'ordered',
      'round_voided',
      'table_closed',
    ),
  ),
  words: s.text,
  spins: s.optional(s.list(Spun)),
});
export type Revealed1 = s.Of<typeof Revealed1>;
export const SealedWheel = s.object({
  seats: s.whole,
  hot: s.list(s.tuple(s.text, s.whole)),
  community: s.list(s.tuple(s.text, s.whole)),
  respin: s.flag,
});
export type SealedWheel = s.Of<typeof SealedWheel>;
export const Turned = s.object({ round: s.whole, unbet: s.list(s.whole), result: s.tuple(s.whole, s.text, s.text) });
export type Turned = s.Of<typeof Turned>;
export const Revealed2 = s.object({
  protocol: s.oneOf(2),
  table: s.text,
  shoe: s.whole,
  decks: s.whole,
  device: s.oneOf('continuous', 'shoe'),
  sealed_at: s.whole,
  cut_at: s.nullable(s.whole),
  first_wager_at: s.nullable(s.whole),
  commitment: s.text,
  seed: s.nullable(s.text),
  cut: s.whole,
  behind: s.whole,
  drawn: s.list(s.text),
  returns: s.optional(s.list(s.whole)),
  ended: s.nullable(
    s.oneOf(
      'cover_card',
      'decks_changed',
      'device_failed',
      'every_round',
      'idle',
      'irregularity',
      'ordered',
      'round_voided',
      'table_closed',
    ),
  ),
  closed_at: s.nullable(s.whole),
  words: s.list(s.tuple(s.whole, s.text)),
  wheel: s.nullable(SealedWheel),
  spins: s.optional(s.list(Turned)),
});
export type Revealed2 = s.Of<typeof Revealed2>;
export const Revealed = s.tagged('protocol', { 1: Revealed1, 2: Revealed2 });
export type Revealed = s.Of<typeof Revealed>;
export const GuestRequest = s.object({
  name: s.text,
  colour: s.optional(s.nullable(s.oneOf('', 'lilac', 'mint', 'rose', 'sand', 'sky'))),
});
export type GuestRequest = s.Of<typeof GuestRequest>;
export const SignIn = s.object({ name: s.text, password: s.text });
export type SignIn = s.Of<typeof SignIn>;
export const PersonRole = s.oneOf('administrator', 'auditor', 'cage', 'dealer', 'floor', 'guest', 'player');
export type PersonRole = s.Of<typeof PersonRole>;
export const Person = s.object({
  person: s.text,
  name: s.text,
  role: PersonRole,
  locked: s.flag,
  locked_until: s.nullable(s.whole),
});
export type Person = s.Of<typeof Person>;
export const NewPerson = s.object({
  person: s.text,
  role: s.oneOf('administrator', 'auditor', 'cage', 'dealer', 'floor', 'player'),
  password: s.text,
  name: s.optional(s.nullable(s.text)),
});
export type NewPerson = s.Of<typeof NewPerson>;
export const ChangePerson = s.object({
  locked: s.optional(s.nullable(s.flag)),
  password: s.optional(s.nullable(s.text)),
  sign_out: s.optional(s.flag),
});
export type ChangePerson = s.Of<typeof ChangePerson>;
export const CommandRequest = s.object({ id: s.text, command: s.record(s.anything) });
export type CommandRequest = s.Of<typeof CommandRequest>;
export const HandSummary = s.object({
  seat: s.whole,
  cards: s.list(s.text),
  net: s.whole,
  mine: s.flag,
  result: s.text,
});
export type HandSummary = s.Of<typeof HandSummary>;
export const RoundResult = s.object({
  round: s.whole,
  first: s.whole,
  last: s.whole,
  at: s.whole,
  dealer_cards: s.list(s.text),
  hands: s.list(HandSummary),
  voided: s.flag,
});
export type RoundResult = s.Of<typeof RoundResult>;
export const ExampleStake = s.object({ wager: Wager, word: s.text, amount: s.whole });
export type ExampleStake = s.Of<typeof ExampleStake>;
export const PlayedExample = s.object({
  title: s.text,
  cards: s.list(s.text),
  dealer: s.list(s.text),
  stakes: s.list(ExampleStake),
  says: s.list(s.text),
  net: s.whole,
  others: s.list(s.text),
});
export type PlayedExample = s.Of<typeof PlayedExample>;
export const LessonPart = s.object({
  topic: s.oneOf('bank', 'coupon', 'envy', 'initial', 'progressive', 'tie', 'tie_hand', 'war', 'war_tie', 'wheel'),
  title: s.text,
  says: s.list(s.text),
  examples: s.list(PlayedExample),
});
export type LessonPart = s.Of<typeof LessonPart>;
export const LessonDocument = s.object({ table: s.text, parts: s.list(LessonPart) });
export type LessonDocument = s.Of<typeof LessonDocument>;
export const RoundsDocument = s.object({ table: s.text, rounds: s.list(RoundResult) });
export type RoundsDocument = s.Of<typeof RoundsDocument>;
export const ClauseDocument = s.object({ clause: s.text, rulebook: s.text, says: s.text, met_by: s.list(s.text) });
export type ClauseDocument = s.Of<typeof ClauseDocument>;
export const RequestDocument = s.object({
  request: s.text,
  table: s.text,
  command: Command,
  first: s.text,
  at: s.whole,
  state: s.oneOf('confirmed', 'failed', 'waits', 'withdrawn'),
  second: s.text,
});
export type RequestDocument = s.Of<typeof RequestDocument>;
export const RequestsDocument = s.object({ requests: s.list(RequestDocument) });
export type RequestsDocument = s.Of<typeof RequestsDocument>;
export const IdRequest = s.object({ id: s.text });
export type IdRequest = s.Of<typeof IdRequest>;
export const CageRequest = s.object({ id: s.text, amount: s.whole, reason: s.optional(s.text) });
export type CageRequest = s.Of<typeof CageRequest>;
export const SellRequest = s.object({ id: s.text, seat: s.whole, amount: s.whole, bettor: s.optional(s.text) });
export type SellRequest = s.Of<typeof SellRequest>;
export const BalanceDocument = s.object({ account: s.text, balance: s.whole, receipt: s.text });
export type BalanceDocument = s.Of<typeof BalanceDocument>;
export const Found = s.object({ table: s.text, round: s.whole, version: s.whole, says: s.text, at: s.whole });
export type Found = s.Of<typeof Found>;
export const FoundDocument = s.object({ found: s.list(Found) });
export type FoundDocument = s.Of<typeof FoundDocument>;
export const VerifyRequest = s.object({ table: s.text, round: s.optional(s.nullable(s.whole)) });
export type VerifyRequest = s.Of<typeof VerifyRequest>;
export const VerifyDocument = s.object({
  ok: s.flag,
  checked: s.whole,
  says: s.text,
  against: s.text,
  first_wrong: s.nullable(s.whole),
  head: s.text,
});
export type VerifyDocument = s.Of<typeof VerifyDocument>;
export const OddsDocument = s.object({ house: s.text, decks: s.whole, document: s.record(s.anything) });
export type OddsDocument = s.Of<typeof OddsDocument>;
export const SimulateRequest = s.object({
  house: s.text,
  rounds: s.whole,
  seats: s.optional(s.whole),
  seed: s.optional(s.whole),
  decks: s.optional(s.nullable(s.whole)),
});
export type SimulateRequest = s.Of<typeof SimulateRequest>;
export const SimulationDocument = s.object({
  simulation: s.text,
  house: s.text,
  rounds: s.whole,
  done: s.whole,
  per_second: s.real,
  state: s.oneOf('done', 'failed', 'running', 'stopped'),
  document: s.nullable(s.record(s.anything)),
});
export type SimulationDocument = s.Of<typeof SimulationDocument>;
export const StoreState = s.oneOf('down', 'full', 'ok');
export type StoreState = s.Of<typeof StoreState>;
export const HealthDocument = s.object({
  status: s.oneOf('degraded', 'ok'),
  tables: s.whole,
  driven: s.whole,
  store: StoreState,
  stopped: s.whole,
  heads: s.oneOf('failing', 'ok'),
  wallets: s.oneOf('differing', 'ok'),
  loss: s.oneOf('none', 'unseen'),
});
export type HealthDocument = s.Of<typeof HealthDocument>;
export const DrillState = s.object({ state: s.text, title: s.text });
export type DrillState = s.Of<typeof DrillState>;
export const DrillAbout = s.oneOf('all', 'irregularities', 'pays', 'procedures');
export type DrillAbout = s.Of<typeof DrillAbout>;
export const DrillChoices = s.object({ states: s.list(DrillState), abouts: s.list(DrillAbout), most: s.whole });
export type DrillChoices = s.Of<typeof DrillChoices>;
export const DrillRequest = s.object({
  state: s.text,
  about: s.optional(DrillAbout),
  exercises: s.optional(s.whole),
  seed: s.optional(s.nullable(s.whole)),
});
export type DrillRequest = s.Of<typeof DrillRequest>;
export const ResumeRequest = s.object({ drill: s.text });
export type ResumeRequest = s.Of<typeof ResumeRequest>;
export const ReplyRequest = s.object({
  drill: s.text,
  exercise: s.whole,
  choice: s.optional(s.nullable(s.whole)),
  amount: s.optional(s.nullable(s.whole)),
  report: s.optional(s.nullable(Command)),
});
export type ReplyRequest = s.Of<typeof ReplyRequest>;
export const Kind = s.oneOf('irregularities', 'pays', 'procedures');
export type Kind = s.Of<typeof Kind>;
export const Mistake = s.object({ said: s.text, expected: s.text });
export type Mistake = s.Of<typeof Mistake>;
export const JudgedView = s.object({
  exercise: s.whole,
  kind: Kind,
  asks: s.text,
  mistakes: s.list(Mistake),
  answer: s.text,
  says: s.text,
  clauses: s.list(s.text),
});
export type JudgedView = s.Of<typeof JudgedView>;
export const ExerciseView = s.object({
  exercise: s.whole,
  kind: Kind,
  situation: s.list(s.text),
  asks: s.text,
  choices: s.list(s.text),
  reports: s.flag,
  felt: FeltView,
});
export type ExerciseView = s.Of<typeof ExerciseView>;
export const DrillDocument = s.object({
  drill: s.text,
  state: s.text,
  title: s.text,
  about: DrillAbout,
  seed: s.whole,
  exercises: s.whole,
  right: s.whole,
  judged: s.list(JudgedView),
  due: s.nullable(ExerciseView),
  told: s.nullable(FeltView),
  read: s.list(s.text),
});
export type DrillDocument = s.Of<typeof DrillDocument>;
export const PrivateLimits = s.object({ limits: s.text, min: s.whole, max: s.whole });
export type PrivateLimits = s.Of<typeof PrivateLimits>;
export const PrivateOffer = s.object({
  rulebook: s.text,
  title: s.text,
  felt: s.text,
  difference: s.text,
  limits: s.list(PrivateLimits),
});
export type PrivateOffer = s.Of<typeof PrivateOffer>;
export const FriendsDocument = s.object({ offers: s.list(PrivateOffer) });
export type FriendsDocument = s.Of<typeof FriendsDocument>;
export const PrivateTableDocument = s.object({ table: s.text });
export type PrivateTableDocument = s.Of<typeof PrivateTableDocument>;
export const ClaimDocument = s.object({ claim: s.text, until: s.whole });
export type ClaimDocument = s.Of<typeof ClaimDocument>;
export const ClaimRequest = s.object({ claim: s.text });
export type ClaimRequest = s.Of<typeof ClaimRequest>;
export const AccountLine = s.object({ account: s.text, says: s.text, on_felt: s.whole, has: s.whole });
export type AccountLine = s.Of<typeof AccountLine>;
export const RecallStep = s.object({
  version: s.whole,
  at: s.whole,
  name: s.text,
  says: s.text,
  clauses: s.list(s.text),
  by: s.text,
  own: s.text,
  mark: s.oneOf('call', 'card', 'choice', 'money', 'other'),
  event: s.record(s.anything),
  felt: FeltView,
  accounts: s.list(AccountLine),
  before: s.text,
  receipt: s.text,
});
export type RecallStep = s.Of<typeof RecallStep>;
export const Recall = s.object({
  table: s.text,
  round: s.whole,
  rulebook: s.text,
  shoe: s.whole,
  began: s.whole,
  ended: s.nullable(s.whole),
  steps: s.list(RecallStep),
  made_or_lost: s.whole,
});
export type Recall = s.Of<typeof Recall>;
