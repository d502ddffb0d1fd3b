/** The server's types by their own names. They are made from its OpenAPI document; nothing here says anything twice. */
import type { components } from './openapi';

type Schemas = components['schemas'];

/** What a page needs of an answer. */
export type Answer = Pick<Schemas['Answer'], 'ok' | 'receipt' | 'refused' | 'request' | 'version'>;
export type BetView = Schemas['BetView'];
export type BettorView = Schemas['BettorView'];
export type ClauseDocument = Schemas['ClauseDocument'];
export type ClockView = Schemas['ClockView'];
export type ActView = Schemas['ActView'];
export type ConsoleView = Schemas['ConsoleView'];
export type Decided = Schemas['Decided'];
export type FeltView = Schemas['FeltView'];
export type FloorMessage = Schemas['FloorMessage'];
export type FloorTile = Schemas['FloorTile'];
export type HistoryView = Schemas['HistoryView'];
export type HouseDocument = Schemas['HouseDocument'];
export type IrregularityView = Schemas['IrregularityView'];
export type LineView = Schemas['LineView'];
export type Me = Schemas['Me'];
export type Needs = ConsoleView['steps'][number]['needs'];
export type NoMessage = Schemas['NoMessage'];
export type QueueItem = Schemas['QueueItem'];
export type RoundsDocument = Schemas['RoundsDocument'];
export type Said = Schemas['Said'];
export type Found = Schemas['Found'];
export type FoundDocument = Schemas['FoundDocument'];
export type OddsDocument = Schemas['OddsDocument'];
export type Recall = Schemas['Recall'];
export type RecallStep = Schemas['RecallStep'];
export type VerifyDocument = Schemas['VerifyDocument'];
export type SeatView = Schemas['SeatView'];
export type SimulationDocument = Schemas['SimulationDocument'];
export type ShoesDocument = Schemas['ShoesDocument'];
export type StepView = Schemas['StepView'];
export type TableMessage = Schemas['TableMessage'];
export type TableSheet = Schemas['TableSheet'];
export type TablesDocument = Schemas['TablesDocument'];
export type Tile = Schemas['Tile'];
export type Update = Schemas['Update'];
export type You = Schemas['You'];
export type YouMessage = Schemas['YouMessage'];

export type ServerMessage =
  | Schemas['Answer']
  | Schemas['Bye']
  | Schemas['Decided']
  | Schemas['FloorMessage']
  | Schemas['Hello']
  | Schemas['Pong']
  | Schemas['Problem']
  | Schemas['TableMessage']
  | Schemas['Update']
  | Schemas['YouMessage'];

/** A table's command: its name and whatever it takes. The server reads it strictly. */
export interface Command {
  command: string;
  [field: string]: unknown;
}

/** The wagers that shall lie at one seat, in cents. */
export type Wagers = Partial<Record<string, number>>;
