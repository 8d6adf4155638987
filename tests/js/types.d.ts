// The types that the page's modules exchange: the answers of the service as in its OpenAPI document, the data stored on
// this phone, and the parts of the screens. `any` stands only for free-form values: the fields of a hand, the options
// of a game, the outcome of a ruling.

type Store = import("../../templates/web/js/match/store.js").Store;

// ---- Texts

/** A language: words/LANG.json. */
interface Catalog {
  lang: string;
  languages: string[];
  forms: string[];
  page: Record<string, string>;
  word: Record<string, string>;
  /** The games of the program, and those of the gallery. */
  games?: ListedGame[];
  gallery?: ListedGame[];
  /** The sentences of faults that this phone finds itself. */
  finding?: Record<string, string>;
}
/** A game in a list: its id, its name, the fewest and the most players. */
type ListedGame = [id: string, name: string, least: number, most: number];
type TextArgs = Record<string, string | number | undefined>;

// ---- Elements

/** Attributes, properties and, after "on", listeners of an element. */
type Props = Record<string, any>;
type Child = Node | string | number | false | null | undefined | readonly Child[];
interface ButtonLook {
  main?: boolean;
  quiet?: boolean;
  danger?: boolean;
  icon?: boolean;
  /** Identifies the button after a redraw, to give the focus back. */
  key?: string;
}
interface Choice<T> {
  value: T;
  label: Child;
}
interface ButtonChoice<T> extends Choice<T> {
  /** Whether these are suits, in a row. */
  suits?: boolean;
  /** The text that determines the width of the button, if not the label. */
  words?: string;
  /** A note that marks the choice as used before. */
  mark?: string;
}
interface StepperLook {
  label: string;
  least?: number;
  most?: number;
  /** The largest number that is possible now. */
  cap?: () => number | undefined;
  /** The illegal numbers. */
  forbidden?: () => ForbiddenNumbers | undefined;
  /** The number at which stepping from an empty field starts. */
  start?: () => number | undefined;
  /** The distance between numbers, from the least on. */
  by?: number;
  halves?: boolean;
  value?: number;
  key?: string;
  onchange: (entered: number | string | undefined) => void;
}
/** Illegal numbers, and a sentence about them. */
interface ForbiddenNumbers {
  numbers: number[];
  why: string;
}
/** The numbers that a field may have. */
interface PadRange {
  least: number;
  most: number;
  halves: boolean;
  by?: number;
}
/** The target of the pad. */
interface PadTarget {
  input: HTMLInputElement;
  halves: boolean;
  by: number;
  least: number;
  most: () => number;
  forbidden: () => ForbiddenNumbers | undefined;
  type: (text: string) => void;
  /** Whether the next key replaces the value. */
  isFresh?: boolean;
}

// ---- Requests

type Role = "view" | "score" | "direct";
type Keys = Partial<Record<Role, string>>;
interface RequestParts {
  body?: unknown;
  version?: number;
  once?: string;
  key?: string;
  signal?: AbortSignal;
  accept?: string;
  /** Whether nothing is sent: only the page answers, if it can. */
  here?: boolean;
}
/** With `here`, the answer comes from the rules in the page: a match after its queued changes. */
type Answer<T> =
  | { ok: true; status: number; body: T; version?: number; problem?: undefined; offline?: undefined; aborted?: undefined; here?: boolean }
  | { ok: false; status?: number; body?: undefined; version?: number; problem?: Problem; offline?: boolean; aborted?: boolean; here?: undefined };

// ---- The rules in the page

/** Calls a function of a WebAssembly module, as src/wasm describes. */
type Ask = (name: string, asked: unknown) => { ok: boolean; bytes: Uint8Array<ArrayBuffer> };
/** The module of the rules. */
interface Engine {
  /** The answer of a function in the page's language, and whether it succeeded. */
  call: (name: string, asked: unknown) => { ok: boolean; body: any };
}
/** A match as a log. */
interface MatchLog {
  head: { id: string; game: string; created_at: string; count: number; digest: string };
  events: { digest?: string; [text: string]: unknown }[];
}
/** A saved entry; each has a later stamp than the one before. */
interface JournalEntry {
  name: string;
  value: unknown;
  stamp: number;
}
/** A match that is stored on this phone. */
interface KeptMatch {
  id: string;
  log: MatchLog;
  version: number;
  /** The keys of the last requests that changed it: each counts once. */
  once: string[];
}
interface Fault {
  detail: string;
  code?: string;
  pointer?: string;
  rule?: string;
  /** Whether the clause is our reading. */
  reading?: true;
  /** Whether it is an illegal step, which can still be recorded. */
  isIllegal?: boolean;
}
interface Problem {
  title: string;
  status: number;
  detail?: string;
  errors?: Fault[];
  current?: MatchState;
}

