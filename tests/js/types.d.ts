// What the page's modules hand to each other: the answers of the service as its OpenAPI document
// describes them, what this phone keeps, and the parts of the screens. `any` stands only for what is
// free-form: the fields of a hand, the options of a game, the outcome of a ruling.

type Store = import("../../templates/web/js/match/store.js").Store;

// ---- Texts

/** A language: words/LANG.json. */
interface Catalog {
  lang: string;
  languages: string[];
  forms: string[];
  page: Record<string, string>;
  word: Record<string, string>;
  /** The games that ship, and those of the gallery. */
  games?: ListedGame[];
  gallery?: ListedGame[];
  /** What the service says of faults that this phone finds itself. */
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
  /** Finds the button again after it was drawn anew, to give the focus back. */
  key?: string;
}
interface Choice<T> {
  value: T;
  label: Child;
}
interface ButtonChoice<T> extends Choice<T> {
  /** The text that decides how wide the button is, if not the label. */
  /** Whether these are suits, in a row. */
  suits?: boolean;
  words?: string;
  /** A note that marks the choice as spent. */
  mark?: string;
}
interface StepperLook {
  label: string;
  least?: number;
  most?: number;
  /** The most that makes sense now. */
  cap?: () => number | undefined;
  /** The numbers that the rules forbid now. */
  forbidden?: () => ForbiddenNumbers | undefined;
  /** From where an empty number is stepped. */
  start?: () => number | undefined;
  /** The distance between numbers, from the least on. */
  by?: number;
  halves?: boolean;
  value?: number;
  key?: string;
  onchange: (entered: number | string | undefined) => void;
}
/** Numbers that the rules forbid now, and the sentence that says so. */
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
/** The number that the pad types into. */
interface PadTarget {
  input: HTMLInputElement;
  halves: boolean;
  by: number;
  least: number;
  most: () => number;
  forbidden: () => ForbiddenNumbers | undefined;
  type: (text: string) => void;
  /** Whether the next key replaces what stands there. */
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
  /** Whether nothing is sent: the rules in the page answer, or nobody. */
  here?: boolean;
}
/** With `here`, the rules in the page say what the service does not: a match with what waits to be sent. */
type Answer<T> =
  | { ok: true; status: number; body: T; version?: number; problem?: undefined; offline?: undefined; aborted?: undefined; here?: boolean }
  | { ok: false; status?: number; body?: undefined; version?: number; problem?: Problem; offline?: boolean; aborted?: boolean; here?: undefined };

// ---- The rules in the page

/** Asks a WebAssembly module, as src/wasm describes it. */
type Ask = (name: string, asked: unknown) => { ok: boolean; bytes: Uint8Array<ArrayBuffer> };
/** The module of the rules. */
interface Engine {
  /** What a function answers in the page's language, and whether it is as asked. */
  call: (name: string, asked: unknown) => { ok: boolean; body: any };
}
/** A match as a log. */
interface MatchLog {
  head: { id: string; game: string; created_at: string; count: number; digest: string };
  events: { digest?: string; [text: string]: unknown }[];
}
/** Something that was saved, and when: each has a later stamp than the one before. */
interface JournalEntry {
  name: string;
  value: unknown;
  stamp: number;
}
/** A match that lives on this phone. */
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
  /** Whether the rule is a reading of ours. */
  reading?: true;
  /** Whether it is a step against the rules, which can be counted all the same. */
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