// ---- Games

/** A kind of value in a form. */
interface Kind {
  kind: string;
  least?: number;
  most?: number;
  words?: string[];
  of?: Kind;
  fields?: Field[];
  one_of?: Kind[];
  nullable?: boolean;
}
interface Field extends Kind, FieldExtras {
  name: string;
  need: "required" | "depends" | "optional";
}
/** The properties of a field in a definition beyond its kind. */
interface FieldExtras {
  about?: string;
  /** The value if nothing is recorded. */
  default?: string | number | boolean;
  /** The distance between its numbers. */
  step?: number;
  /** The number of sides, if each has one value, beside its first player. */
  sides?: number;
  /** Whether only some hands have the field. */
  isConditional?: boolean;
}
interface Clause {
  id: string;
  text: string;
  ours: boolean;
}
interface LinkedClause extends Clause {
  /** Its address in the rules. */
  href: string | undefined;
}
/** The definition of a custom game, as far as the page reads it; the service has accepted it. */
interface Definition {
  language?: number;
  id: string;
  name?: string;
  players: number[];
  sides?: number;
  wins?: "highest" | "lowest";
  cards?: Expression;
  hands?: Expression;
  ends?: Expression;
  options?: Record<string, DefinedOption>;
  field?: DefinedField[];
  let?: Record<string, string>;
  check?: { at: string; must: Expression; clause: string; waivable?: boolean }[];
  score?: DefinedScore[];
  clauses?: Record<string, DefinedClause>;
  /** Its texts in other languages, by their tags. */
  text?: Record<string, DefinedTexts>;
}
interface DefinedTexts {
  name?: string;
  label?: Record<string, string>;
  about?: Record<string, string>;
  word?: Record<string, string>;
  clause?: Record<string, string>;
  line?: Record<string, string>;
}
/** A sentence, or a sentence that depends on a house rule. */
type DefinedClause = string | { text: string; when: Expression };
/** An expression, or a constant value. */
type Expression = string | number | boolean;
interface DefinedScore {
  when?: Expression;
  otherwise?: boolean;
  points: Expression;
  clause: string;
  with?: string[];
}
/** Points of a made or missed bid: fixed, for each trick or point, for the square of the bid, for each trick off. */
interface PartPoints {
  fixed: number;
  each: number;
  square: number;
  off: number;
}
/** The parts from which a definition is built without writing expressions. */
interface GameParts {
  name: string;
  least: number;
  most: number;
  /** The number of sides; 0 if everyone plays alone. */
  sides: number;
  bids: "none" | "each" | "declarer";
  took: "tricks" | "points" | "made";
  /** How the number of cards changes from hand to hand; `cards` is the most. */
  deal: "fixed" | "up" | "down" | "up-down" | "down-up";
  cards: number;
  goal: "exactly" | "at-least";
  /** Whether the bids must not add up to the tricks. */
  hook: boolean;
  /** Whether a declarer bids a number. */
  named: boolean;
  made: PartPoints;
  missed: PartPoints;
  /** The points of each other player when the declarer misses. */
  others: number;
  bonus: "none" | "all" | "nothing" | "most" | "marked";
  bonus_points: number;
  bonus_name: string;
  end: "deal" | "hands" | "total" | "open";
  hands: number;
  total: number;
  wins: "highest" | "lowest";
}
/** A custom game as it is edited and stored: built from parts, or a definition. */
interface OwnGame {
  /** Its name in storage, once stored. */
  key?: string;
  parts?: GameParts;
  base: Definition;
}
/** The possible values: one of these. */
interface DefinedValues {
  number?: number[];
  flag?: boolean;
  words?: string[];
  player?: boolean;
}
interface DefinedOption extends DefinedValues {
  default?: unknown;
  clause?: string;
  label?: string;
  about?: string;
}
interface DefinedField extends DefinedValues {
  name: string;
  label?: string;
  about?: string;
  each?: boolean | "side";
  to?: Expression;
  step?: number;
  default?: Expression;
  sum?: Expression;
  clause?: string;
  when?: unknown;
  need?: "never";
}
interface HouseRule {
  name: string;
  /** Its title of about two words. */
  title?: string;
  about: string;
  default: any;
  ours?: boolean;
}
interface Schema {
  type?: string;
  enum?: string[];
  minimum?: number;
  maximum?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  anyOf?: Schema[];
  nullable?: boolean;
}
interface GameSummary {
  id: string;
  name: string;
  about: string;
  players: { least: number; most: number };
}
interface Game extends GameSummary {
  halves: boolean;
  clauses: Clause[];
  options: HouseRule[];
  form: Field[];
  questions: { question: string; form: Field[] }[];
  schemas: { options: Schema };
  /** How a hand is entered, for a custom game without a form in the page. */
  entry?: GameForm;
}
/** How a hand is entered on a phone: a game's form.toml, as src/server/assets/forms.rs describes it. */
interface GameForm {
  bidding: string[];
  result: string[];
  declarer?: string;
  bids?: string;
  cards_dealt?: string;
  calls?: { field: string; instead_of: string[]; needs: string[]; shown_if: Record<string, string[]> };
  aside: string[];
  folded: string[];
  dice?: string;
  excludes_others?: string;
  resets: Record<string, string[]>;
  implies?: Record<string, Record<string, string>>;
  /** The house rule that limits a field, by the name of the field. */
  most?: Record<string, string>;
  hidden_by: Record<string, string>;
  shown_if: Record<string, Record<string, string[]>>;
  beside: Record<string, string>;
  board?: Board;
  balanced: boolean;
  whole?: boolean;
  deck: { suit: string; prefix: string; ranks: string[]; drawing?: string[] }[];
  look?: Look;
  trial?: Trial;
  sheet?: SheetForm;
  /** The drawings of suits by language and suit, for another deck. */
  suits?: Record<string, Record<string, string[]>>;
  /** The properties of fields in the definition of a custom game, by their names. */
  extras?: Map<string, FieldExtras>;
}
/** A hand to try: all but the dealer have bid. */
interface Trial {
  players: string[];
  dealer: string;
  cards: number;
  setting: Record<string, string>;
  calls: { player: string; call: number }[];
  trick: { player: string; card: string }[];
  /** The clause about the winner of a trick. */
  winner: string;
}
/** The facts about a whole hand on the sheet. */
interface SheetForm {
  /** Paths in its record: `dice.trump`. */
  hand: string[];
}
/** The look of a game: an emblem, as paths in a box of 24 by 24, and a hue for light and for dark paper. */
interface Look {
  light: string;
  dark: string;
  emblem: string[];
}
interface Board {
  field: string;
  option: string;
  custom: string;
  copy_option: string;
  copying: string;
  contracts: string[];
}

// ---- Matches

/** A hand as it is recorded: the fields of the game's form. */
type Hand = Record<string, any>;
type Options = Record<string, any>;
/** The game and options that determine the name of a contract. */
interface MatchRules {
  game: string;
  options: Options;
}
interface MatchDocument extends MatchRules {
  /** The definition of a custom game. */
  definition?: Definition;
  id?: string;
  players: string[];
  hands: Hand[];
  current?: Hand | null;
  first_dealer?: string;
  title?: string;
  played_on?: string;
  location?: string;
  notes?: string;
  finished?: boolean;
  adjustments?: Adjustment[];
  history?: unknown;
}
interface Adjustment {
  player: string;
  points: number;
  reason: string;
  rule?: string;
  after_hand: number;
}
interface Notice {
  code: string;
  pointer: string;
  text: string;
}
interface Reason {
  rule: string;
  /** The points of each player concerned. */
  points: Record<string, number>;
  /** Whether the clause is our reading. */
  reading?: true;
  /** The values in its sentence. */
  args: Record<string, string | number>;
  /** The numbers that make up its value, each with its clause. */
  factors?: { factor: string; value: number; rule: string; reading?: true; adds?: true }[];
  text: string;
}
interface HandReport {
  number: number;
  dealer: string;
  scores: Record<string, number>;
  totals: Record<string, number>;
  explanation: Reason[];
  warnings: Notice[];
  note?: string;
  detail?: { pot?: number };
}
interface Sum {
  pointer: string;
  sum: number;
}
interface CurrentReport {
  number: number;
  dealer: string;
  missing: string[];
  absent: string[];
  sums?: Sum[];
  warnings: Notice[];
}
/** A player's place in the standings. */
interface Standing {
  player: string;
  rank: number;
  total: number;
}
interface BoardCell {
  hand: number;
  record: number;
  bid?: boolean;
  points?: number;
}
interface BoardRow {
  contract: string;
  value: number;
  cells?: Record<string, BoardCell | null>;
}
interface ComingHand {
  hand: number;
  dealer: string;
  cards_dealt: number;
  text: string[];
  /** The number of hands, if it is fixed. */
  hands?: number;
  speaks?: string;
  leads?: string;
  /** What is still open in this game. */
  open?: { pot?: number; contracts?: Record<string, string[]>; values?: Record<string, number>; bids_left?: Record<string, { from: number; to: number; not?: number[] }> };
}
/** The known facts of the hand in play. */
interface TableFacts {
  match: MatchRules;
  /** The next hand according to the service, if it is this one. */
  next?: ComingHand;
  step: Step;
  hand: Hand;
  cards?: number;
  /** The value of the contract. */
  worth?: number;
}
interface Outlook {
  can_win: string[];
  text: string[];
}
/** A value that a custom game shows: for the table, for each player, or for each side, by its first player. */
interface Shown {
  label: string;
  value: string | number | Record<string, string | number>;
}
interface Report {
  status: "in_progress" | "complete";
  hands: HandReport[];
  standings: Standing[];
  winners: string[];
  adjustments?: Adjustment[];
  current?: CurrentReport;
  next?: ComingHand;
  outlook?: Outlook;
  /** The values that a custom game shows before the next hand, or at the end. */
  shown?: Shown[];
  detail?: { contracts?: BoardRow[]; pot?: number };
  warnings?: Notice[];
  /** The texts of the clauses of a custom game that the hands cite, by id. */
  clauses?: Record<string, string>;
}
interface Seat {
  id: string;
  people: { person: number; name: string; from_hand: number }[];
}
/** The standings of a published match, as websites get them. */
interface PublicBoard {
  title?: string;
  name: string;
  state: string;
  won?: string;
  status: string;
  hands: number;
  hue?: { light: string; dark: string };
  labels: Record<"place" | "player" | "last" | "total" | "by", string>;
  standings: { rank: number; player: string; last: number | null; total: number }[];
}
/** The public part of a match. */
type PublishedPart = "standings" | "sheet";
interface MatchState {
  id: string;
  version: number;
  document: MatchDocument;
  result: Report;
  /** The cards of each hand after the next one, if they differ. */
  cards_ahead?: number[];
  seats: Seat[];
  people?: { person: number; name: string }[];
  publication?: PublishedPart;
  can_undo: boolean;
  can_redo: boolean;
  keys?: Keys;
}
interface CreatedMatch extends MatchState {
  keys?: Record<Role, string>;
}
type Edit =
  | { edit: "replace"; hand: number; with: Hand }
  | { edit: "insert"; before: number; with: Hand }
  | { edit: "remove"; hand: number }
  | { edit: "move"; hand: number; to: number };