/** A kind of value, as a form describes it. */
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
/** What a definition says of a field beyond its kind. */
interface FieldExtras {
  about?: string;
  /** What counts where nothing is recorded. */
  default?: string | number | boolean;
  /** The distance between its numbers. */
  step?: number;
  /** Of how many sides each has one value, beside its first player. */
  sides?: number;
  /** Whether only some hands have it. */
  isConditional?: boolean;
}
interface Clause {
  id: string;
  text: string;
  ours: boolean;
}
interface LinkedClause extends Clause {
  /** Where it stands in the rules. */
  href: string | undefined;
}
/** The definition of an own game, as far as the page reads it; the service has found it sound. */
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
  /** What it says in other languages, by their tags. */
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
/** A sentence; one that depends on a house rule says on which. */
type DefinedClause = string | { text: string; when: Expression };
/** What is worked out, or a value that need not be. */
type Expression = string | number | boolean;
interface DefinedScore {
  when?: Expression;
  otherwise?: boolean;
  points: Expression;
  clause: string;
  with?: string[];
}
/** Points of a made or missed bid: fixed, for each trick or point, for the square of the bid, for what it was off by. */
interface PartPoints {
  fixed: number;
  each: number;
  square: number;
  off: number;
}
/** What a definition is built from by who writes no expression. */
interface GameParts {
  name: string;
  least: number;
  most: number;
  /** How many sides there are; 0 where everyone plays alone. */
  sides: number;
  bids: "none" | "each" | "declarer";
  took: "tricks" | "points" | "made";
  /** How the cards dealt change from hand to hand, and the most of them. */
  deal: "fixed" | "up" | "down" | "up-down" | "down-up";
  cards: number;
  goal: "exactly" | "at-least";
  /** Whether the bids may not come to the tricks. */
  hook: boolean;
  /** Whether a declarer bids a number. */
  named: boolean;
  made: PartPoints;
  missed: PartPoints;
  /** What everyone else gets when the declarer misses. */
  others: number;
  bonus: "none" | "all" | "nothing" | "most" | "marked";
  bonus_points: number;
  bonus_name: string;
  end: "deal" | "hands" | "total" | "open";
  hands: number;
  total: number;
  wins: "highest" | "lowest";
}
/** A game of one's own as it is edited and kept: built from parts, or a definition under other usual house rules. */
interface OwnGame {
  /** Under which name it is kept; nothing, while it is not. */
  key?: string;
  parts?: GameParts;
  base: Definition;
}
/** Which values there are: one of these. */
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
  /** Its name in about two words. */
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
  /** How a hand is entered, where no form of the page says so: a match brings its game along. */
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
  /** For each field, the house rule with the most that it can be. */
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
  /** How suits are drawn, by the tag of the language and the suit's id, where that is another deck. */
  suits?: Record<string, Record<string, string[]>>;
  /** What the definition of a custom game says of its fields, by their names. */
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
  /** The clause that says who wins a trick. */
  winner: string;
}
/** What the sheet shows of a whole hand. */
interface SheetForm {
  /** Paths into its record: `dice.trump`. */
  hand: string[];
}
/** What a game is known by: an emblem, as paths on a field of 24 by 24, and a hue on light and on dark paper. */
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
/** What decides how a contract is called. */
interface MatchRules {
  game: string;
  options: Options;
}
interface MatchDocument extends MatchRules {
  /** What a game of its own is. */
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
  /** The points of every player whom it concerns. */
  points: Record<string, number>;
  /** Whether the rule is a reading of ours. */
  reading?: true;
  /** The figures of its sentence. */
  args: Record<string, string | number>;
  /** The numbers of which its value was made, each with its rule. */
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
/** What a player made of a hand. */
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
  /** How many hands the match has, where that is fixed. */
  hands?: number;
  speaks?: string;
  leads?: string;
  /** What is still open in this game. */
  open?: { pot?: number; contracts?: Record<string, string[]>; values?: Record<string, number>; bids_left?: Record<string, { from: number; to: number; not?: number[] }> };
}
/** What is known of the hand that is played. */
interface TableFacts {
  match: MatchRules;
  /** The hand as the service sees it coming; nothing, where it is another one. */
  next?: ComingHand;
  step: Step;
  hand: Hand;
  cards?: number;
  /** What the contract is worth. */
  worth?: number;
}
interface Outlook {
  can_win: string[];
  text: string[];
}
/** A value that a custom game shows: of the table, or of players or sides by their (first) players. */
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
  /** What a custom game shows before the next hand, or at the end. */
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
/** The standings of a published match, as websites are told them. */
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
/** What of a match everybody may see. */
type PublishedPart = "standings" | "sheet";
interface MatchState {
  id: string;
  version: number;
  document: MatchDocument;
  result: Report;
  /** The cards of each hand after the next one, where they are not the same. */
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
/** What became of a change. */
interface Outcome {
  ok: boolean;
  /** It is sent as soon as there is a network. */
  queued?: boolean;
  /** It contradicts what the service has. */
  conflict?: boolean;
  state?: MatchState;
  problem?: Problem;
}

// ---- Rulings

/** The parts of a contract that is put together, or a contract of the board with its overbid. */
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
  /** Absent in a ruling on the whole. */
  index?: number;
  legal: boolean;
  trick?: number;
  rule?: string;
  /** Whether the rule is a reading of ours. */
  reading?: true;
  text?: string;
  could_play?: string[];
  /** What is suggested where the rulebook names no remedy. */
  guidance?: { text: string };
}
interface Rulings {
  legal: boolean;
  rulings: Ruling[];
  next: NextTurn[];
  outcome: Record<string, any>;
}
/** How an auction ended; the declarer is named by a field of the game's own. */
interface AuctionOutcome extends Record<string, any> {
  contract: string | Conditions;
  commitments?: { by: string; contract: string; multiplier: number }[];
  challengers?: string[];
}
interface CurrentHand {
  record: Hand;
  /** The record with what follows from its auction. */
  known: Hand;
  dealer?: string;
  cards?: number;
}
/** What the panels of ruling help work with. */
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
  /** What was entered of the question before. */
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
  /** Which kind of game is played, where there are several. */
  game_type?: string;
  cards_dealt: number;
  calls: Call[];
  other?: Partial<Call>;
}
type AuctionTable = PanelTable<AuctionDraft>;
interface PlayDraft extends SettingDraft {
  tricks: { player: string; card: string; suit?: string }[][];
  hands: Record<string, string[]>;
  /** Who plays next, if picked. */
  player?: string;
  /** Whose cards are entered. */
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
  /** The cards that are chosen, where several can be. */
  chosen?: string[];
  /** The only cards that are offered. */
  only?: string[];
}
/** Takes another value of a house rule, or what is made of the one that is there; nothing is the default. */
type ChangeRule = (next: any) => void;
interface RuleContext extends MatchRules {
  label: string;
  key: string;
  /** The name of the house rule; none for a part of one. */
  rule: string;
}