type Change =
  | { action: "record"; hand: Hand }
  | { action: "set_current"; hand?: Hand }
  | { action: "correct"; edits: Edit[]; reason: string }
  | { action: "void"; hand: number; reason: string }
  | { action: "redefine"; definition: Definition; reason: string }
  | { action: "undo" | "redo" | "finish" | "reopen" }
  | { action: "adjust"; adjustment: Partial<Adjustment> }
  | { action: "retract"; adjustment: number; reason: string }
  | { action: "rename"; seat: number; name: string }
  | { action: "substitute"; seat: number; name: string; from_hand: number }
  | { action: "erase"; person: number }
  | { action: "describe"; title?: string; played_on?: string; location?: string; notes?: string };
interface EventOutcome {
  hands?: number;
  totals?: number[];
}
interface MatchEvent {
  sequence: number;
  at: string;
  by: Role;
  change: Record<string, any>;
  outcome: EventOutcome;
}
/** The outcome of a change. */
interface Outcome {
  ok: boolean;
  /** Whether it waits to be sent. */
  queued?: boolean;
  /** Whether it contradicts the match at the service. */
  conflict?: boolean;
  state?: MatchState;
  problem?: Problem;
}

// ---- Rulings

/** The parts of a contract, or a contract of the board with its overbid. */
type Conditions = Record<string, any>;
interface Call {
  player: string;
  call: string | number | Conditions;
  on?: { by?: string; contract?: string };
}
interface NumberRange {
  from: number;
  to: number;
}
interface NextTurn {
  player: string;
  calls?: Omit<Call, "player">[];
  bids?: Partial<NumberRange> & { not?: number[]; value?: number; overbid?: NumberRange; contracts?: string[]; cheapest?: Conditions[] };
  cards?: string[];
  counts?: NumberRange;
}
interface Ruling {
  /** Missing in a ruling about all cards or calls. */
  index?: number;
  legal: boolean;
  trick?: number;
  rule?: string;
  /** Whether the clause is our reading. */
  reading?: true;
  text?: string;
  could_play?: string[];
  /** A suggestion if the rulebook names no remedy. */
  guidance?: { text: string };
}
interface Rulings {
  legal: boolean;
  rulings: Ruling[];
  next: NextTurn[];
  outcome: Record<string, any>;
}
/** How an auction ended; the name of the declarer's field depends on the game. */
interface AuctionOutcome extends Record<string, any> {
  contract: string | Conditions;
  commitments?: { by: string; contract: string; multiplier: number }[];
  challengers?: string[];
}
interface CurrentHand {
  record: Hand;
  /** The record with the result of its auction. */
  known: Hand;
  dealer?: string;
  cards?: number;
}
/** The data that the panels of rulings use. */
interface RulingContext {
  game: Game;
  state: MatchState;
  signal: AbortSignal;
  players: string[];
  clauses: Map<string, LinkedClause>;
  played: Record<string, string[]> | undefined;
  current: CurrentHand;
  question: string;
  /** The fields of the question. */
  form: Field[];
  /** The earlier entries for the question. */
  draft: any;
  keep: (draft: unknown) => void;
  who: (player: string) => HTMLElement;
}
type PanelView<D> = (
  draft: D,
  rulings: Rulings | undefined,
  change: (more: Partial<D>) => void,
  found: { notice: Child; missing: Set<string> },
) => Child;
interface PanelTable<D> {
  context: RulingContext;
  draft: D;
  rulings: Rulings | undefined;
  change: (more: Partial<D>) => void;
}
interface SettingDraft {
  dealer?: string;
  setting: Record<string, any>;
  settingOpen?: boolean;
}
interface AuctionDraft {
  dealer?: string;
  declarer?: string;
  /** The kind of game, if there are several. */
  game_type?: string;
  cards_dealt: number;
  calls: Call[];
  other?: Partial<Call>;
}
type AuctionTable = PanelTable<AuctionDraft>;
interface PlayDraft extends SettingDraft {
  tricks: { player: string; card: string; suit?: string }[][];
  hands: Record<string, string[]>;
  /** The next player, if chosen. */
  player?: string;
  /** The player whose cards are entered. */
  holder?: string;
}
type TrickTable = PanelTable<PlayDraft> & { isWhole: boolean; doubts: (string | undefined)[] };
interface CountsDraft extends SettingDraft {
  discards: { player: string; count: number }[];
}
interface DiscardDraft extends SettingDraft {
  holding: string[];
  aside: string[];
  step: "holding" | "aside";
}
interface ValueDraft {
  dealer?: string;
  by: string;
  ask: "beat" | "contract";
  beat: number;
  contract: Conditions;
}
interface PassDraft {
  dealer?: string;
  cards_dealt: number;
  dice: Record<string, any>;
}
interface CardPickerParts {
  label: string;
  name: string;
  onpick: (card: string) => void;
  /** Cards that are on the table already. */
  lying?: string[];
  /** The chosen cards, if several can be chosen. */
  chosen?: string[];
  /** The only cards that are offered. */
  only?: string[];
}
/** Sets a house rule to a value, or computes it from the current value; `undefined` is the default. */
type ChangeRule = (next: any) => void;
interface RuleContext extends MatchRules {
  label: string;
  key: string;
  /** The name of the house rule; empty for a part of one. */
  rule: string;
}

// ---- Data stored on this phone

interface Settings {
  theme: string;
  text: string;
  lang: string;
  /** The pack of suits, for games that are played with French or German suits: "auto", "french" or "german". */
  suits: string;
  awake: boolean;
}
interface KnownMatch {
  id: string;
  at: number;
  game?: string;
  /** The name of a custom game, and its names in other languages by their tags. */
  called?: string;
  names?: Record<string, string>;
  title?: string;
  players?: string[];
  status?: string;
  role?: Role;
  keys?: Keys;
  /** Whether it is stored on this phone only, as a log. */
  kept?: boolean;
  /** The house rules with which it was opened here. */
  options?: Options;
  /** Its outcome, once its state was removed to make room. */
  outcome?: MatchOutcome;
}
/** The data of a match for lists and statistics. */
interface MatchOutcome {
  over: boolean;
  /** The number of recorded hands. */
  hands: number;
  winners: string[];
  /** The number of sides, in a game with partners. */
  sides?: number;
  standings: { player: string; rank: number; total: number }[];
  /** The dealer of the last hand. */
  dealer?: string;
}
/** A match with a known outcome. */
type PlayedMatch = KnownMatch & { game: string; players: string[]; outcome: MatchOutcome };
/** The game of a match; a custom game has names. */
interface KnownGame {
  game: string;
  called?: string;
  names?: Record<string, string>;
}
/** Players who sat at a table together, and their game. */
interface Group extends KnownGame {
  players: string[];
  /** Their last match. */
  last: string;
  matches: number;
}
interface OutboxEntry {
  /** Its idempotency key. */
  once: string;
  change: Change;
  at: number;
  /** The version on which it is based; `null` behind another entry. */
  version: number | null;
  /** The number of hands at that time. */
  hands: number;
  /** The hand in play as it was shared at that time. */
  base: Hand | null;
  /** The players' names at that time. */
  players?: string[];
  tried?: boolean;
  /** For an undo or redo: the key of the entry that it follows. */
  behind?: string;
  /** Whether it undoes that entry. */
  undoes?: boolean;
  /** The reason why the hand is inserted in its place, if later hands were recorded. */
  fixed?: string;
  /** Why a person must decide: it contradicts the service, has faults, or was meant for another state. */
  refused?: { changed?: true; stale?: true; errors?: Fault[] };
}
interface Conflict {
  entry: OutboxEntry;
  /** The index of its hand at the service. */
  place: number;
  theirs: MatchState | undefined;
  errors: Fault[] | undefined;
  isStale: boolean | undefined;
  /** Whether the conflict is about the draft, not about an entry of the queue. */
  isDraft?: boolean;
}
interface NewMatchParts {
  /** The game in the address. */
  name: string;
  signal: AbortSignal;
  go: (hash: string) => void;
  /** The match that the new one replaces. */
  before?: Store;
  /** The match whose players play again. */
  again?: string;
  /** The definition of a custom game. */
  definition?: Definition;
}
interface NewMatchDraft {
  definition?: Definition;
  players: string[];
  options: Options;
  title: string;
  dealer?: string;
}
type Step = "bidding" | "result";
interface HandDraft {
  number: number;
  hand: Hand;
  step: Step;
  /** The shared hand when this phone last had the same values. */
  base: Hand;
  /** The values that were entered on this phone. */
  own: Hand;
  /** The last hand that the service accepted from this phone. */
  accepted?: Hand;
  players: string[];
  /** The shared fields as entered here, if another phone has shared other values. */
  disputed?: Hand;
  /** The hand that a person chose. */
  decided?: "theirs" | "mine";
}
/** A draft as it is stored. */
interface KeptDraft extends HandDraft {
  /** The form with the last entry. */
  by?: string;
}
/** A change of the hand without an entry on this phone, and the hand before it. */
interface EntryNotice {
  kind: "aside" | "elsewhere" | "replaced" | "taken" | "agreed";
  number: number;
  hand: Hand;
}
/** The known facts of the next hand, for use without a network. */
interface NextHand {
  number: number;
  dealer: string;
  sums?: Sum[];
}
interface CorrectionDraft {
  version: number;
  edits: Edit[];
  reason: string;
}
interface EditedHand {
  record: Hand;
  /** Its number before the correction. */
  origin?: number;
  mark?: "changed" | "new" | "moved";
}