// ---- What this phone keeps

interface Settings {
  theme: string;
  text: string;
  lang: string;
  /** The pack whose suits are shown where a game is played with either: "auto", "french" or "german". */
  suits: string;
  awake: boolean;
}
interface KnownMatch {
  id: string;
  at: number;
  game?: string;
  /** What a game is called that the match brings along, and in other languages by their tags. */
  called?: string;
  names?: Record<string, string>;
  title?: string;
  players?: string[];
  status?: string;
  role?: Role;
  keys?: Keys;
  /** Whether it lives on this phone alone, as a log. */
  kept?: boolean;
  /** The house rules with which it was opened here. */
  options?: Options;
  /** What it came to, where there was no room for its state any more. */
  outcome?: MatchOutcome;
}
/** What is kept of a match for lists and statistics. */
interface MatchOutcome {
  over: boolean;
  /** How many hands were recorded. */
  hands: number;
  winners: string[];
  /** How many sides there are, in a game with partners. */
  sides?: number;
  standings: { player: string; rank: number; total: number }[];
  /** Who dealt the last hand. */
  dealer?: string;
}
/** A match of which it is known what it came to. */
type PlayedMatch = KnownMatch & { game: string; players: string[]; outcome: MatchOutcome };
/** The game of a match, with its names where the match brings it along. */
interface KnownGame {
  game: string;
  called?: string;
  names?: Record<string, string>;
}
/** Players who sat at a table together, and what they played. */
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
  /** The version that it was made to; none behind another entry. */
  version: number | null;
  /** How many hands there were. */
  hands: number;
  /** The hand being played, as it was shared then. */
  base: Hand | null;
  /** What the players were called then. */
  players?: string[];
  tried?: boolean;
  /** The key of the entry behind which a step was meant. */
  behind?: string;
  /** Whether it takes that entry back. */
  undoes?: boolean;
  /** Why the hand is put back into its place, if others may have been recorded since. */
  mended?: string;
  /** Why a person must decide: it contradicts the service, has faults, or was meant in another state. */
  refused?: { changed?: true; stale?: true; errors?: Fault[] };
}
interface Conflict {
  entry: OutboxEntry;
  /** Where a hand belongs at the service: its index. */
  place: number;
  theirs: MatchState | undefined;
  errors: Fault[] | undefined;
  isStale: boolean | undefined;
  /** Whether it is the hand that is being entered, and nothing that waits to be sent. */
  isDraft?: boolean;
}
interface NewMatchParts {
  /** The game in the address. */
  name: string;
  signal: AbortSignal;
  go: (hash: string) => void;
  /** The match in whose place it is opened. */
  before?: Store;
  /** The match whose players play again. */
  again?: string;
  /** The definition of a game that does not ship. */
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
  /** The hand as it was shared when this phone last had the same. */
  base: Hand;
  /** What of the hand was entered on this phone. */
  own: Hand;
  /** What the service last had from here. */
  accepted?: Hand;
  players: string[];
  /** What was entered here of the shared fields, where another phone has shared something else. */
  disputed?: Hand;
  /** Which of the two a person says is right. */
  decided?: "theirs" | "mine";
}
/** A draft as a phone keeps it. */
interface KeptDraft extends HandDraft {
  /** The form in which something was entered last. */
  by?: string;
}
/** What has become of a hand without a key on this phone, with what was entered before. */
interface EntryNotice {
  kind: "aside" | "elsewhere" | "replaced" | "taken" | "agreed";
  number: number;
  hand: Hand;
}
/** What is known of the hand that comes next, for times without a network. */
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
  /** Whether it is shown without head and tabs. */
  bare?: boolean;
}
interface ScreenContext {
  /** The game of a new match. */
  game: string;
  /** The match whose players play again. */
  again?: string;
  /** The match in whose place a new one is opened. */
  store?: Store;
  /** Is aborted when the screen is left. */
  signal: AbortSignal;
  /** Goes to another address of the page. */
  go: (hash: string) => void;
}
/** Where other phones find the page, or why none does. */
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
/** What the service says of its address. */
interface ServiceAddress {
  reach: "public" | "network" | "machine" | "unknown" | "asked";
  url?: string;
}
/** What the first part of Share shows. */
interface Invitation {
  role: Role;
  /** Nothing, as long as it is being asked for. */
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

/** What the service found in a hand. */
interface ForbiddenBid {
  player: string;
  not: number[];
  others: Record<string, number>;
}
interface EntryState {
  check: HandCheck;
  /** Whether the hand is checked as it stands now. */
  isChecked: boolean;
  /** Whether the hand was begun here and is not checked yet. */
  isNew: boolean;
  /** What was tapped before the hand was checked, and is done then. */
  wanted?: "save" | "go-on";
  fits: Fits;
  /** What a contract is worth, where that was asked. */
  worth?: { contract: unknown; by: string; value: number };
  /** The hand that the main button would save, where it fills it in, and what it comes to. */
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
  /** What a player may not bid, after these bids of the others. */
  forbidden?: ForbiddenBid;
  /** What the hand comes to, and the match with it. */
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
/** What the first tab of a match shows. */
interface RecordView {
  /** The match has changed. */
  update: () => void;
  /** Settled when it shows what it will show. */
  ready?: Promise<void>;
  stop?: () => void;
}
/** What the service says of the open amounts of a hand, by the pointers of its fields. */
interface Fits {
  /** The hand that it speaks of. */
  hand: Hand;
  values: Record<string, number>;
  ranges: Record<string, NumberRange>;
  /** The fields that cannot all be right. */
  conflict: string[];
  /** What filled in amounts would have to be instead, each if the others are right. */
  instead?: Record<string, number>;
}
/** What can stand in a field. */
interface Fit {
  /** The only number. */
  only?: number;
  range?: NumberRange;
  isWrong: boolean;
  instead?: number;
  /** What the player took, if the others took what they bid, and how that is said. */
  asBid?: { number: number; text: string };
}
/** What decides what the main button of a hand does. */
interface StepSituation {
  game: string;
  fields: Map<string, Field>;
  /** The fields of the step that is shown. */
  names: string[];
  step: Step;
  number: number;
  hand: Hand;
  isBusy: boolean;
  /** Why a hand that waits must be decided first: it was refused, or two phones claim different things. */
  undecided?: "faulty" | "disputed";
  /** Whether this step ends with saving. */
  canSave: boolean;
  /** What the next step is called. */
  goesOnTo: string;
  /** The path of the first fault. */
  wrong?: string[];
  missing: string[][];
  fits: Fits;
  /** What is left to enter, if the others took what they bid. */
  asBid: Record<string, number>;
}
/** What the main button does, what it says, where it leads, and the hand that it saves. */
interface NextStep {
  act: "wait" | "decide" | "ask" | "mend" | "go-on" | "save-with" | "save";
  text: string;
  path?: string[];
  hand?: Hand;
  /** What the button says that saves a hand without entries, where the rules take one. */
  bare?: string;
}
interface SituationParts {
  state: MatchState;
  hand: Hand;
  dealer?: string;
  /** Pointers of the service may begin with any of the hands. */
  errors?: Fault[];
  missing?: string[];
  absent?: string[];
  sums?: Sum[];
  online?: boolean;
  unchecked?: boolean;
  isChecked?: boolean;
  /** What fits, where that is asked. */
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
  /** Whether the hand waits to be checked, so that it is not known what is missing. */
  unchecked: boolean;
  /** Whether it is known which fields the hand does not have. */
  isChecked: boolean;
  /** What stands for a player where a side has one value: all who play together. */
  called: (player: string) => string;
  missing: Set<string>;
  absent: Set<string>;
  /** The numbers that the rules forbid a player's bid now. */
  forbidden: (player: string) => number[];
  /** By the path of an object of amounts, what they must add up to. */
  sums: Record<string, number>;
  all: (Fault & { path: string[] })[];
  /** The faults at a path; with `deep` those under it too. */
  faults: (path: string[], deep?: boolean) => Fault[];
  /** Whether it is asked what fits. */
  isFitted: boolean;
  /** What fits at a path. */
  fit: (path: string[]) => Fit;
  /** The fields that cannot all be right and have no other fault. */
  conflict: string[][];
  /** By field and player, why the player is spent. */
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
  /** The field whose amounts add up to the cards that were dealt, where an auction is asked with them. */
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
/** A commitment, under the names that the game's form gives its fields. */
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
  /** The hands that were played before it. */
  before: Hand[];
  record: Hand;
  check: (hand: Hand) => Promise<Answer<MatchState>>;
  /** Takes the hand into the correction; with a reason, the correction is made at once. */
  done: (hand: Hand, reason?: string) => void;
  /** What stands below the form: what takes the hand, and the reasons that a correction usually has. */
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
  /** The room for names at the right. */
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