// ---- Screens

type ScreenParams = Record<string, string>;
interface PageScreen {
  name: string;
  address: RegExp;
  params: string[];
  load: () => Promise<{ show: (context: any) => HTMLElement | Promise<HTMLElement> }>;
  /** Whether it has no head and no tabs. */
  bare?: boolean;
}
interface ScreenContext {
  /** The game of a new match. */
  game: string;
  /** The match whose players play again. */
  again?: string;
  /** The match that the new one replaces. */
  store?: Store;
  /** Aborted when the screen is left. */
  signal: AbortSignal;
  /** Goes to another address of the page. */
  go: (hash: string) => void;
}
/** The address for other phones, or why there is none. */
interface Place {
  home?: string;
  lack?: "machine" | "unknown";
}
/** A code by which another phone joins. */
interface JoinCode {
  code: string;
  role: Role;
  until: string;
}
/** The next match of the same players, and the key to watch it. */
interface NextMatch {
  id: string;
  key: string;
  role?: Role;
}
/** The address of the service, according to the service. */
interface ServiceAddress {
  reach: "public" | "network" | "machine" | "unknown" | "asked";
  url?: string;
}
/** The state of the first part of Share. */
interface Invitation {
  role: Role;
  /** `undefined` while it is being fetched. */
  place: Place | undefined;
  pick: (role: Role) => void;
  redraw: () => void;
}
interface MatchContext {
  id: string;
  store: Store;
  signal: AbortSignal;
  go: (hash: string) => void;
  /** The number of a hand, if the address has one. */
  hand?: string;
}

// ---- Entering a hand

/** The illegal bids of a player after these bids of the others. */
interface ForbiddenBid {
  player: string;
  not: number[];
  others: Record<string, number>;
}
interface EntryState {
  check: HandCheck;
  /** Whether the last check was about the current hand. */
  isChecked: boolean;
  /** Whether the hand is new and not checked yet. */
  isNew: boolean;
  /** The action that was tapped before the check, and follows it. */
  wanted?: "save" | "go-on";
  fits: Fits;
  /** The value of a contract, if it was asked. */
  worth?: { contract: unknown; by: string; value: number };
  /** The hand that the main button would fill in and save, and its points. */
  offered: { hand?: Hand; preview?: HandReport };
}
interface HandCheck {
  errors: Fault[];
  missing: string[];
  absent: string[];
  sums: Sum[];
  warnings: Notice[];
  offline: boolean;
  number?: number;
  dealer?: string;
  /** The illegal bids of a player after these bids of the others. */
  forbidden?: ForbiddenBid;
  /** The points of the hand, and the match after it. */
  preview?: HandReport;
  after?: Report;
}
interface RecordContext {
  id: string;
  store: Store;
  game: Game;
  root: HTMLElement;
  signal: AbortSignal;
}
/** The view in the first tab of a match. */
interface RecordView {
  /** Called when the match has changed. */
  update: () => void;
  /** Resolves when the view is complete. */
  ready?: Promise<void>;
  stop?: () => void;
}
/** The possible values of a hand's open amounts, by the pointers of its fields. */
interface Fits {
  /** The hand that the answer is about. */
  hand: Hand;
  values: Record<string, number>;
  ranges: Record<string, NumberRange>;
  /** The fields that cannot all be right. */
  conflict: string[];
  /** For entered amounts, the values that would fit if all others are right. */
  instead?: Record<string, number>;
}
/** The possible values of a field. */
interface Fit {
  /** The only possible number. */
  only?: number;
  range?: NumberRange;
  isWrong: boolean;
  instead?: number;
  /** The number of tricks if the others without a number made their bids, and its text. */
  asBid?: { number: number; text: string };
}
/** The facts that determine the main button of a hand. */
interface StepSituation {
  game: string;
  fields: Map<string, Field>;
  /** The fields of the step on the screen. */
  names: string[];
  step: Step;
  number: number;
  hand: Hand;
  isBusy: boolean;
  /** Why a person must first decide about a waiting hand: it was refused, or two phones entered different values. */
  undecided?: "faulty" | "disputed";
  /** Whether this step ends with saving. */
  canSave: boolean;
  /** The name of the next step. */
  goesOnTo: string;
  /** The path of the first fault. */
  wrong?: string[];
  missing: string[][];
  fits: Fits;
  /** The open amounts, if the others made their bids. */
  asBid: Record<string, number>;
}
/** The action of the main button, its text, its target, and the hand that it saves. */
interface NextStep {
  act: "wait" | "decide" | "ask" | "fix" | "go-on" | "save-with" | "save";
  text: string;
  path?: string[];
  hand?: Hand;
  /** The text of the button that saves a hand without entries, if the rules allow one. */
  bare?: string;
}
interface SituationParts {
  state: MatchState;
  hand: Hand;
  dealer?: string;
  /** The faults; their pointers may begin with any hand. */
  errors?: Fault[];
  missing?: string[];
  absent?: string[];
  sums?: Sum[];
  online?: boolean;
  unchecked?: boolean;
  isChecked?: boolean;
  /** The possible values, if they were asked. */
  fits?: Fits;
  forbidden?: ForbiddenBid;
}
interface Situation extends MatchRules {
  state: MatchState;
  players: string[];
  /** The players from the dealer's left. */
  order: string[];
  hand: Hand;
  dealer?: string;
  online: boolean;
  /** Whether the hand waits for a check, so that the missing fields are unknown. */
  unchecked: boolean;
  /** Whether it is known which fields the hand does not have. */
  isChecked: boolean;
  /** The name for a player; if a side has one value, all its players. */
  called: (player: string) => string;
  missing: Set<string>;
  absent: Set<string>;
  /** The illegal numbers of a player's bid. */
  forbidden: (player: string) => number[];
  /** The required sums, by the paths of objects of amounts. */
  sums: Record<string, number>;
  all: (Fault & { path: string[] })[];
  /** The faults at a path; with `deep` those under it too. */
  faults: (path: string[], deep?: boolean) => Fault[];
  /** Whether the possible values were asked. */
  isFitted: boolean;
  /** The possible values at a path. */
  fit: (path: string[]) => Fit;
  /** The fields that cannot all be right and have no other fault. */
  conflict: string[][];
  /** Notes about players who were chosen before, by field and player. */
  used: Record<string, Record<string, string>>;
}
interface FormParts {
  steps: Step[];
  onchange: (hand: Hand) => void;
  roll?: () => void;
  adjudicate: (question: Record<string, unknown>) => Promise<Answer<Rulings>>;
}
interface Control {
  node: HTMLElement;
  set: (value: any, around: Situation) => void;
}
interface ControlContext {
  game: string;
  change: (path: string[], value: unknown) => void;
  adjudicate: FormParts["adjudicate"];
  /** The field whose amounts are compared with these. */
  beside?: string;
  folded?: boolean;
  /** The field whose amounts add up to the cards dealt, if the question about an auction needs them. */
  cards?: string;
  /** The button that rolls the dice of a field. */
  roll?: (field: string) => Child;
}
type MakeControl = (field: Field, path: string[], context: ControlContext) => Control;
interface InnerControls {
  fields: Field[];
  parts: HTMLElement;
  setAll: (value: any, around: Situation) => void;
}
/** A commitment, with the field names of the game's form. */
type Commitment = Record<string, any>;
interface KnownInPlace extends Pick<HandCheck, "missing" | "absent" | "sums"> {
  /** The match before the hand. */
  result?: Report;
}
interface HandFormParts {
  store: Store;
  game: Game;
  signal: AbortSignal;
  number: number;
  dealer?: string;
  /** The hands before it. */
  before: Hand[];
  record: Hand;
  check: (hand: Hand) => Promise<Answer<MatchState>>;
  /** Adds the hand to the correction; with a reason, the correction is sent at once. */
  done: (hand: Hand, reason?: string) => void;
  /** The parts below the form: a button for the hand, and the usual reasons of a correction. */
  actions: (take: () => void, reasons: HTMLElement) => Child;
}

// ---- The sheet and settling up

interface ChartLine {
  name: string;
  leads: boolean;
  totals: number[];
}
interface Plot {
  width: number;
  height: number;
  /** The width for names at the right. */
  names: number;
  figure: (number: number) => string;
  across: (hand: number) => number;
  up: (total: number) => number;
}
type SettleWay = "balance" | "mean" | "winner" | "pairs";
interface SettleDraft {
  rate: string;
  currency: string;
  way?: SettleWay;
}
interface Payment {
  from: number;
  to: number;
  cents: number;
}
type Money = (cents: number, sign?: boolean) => string;
