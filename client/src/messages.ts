// Made by tools/messages.py from messages.py, bodies.py and others in src/rondel/server/wire. Do not edit.
// Fields with a question mark are left out when they have their default: empty, zero or false.

/** A change of a view: the keys that lead to a value, and the value; without it the key goes away. */
export type Change = [string[], unknown] | [string[]];

/** Who sits at a seat. A person with a `bot` is away, and the bot decides meanwhile. Anybody may take over the chair of a bot that is `free`. */
export interface Chair {
  kind?: "bot" | "invited" | "open" | "person";
  player?: string;
  name?: string;
  bot?: string;
  free?: boolean;
}

/** How fast the table plays: without clocks, live with a bank and an increment, or days for a decision. `timeout` says what becomes of a seat whose time is up: a bot plays on, or it has lost. With days, a decision that is taken within `grace` hours costs no time. */
export interface Pace {
  kind?: "days" | "live" | "none";
  minutes?: number;
  increment?: number;
  days?: number;
  timeout?: "bot" | "loss";
  grace?: number;
}

/** A seat's standing orders for battle demands: for all regions, and for some by their number on the board. */
export interface Orders {
  everywhere?: "ask" | "fight" | "peace";
  regions?: Record<number, "ask" | "fight" | "peace">;
}

/** What is put to the vote by a seat: until when, how many must agree, who has said what, who has not. `other` is the seat that it is about, -1 if it is about none. */
export interface VoteInfo {
  what: "cancel" | "concede" | "end" | "extend" | "free" | "pause" | "replace" | "resume" | "standin";
  seat: number;
  until: number;
  need: number;
  yes?: number[];
  no?: number[];
  waiting?: number[];
  other?: number;
}

/** A seat as everybody sees it. */
export interface SeatInfo {
  seat: number;
  chair: Chair;
  online?: boolean;
  away?: number;
  kept?: number;
  played?: number;
}

/** A table as lists and headings show it. */
export interface TableInfo {
  id: string;
  status: "closed" | "open" | "over" | "playing";
  game: string;
  title: string;
  board: string;
  seats: SeatInfo[];
  pace: Pace;
  host: string;
  created: number;
  updated: number;
  step: number;
  to_act: number;
  listed?: boolean;
  options?: Record<string, number>;
  result?: string;
  next?: string;
  yours?: number[];
  rated?: boolean;
  hints?: boolean;
  curtain?: boolean;
  watchers?: boolean;
  winners?: number[];
  absent?: "bot" | "vote" | "wait";
  reliable?: number;
  vote?: VoteInfo | null;
  paused?: number;
  ending?: boolean;
  reminded?: boolean;
  left?: number | null;
}

/** A second table, for groups in which every row goes with every one of these. */
export interface Times {
  fields: string[];
  rows: ((string | number)[])[];
}

/** Legal decisions of one kind as a table: `fields` are the columns, `same` are fields equal in all rows. The field `action` is the number to play. With `count` and `most` a row stands for several actions: `n` units, from `count` to `most`, are the action `action + n - count`. With `times` a row stands for as many actions as that has rows, with the fields of both; the action is `action` plus the place in `times`. `gain` is what a decision brings at once; `idle`: it ends the turn and brings nothing. */
export interface Group {
  kind: string;
  fields: string[];
  rows: ((string | number)[])[];
  same?: Record<string, string | number>;
  times?: Times | null;
}

/** What can be chosen in a later step of the same turn, after the decisions `lead`. */
export interface Ahead {
  lead: number[];
  choices: Group[];
}

/** Who decides: a seat, or -2 when the game is over; whose turn it is; the question in words. `owed` is the price of a payment that is made card by card; what is laid so far is in the view. `purchase` is what is being paid for, taken apart as in the log. */
export interface Turn {
  to_act: number;
  turn_of: number;
  prompt: string;
  end?: string;
  result?: string;
  returns?: number[];
  owed?: string;
  purchase?: Record<string, string | number>;
}

/** One decision in the log. `text` is empty if it is hidden from the reader; `kind` and the parts are for a page. `news` is what it brought about, forced steps among it, as far as the reader may know: each with its `kind`. */
export interface LogLine {
  step: number;
  seat: number;
  text: string;
  at: number;
  by?: string;
  rule?: string;
  who?: string;
  parts?: Record<string, string | number>;
  news?: (Record<string, string | number>)[];
}

/** One line of chat; `seat` is -1 for a spectator. A set phrase has its code, and its text in English. A line with an `event` tells what happened at the table: to or by `name`, and `text` is whom else it is about. */
export interface ChatLine {
  seq: number;
  seat: number;
  name: string;
  text: string;
  at: number;
  player?: string;
  phrase?: string;
  event?: string;
}

/** The clocks: milliseconds left for each seat, and since when whose clock runs (-1: none). */
export interface ClockFace {
  left: number[];
  running: number;
  since: number;
  now: number;
}

/** How far you may take back: the step before your last decision and before your turn; free, or by consent. */
export interface UndoOffer {
  decision?: number;
  decision_free?: boolean;
  turn?: number;
  turn_free?: boolean;
}

/** An open request of a seat: who has agreed so far, and who must still answer. */
export interface Request {
  seat: number;
  what: "swap" | "undo";
  waiting: number[];
  step?: number;
  other?: number;
}

/** A bot owes the next decision: which one, for which seat, and since when. */
export interface Thinking {
  seat: number;
  bot: string;
  since: number;
}

/** Decide by action numbers or by a typed move, at the revision `rev`; with a `nonce` it may be sent twice. */
export interface Play {
  type: "play";
  rev?: number;
  actions?: number[];
  move?: string;
  nonce?: string;
  id?: number;
}

/** Take back to the position after `step` decisions, if that is free. */
export interface Undo {
  type: "undo";
  rev?: number;
  step?: number;
  id?: number;
}

/** Ask the others: to undo back to `step`, or the seat `other` to swap places. */
export interface Ask {
  type: "ask";
  what: "swap" | "undo";
  rev?: number;
  step?: number;
  other?: number;
  id?: number;
}

/** Agree to the open request or not; the asking seat withdraws it with `yes` false. */
export interface Answer {
  type: "answer";
  yes: boolean;
  id?: number;
}

/** Put something to the vote: about the seat `other`, or about the table. */
export interface Propose {
  type: "propose";
  what: "cancel" | "concede" | "end" | "extend" | "free" | "pause" | "replace" | "resume" | "standin";
  other?: number;
  id?: number;
}

/** Say yes or no to what is put to the vote; the player who put it to the vote withdraws it with `yes` false. */
export interface Vote {
  type: "vote";
  yes: boolean;
  id?: number;
}

/** Set your standing orders for battle demands. */
export interface Order {
  type: "order";
  everywhere?: "ask" | "fight" | "peace";
  regions?: Record<number, "ask" | "fight" | "peace">;
  seat?: number;
  id?: number;
}

/** Say something to the table: a text, or one of the set phrases, which everybody reads in their own language. */
export interface Say {
  type: "say";
  text?: string;
  phrase?: "again" | "back" | "bye" | "good_game" | "good_luck" | "hello" | "nice_move" | "one_moment" | "sorry" | "thanks" | "your_turn" | null;
  id?: number;
}

/** Keep a private note at this table; it replaces the one before. */
export interface Note {
  type: "note";
  text: string;
  id?: number;
}

/** Say how many decisions you have seen, so that the next welcome can tell what is new. */
export interface Seen {
  type: "seen";
  step: number;
  id?: number;
}

/** Ask why a move, typed or by number, cannot be played now. */
export interface Why {
  type: "why";
  move?: string;
  action?: number;
  id?: number;
}

/** Ask what your view would be after a decision of yours, and others that follow it. */
export interface Preview {
  type: "preview";
  action: number;
  then?: number[];
  id?: number;
}

/** Ask in which ways a decision of yours can be paid. */
export interface Pays {
  type: "pays";
  action: number;
  id?: number;
}

/** Ask what there is to know about a place of the board besides what your view shows. */
export interface Look {
  type: "look";
  place: string;
  id?: number;
}

/** Draw the curtain away: the player of this seat, which must decide, is at the screen. */
export interface Unveil {
  type: "unveil";
  seat: number;
  id?: number;
}

/** Ask what a bot would do in your place, with its reasons. */
export interface Hint {
  type: "hint";
  id?: number;
}

/** Ask for the texts and prices of your legal decisions. */
export interface Texts {
  type: "texts";
  id?: number;
}

/** Ask for a new welcome. */
export interface Refresh {
  type: "refresh";
  id?: number;
}

/** Ask for a sign of life. */
export interface Ping {
  type: "ping";
  id?: number;
}

/** Everything a page needs to show the table; sent first, and whenever updates cannot bridge a gap. `target` is the number of points that win in this game with its options, where points win. */
export interface Welcome {
  type: "welcome";
  table: TableInfo;
  seq: number;
  rev: number;
  step: number;
  view: Record<string, unknown>;
  turn: Turn;
  log: LogLine[];
  chat: ChatLine[];
  you?: number[];
  watchers?: number;
  choices?: Group[];
  ahead?: Ahead[];
  clock?: ClockFace | null;
  undo?: UndoOffer;
  request?: Request | null;
  orders?: Record<number, Orders>;
  note?: string;
  seen?: number;
  thinking?: Thinking | null;
  target?: number;
  earlier?: boolean;
  re?: number;
}

/** The position changed: what is new since the update before. After an undo `cut` is the step it went back to: log lines from there on are void, and `log` follows on. */
export interface Update {
  type: "update";
  seq: number;
  rev: number;
  step: number;
  patch: Change[];
  turn: Turn;
  log?: LogLine[];
  cut?: number;
  choices?: Group[];
  ahead?: Ahead[];
  clock?: ClockFace | null;
  undo?: UndoOffer;
  thinking?: Thinking | null;
  re?: number;
}

/** Seats, presence or the state of the table changed. */
export interface TableChanged {
  type: "table";
  table: TableInfo;
  you?: number[];
  watchers?: number;
  thinking?: Thinking | null;
  clock?: ClockFace | null;
  re?: number;
}

/** A request was made, agreed to by somebody, or is over (null). */
export interface Requested {
  type: "request";
  request: Request | null;
  re?: number;
}

/** Your standing orders, by seat. */
export interface OrdersMessage {
  type: "orders";
  orders: Record<number, Orders>;
  re?: number;
}

/** Somebody said something. */
export interface Chatted {
  type: "chat";
  line: ChatLine;
  re?: number;
}

/** The host has replaced somebody's name, or given it back: show this one from now on. */
export interface Renamed {
  type: "renamed";
  player: string;
  name: string;
  re?: number;
}

/** Done, and written to disk. `repeated`: it had been done before, by a message with the same nonce. */
export interface Ack {
  type: "ack";
  seq: number;
  rev: number;
  repeated?: boolean;
  re?: number;
}

/** Not done, with one of the table's codes; for `illegal`, `detail` is the engine's code and `rule` the clause. */
export interface Refused {
  type: "refused";
  code: string;
  message: string;
  detail?: string;
  rule?: string;
  re?: number;
}

/** Whether a move is legal, and if not why, with the clause. */
export interface Reason {
  type: "reason";
  legal: boolean;
  code?: string;
  message?: string;
  rule?: string;
  re?: number;
}

/** How your view would change, what would be asked next, and what you could decide then. */
export interface Previewed {
  type: "previewed";
  patch: Change[];
  turn: Turn;
  choices?: Group[];
  re?: number;
}

/** A way to pay for a decision: what goes, and the actions to play for it in one message. */
export interface Way {
  pays: string;
  actions: number[];
}

/** In which ways a decision can be paid, the most sensible first. */
export interface Payable {
  type: "payable";
  ways: Way[];
  re?: number;
}

/** What there is to know about a place, each fact taken apart like a decision. */
export interface Looked {
  type: "looked";
  facts: (Record<string, string | number>)[];
  re?: number;
}

/** A legal decision as text. */
export interface TextRow {
  action: number;
  text: string;
  price?: string;
}

/** Your legal decisions as texts. */
export interface Texted {
  type: "texted";
  rows: TextRow[];
  re?: number;
}

/** A decision as a bot judges it: its worth from 0 to 1, and why. */
export interface HintRow {
  action: number;
  text: string;
  value: number;
  reason?: string;
}

/** What a bot would do, best first; empty if no bot here can tell. */
export interface Hinted {
  type: "hinted";
  rows: HintRow[];
  re?: number;
}

/** A sign of life, with the server's time in milliseconds. */
export interface Pong {
  type: "pong";
  now: number;
  re?: number;
}

/** The server closes the connection; come back after this many milliseconds. */
export interface Bye {
  type: "bye";
  reason: string;
  retry?: number;
  re?: number;
}

/** Who will sit at a seat of a new table: `me`, a `bot`, anybody (`open`), or somebody with the link (`invited`). */
export interface SeatWish {
  kind?: "bot" | "invited" | "me" | "open";
  bot?: string;
}

/** Play on from here: a table and how many of its decisions are taken over. */
export interface Source {
  table: string;
  step: number;
}

/** A table to be made: a rulebook with its board and options, or a record, or a moment of another table. */
export interface NewTable {
  game?: string;
  board?: string;
  options?: Record<string, number>;
  seats?: SeatWish[];
  pace?: Pace;
  listed?: boolean;
  watchers?: boolean;
  title?: string;
  record?: string;
  source?: Source | null;
  rated?: boolean;
  hints?: boolean;
  curtain?: boolean;
  club?: string;
  absent?: "bot" | "vote" | "wait";
  reliable?: number;
}

/** A table that was made, with the links for its invited seats. */
export interface Created {
  table: TableInfo;
  links: Record<number, string>;
}

/** Take a seat: an open one by its number (-1: any), or the one a link is for. */
export interface Join {
  seat?: number;
  token?: string;
}

/** A link to a seat, to see what it invites to. */
export interface Invitation {
  token: string;
}

/** Change a seat before the game: open, invited, or a bot. */
export interface SetSeat {
  kind: "bot" | "invited" | "open";
  bot?: string;
}

/** Let a bot decide for a seat whose player is away. */
export interface StandIn {
  bot?: string;
}

/** A link to a seat, for one use. */
export interface Link {
  seat: number;
  token: string;
  path: string;
}

/** Play as a guest, under a name. */
export interface Guest {
  name?: string;
}

/** A name and password. */
export interface Credentials {
  name: string;
  password: string;
}

/** A new account; a guest who registers keeps the tables. */
export interface Registration {
  name: string;
  password: string;
  email?: string;
  lang?: "de" | "en" | "fr";
}

/** What a player may change: fields left out stay. */
export interface Profile {
  name?: string | null;
  email?: string | null;
  notify?: boolean | null;
  lang?: "de" | "en" | "fr" | null;
}

/** A change of password; it signs out everywhere else. */
export interface NewPassword {
  old: string;
  new: string;
}

/** Who you are. */
export interface Me {
  id: string;
  name: string;
  guest: boolean;
  email?: string;
  notify?: boolean;
  admin?: boolean;
}

/** Tables, latest first; `more` is the cursor of the next page, empty at the end. */
export interface TableList {
  tables: TableInfo[];
  more?: string;
}

/** The latest lines of a table's chat, oldest first. */
export interface ChatPage {
  lines: ChatLine[];
}

/** A piece of the log. */
export interface LogPage {
  lines: LogLine[];
  total: number;
}

/** The position after a number of decisions, as you may see it. */
export interface ReplayStep {
  step: number;
  total: number;
  view: Record<string, unknown>;
  turn: Turn;
  line?: LogLine | null;
}

/** A stretch of a game: the view at its begin, and an update for each decision; the points that win, if any do. */
export interface Replay {
  begin: number;
  total: number;
  view: Record<string, unknown>;
  updates: Update[];
  target?: number;
}

/** How somebody has done in one game, with two players (`size` 2) or more (3); without rated games no rating. */
export interface Tally {
  game: string;
  size: number;
  games: number;
  wins: number;
  rating?: number | null;
  uncertainty?: number | null;
  rated?: number;
}

/** How often somebody played a nation or city-state, and won with it. */
export interface SideTally {
  game: string;
  side: string;
  games: number;
  wins: number;
}

/** Games of two people: how often each finished before the other. */
export interface Rival {
  who: string;
  name: string;
  games: number;
  ahead: number;
  behind: number;
}

/** A player's or bot's results: by game, by side, and against whom most often. */
export interface Standing {
  who: string;
  name: string;
  tallies: Tally[];
  since?: number;
  kept?: number;
  played?: number;
  sides?: SideTally[];
  rivals?: Rival[];
}

/** A rating after a game. */
export interface RatingPoint {
  at: number;
  table: string;
  rating: number;
  uncertainty: number;
}

/** Somebody's rating over time, oldest first. */
export interface RatingHistory {
  points: RatingPoint[];
}

/** Who played a finished game, as what, and at which rank. */
export interface ArchiveSeat {
  seat: number;
  who: string;
  name: string;
  person: boolean;
  side: string;
  rank: number;
}

/** A finished game. */
export interface ArchiveGame {
  table: string;
  game: string;
  board: string;
  at: number;
  rated: boolean;
  decisions: number;
  seats: ArchiveSeat[];
}

/** Finished games, latest first; `more` is the cursor of the next page, empty at the end. */
export interface Archive {
  games: ArchiveGame[];
  more?: string;
}

/** One line of a rating list. */
export interface RatingRow {
  who: string;
  name: string;
  game: string;
  rating: number;
  games: number;
  uncertainty?: number;
  size?: number;
  star?: boolean;
}

/** One rating list, ordered by what somebody is worth at least: the rating less two uncertainties. */
export interface RatingList {
  rows: RatingRow[];
}

/** The rating lists: people by games among people, bots by games among bots. */
export interface Ratings {
  people: RatingRow[];
  bots: RatingRow[];
}

/** An option of a rulebook. */
export interface Option {
  id: string;
  title: string;
  rule?: string;
  players?: number[];
  opens?: number[];
  value?: number[] | null;
  conflicts?: string[];
  house?: boolean;
}

/** A rulebook as a list of games shows it; `lessons`: how many guided games it has. */
export interface Book {
  id: string;
  title: string;
  year: number;
  players: number[];
  boards: string[];
  players_on: Record<string, number[]>;
  options: Option[];
  lessons?: number;
  hidden?: boolean;
  table?: string;
  shown?: boolean;
  stars?: string[];
}

/** What can be played here, and by which bots. */
export interface Catalogue {
  games: Book[];
  bots: string[];
  rules: number;
}

/** A field of the progress chart: its prices in gold, the field it needs (-1: none), its effect and by how much. */
export interface KnowhowField {
  name: string;
  first: number;
  later: number;
  needs: number;
  effect: string;
  level: number;
}

/** A kind of event card, and how many there are. */
export interface EventCard {
  name: string;
  copies: number;
}

/** A kind of personage: how many there are, and how many cities, temples or seas bring one (0: other grounds). */
export interface PersonageKind {
  name: string;
  count: number;
  threshold: number;
}

/** A kind of building: its cost in letters of terrains or a number of cards, and next to which kind it is free. `ours`: no public source shows the printed cost; this one is our own design. */
export interface Building {
  name: string;
  group: string;
  cost: string;
  mother: string;
  count: number;
  ours?: boolean;
}

/** A board tile: the letters of its seven terrains, the middle first, in the order of `spaces`; - means none. */
export interface TileKind {
  name: string;
  symbols: string;
}

/** What is printed on a game's parts, for a page to show; actions count in these lists, or name their entries. `table` is the kind of table that shows the game: `antike` or `attika`. */
export interface Printed {
  game: string;
  rules: number;
  table?: string;
  wedges?: string[];
  goods?: string[];
  units?: string[];
  knowhows?: KnowhowField[];
  cards?: EventCard[];
  personages?: PersonageKind[];
  leaders?: string[];
  terrains?: string[];
  piles?: string[];
  groups?: string[];
  buildings?: Building[];
  tiles?: TileKind[];
  spaces?: number[][];
  amphorae?: number;
  draws?: number;
  builds?: number;
}

/** One clause of a rules reference. */
export interface ClauseLine {
  id: string;
  kind: string;
  section: string;
  topic: string;
  text: string;
}

/** A rules reference; `language` is the one its text is in, English if there is none in the one asked for. */
export interface Clauses {
  game: string;
  clauses: ClauseLine[];
  language?: string;
}

/** Chances to win over the course of a game: after how many decisions, and then each seat's share of one. */
export interface Chances {
  steps: number[];
  chances: number[][];
}

/** How many spaces a seat lacks between two shrines (-1: no way is left), and one such set of spaces. */
export interface Distance {
  seat: number;
  missing: number;
  spaces: string[];
}

/** How far each player is from linking two shrines. */
export interface Distances {
  distances: Distance[];
}

/** Whether the server can read and write. */
export interface Health {
  ok: boolean;
  version: string;
  stopping?: boolean;
}

/** It was done. */
export interface Done {
  ok?: boolean;
}

/** A refusal: a closed code and a sentence that says what to do. */
export interface Failure {
  code: string;
  message: string;
  detail?: string;
  rule?: string;
}

/** A decision that a step of a lesson answers with a reason: the clause, and the words by language. */
export interface LessonWrong {
  rule: string;
  words: Record<string, string>;
}

/** One thing to learn: what the note says by language, the clauses behind it, and what is likely to go wrong. */
export interface LessonStep {
  words: Record<string, string>;
  rules: string[];
  wrong: LessonWrong[];
}

/** One decision of a lesson: the step it belongs to, the pupil's action (-1: not theirs), what comes of it. `previews` has what each decision the pupil could take instead would change, `wrong` the decisions that the step answers, as places in its list. */
export interface LessonFrame {
  place: number;
  action: number;
  update: Update;
  previews?: Record<number, unknown[][]>;
  wrong?: Record<number, number>;
}

/** A lesson as a list shows it: title and a line about it by language. */
export interface LessonLine {
  game: string;
  name: string;
  title: Record<string, string>;
  about: Record<string, string>;
  steps: number;
}

/** All lessons, those of a rulebook together and in their order. */
export interface Lessons {
  lessons: LessonLine[];
}

/** A guided game: the table as it begins, the steps, every decision in order, and the lesson after it, if any. */
export interface Lesson {
  game: string;
  name: string;
  next: string;
  seat: number;
  title: Record<string, string>;
  end: Record<string, string>;
  steps: LessonStep[];
  welcome: Welcome;
  frames: LessonFrame[];
}

/** Which seat to leave. */
export interface Leave {
  seat: number;
}

/** Tell the host about a message (`seq` is its number), a name or a player at a table, with a sentence why. */
export interface NewReport {
  kind: "message" | "name" | "player";
  table: string;
  why: string;
  player?: string;
  seq?: number;
}

/** Somebody whom you do not read. */
export interface Silenced {
  player: string;
  name: string;
}

/** Those whom you do not read. */
export interface Silences {
  players: Silenced[];
}

/** Choose a new password with a link from the host. */
export interface Reset {
  token: string;
  password: string;
}

/** Why an administrator does something, and until when it holds (0: for good). */
export interface Act {
  why?: string;
  until?: number;
}

/** Ban an address, or lift the ban. */
export interface AddressAct {
  address: string;
  why?: string;
  until?: number;
}

/** Which seat is to be free. */
export interface Kick {
  seat: number;
  why?: string;
}

/** Who did what to whom, when and why; `name` is empty for the command line. */
export interface AuditLine {
  id: number;
  at: number;
  what: string;
  who?: string;
  name?: string;
  whom?: string;
  label?: string;
  detail?: string;
  why?: string;
}

/** A player in the list of administrators; `banned` and `muted` say until when. */
export interface UserLine {
  id: string;
  name: string;
  created: number;
  guest?: boolean;
  admin?: boolean;
  banned?: number;
  muted?: number;
  alias?: string;
}

/** Everything an administrator sees about a player; `address` if this server has seen one lately. */
export interface UserPage {
  user: UserLine;
  sessions: number;
  tables: TableInfo[];
  results: number;
  reports: number;
  audit: AuditLine[];
  email?: string;
  address?: string;
}

/** A banned address, or the /64 network of an IPv6 address. */
export interface BarredLine {
  network: string;
  until: number;
  at: number;
}

/** Players, the newest first, and the banned addresses. */
export interface Users {
  users: UserLine[];
  barred?: BarredLine[];
}

/** Tables as administrators see them, latest first: private ones too. */
export interface HouseTables {
  tables: TableInfo[];
}

/** A report with what was said around it. */
export interface ReportLine {
  id: string;
  at: number;
  kind: "message" | "name" | "player";
  reporter: string;
  reporter_name: string;
  whom: string;
  name: string;
  table: string;
  seq: number;
  why: string;
  said?: string;
  settled?: number;
  around?: ChatLine[];
}

/** Reports, the newest first. */
export interface Reports {
  reports: ReportLine[];
}

/** The audit log, the newest first; `more` is where the next page begins, 0 at the end. */
export interface AuditPage {
  lines: AuditLine[];
  more?: number;
}

/** The result of an action. `link` and `password` are shown once and stored nowhere. */
export interface Acted {
  what: string;
  whom?: string;
  label?: string;
  detail?: string;
  link?: string;
  password?: string;
  expires?: number;
}

/** A browser that takes pushes. */
export interface Device {
  id: string;
  label: string;
  created: number;
}

/** How you are called. `can` lists the channels that this server has; only those are offered. */
export interface NoticeSettings {
  can: ("hook" | "mail" | "push")[];
  wants: Record<string, ("hook" | "mail" | "push")[]>;
  hour?: number;
  email?: string;
  confirmed?: boolean;
  mailed?: boolean;
  hook?: string;
  style?: "discord" | "json" | "mattermost" | "ntfy" | "slack" | null;
  hook_off?: boolean;
  key?: string;
  devices?: Device[];
}

/** What to be told, by which channel; the hour of the daily mail in UTC; the language of notices. */
export interface SetNotices {
  wants: Record<string, ("hook" | "mail" | "push")[]>;
  hour?: number;
  lang?: "de" | "en" | "fr";
}

/** The keys of a browser's subscription. */
export interface PushKeys {
  p256dh: string;
  auth: string;
}

/** A browser's subscription as the browser writes it, with a name for it and the page's language. */
export interface Subscription {
  endpoint: string;
  keys: PushKeys;
  label?: string;
  lang?: "de" | "en" | "fr";
}

/** Your own webhook. */
export interface SetHook {
  address: string;
  style: "discord" | "json" | "mattermost" | "ntfy" | "slack";
}

/** A test of one channel. */
export interface TryChannel {
  channel: "hook" | "mail" | "push";
}

/** What came of a test: `sent`, or why not. */
export interface Tried {
  sent: boolean;
  why?: string;
}

/** The token of a link in a mail. */
export interface MailToken {
  token: string;
}

/** A forgotten password: the name of the account, or its address. */
export interface Forgot {
  name: string;
}

/** Games that are compared: those of a rulebook on a board, of so many players, with the same options. */
export interface OpeningPool {
  path: string;
  game: string;
  board: string;
  players: number;
  games: number;
  options?: Record<string, number>;
}

/** All stored games by what they are compared with; `shared` says whether yours may be among them. */
export interface OpeningShelf {
  pools: OpeningPool[];
  shared: boolean;
}

/** A turn or draw: by which seat (-1: a draw), its news as the log tells them, and as text; where it leads. `kind` is that of the node it leads to. From the root, the text names who begins, or the side whose plans follow. */
export interface OpeningTurn {
  path: string;
  kind: "plan" | "position";
  seat: number;
  text: string;
  news?: Record<string, unknown>[];
}

/** A turn that was played: in how many games, by people and by bots (by name), and what came of it. `won` is the share of the games that the side that played it won, `shares` that of each seat. */
export interface OpeningRow {
  turn: OpeningTurn;
  games: number;
  people: number;
  won: number;
  shares: number[];
  bots?: Record<string, number>;
}

/** What was played from a node: the root of a pool, a position, or so many turns of a side's plan. `games` are those that came here, the latest ones where they are very many; `line` is the position, `sides` name the seats (of a plan, its side). `way` is how you came here, `examples` are games that did. What games did from a `last` node on is not kept. */
export interface OpeningPage {
  pool: OpeningPool;
  kind: "plan" | "position" | "starts";
  sides: string[];
  seat: number;
  turns: number;
  games: number;
  rows: OpeningRow[];
  way: OpeningTurn[];
  examples: ArchiveGame[];
  line?: string;
  capped?: boolean;
  last?: boolean;
}

/** A moment of a table, or a position of the analysis board, whose opening is wanted. */
export interface FindOpening {
  table?: string;
  step?: number;
  start?: Record<string, unknown>;
  actions?: number[];
}

/** Where a game stands among the openings: the way there. */
export interface FoundOpening {
  path: string;
}

/** How somebody played over some reviewed games: means over choices that matter, and over games for luck. `phases` is the mean loss in each third of the games; `luck` is told where there are draws. */
export interface Figures {
  games: number;
  choices: number;
  loss: number;
  grade: string;
  first: number;
  three: number;
  phases: number[];
  marks: Record<string, number>;
  luck?: number | null;
}

/** The figures of one rulebook. */
export interface ProgressBook {
  game: string;
  figures: Figures;
}

/** One reviewed game: when it ended, and how you played it. */
export interface ProgressGame {
  table: string;
  game: string;
  at: number;
  choices: number;
  loss: number;
  grade: string;
}

/** How you played over all your reviewed games, by rulebook, and game by game, the latest first. */
export interface Progress {
  figures: Figures;
  books: ProgressBook[];
  games: ProgressGame[];
}

/** What the page About says besides its own words: the version, our own design, the host's words. */
export interface About {
  version: string;
  ours: Record<string, Record<string, string>>;
  imprint?: string;
}

/** A paragraph of the illustrated rules with its clauses; or a picture, by its name, with what it shows. */
export interface GuidePart {
  text: string;
  clauses?: string[];
  picture?: string;
}

/** What stands under a heading of the illustrated rules. */
export interface GuideSection {
  title: string;
  parts: GuidePart[];
}

/** One of the two pages of the illustrated rules. */
export interface GuidePage {
  title: string;
  sections: GuideSection[];
}

/** The illustrated rules of a rulebook. */
export interface Guide {
  title: string;
  summary: GuidePart;
  pages: GuidePage[];
}

/** A game being played, for the first page: where it begins, and what changes in each turn. */
export interface Showcase {
  game: string;
  rules: number;
  board: string;
  view: Record<string, unknown>;
  turns: unknown[][][];
}

/** A club to be made, or what it shall be from now on. */
export interface NewClub {
  name: string;
  about?: string;
  door?: "closed" | "open" | "private";
}

/** Join a club, with the secret of its link where it needs one. */
export interface JoinClub {
  token?: string;
}

/** What a member shall be. */
export interface SetRole {
  role: "member" | "officer" | "owner";
}

/** A date for the calendar, with its time in milliseconds since 1970. */
export interface NewDate {
  at: number;
  title: string;
  about?: string;
}

/** A club as lists show it; `role` is yours, empty if you are no member. */
export interface ClubInfo {
  id: string;
  name: string;
  about: string;
  door: "closed" | "open" | "private";
  members: number;
  role?: string;
}

/** Your clubs, and those that everybody sees. */
export interface ClubList {
  mine: ClubInfo[];
  clubs: ClubInfo[];
}

/** Somebody in a club. */
export interface Member {
  player: string;
  name: string;
  role: "member" | "officer" | "owner";
  since: number;
}

/** A date in the calendar. */
export interface ClubDate {
  id: string;
  at: number;
  title: string;
  about: string;
}

/** A member's results in games of the club; a game gives the share of the others left behind as points. */
export interface LadderRow {
  player: string;
  name: string;
  games: number;
  wins: number;
  points: number;
}

/** A club's page. Only officers see the secret of its link. */
export interface Club {
  info: ClubInfo;
  people: Member[];
  tables: TableInfo[];
  dates: ClubDate[];
  ladder: LadderRow[];
  invite?: string;
}

/** Somebody you follow, who follows you, or both: then you are friends. `tables` are those anybody may watch. */
export interface Followed {
  player: string;
  name: string;
  following: boolean;
  follower: boolean;
  tables?: TableInfo[];
}

/** Everybody you follow, and everybody who follows you. */
export interface Follows {
  people: Followed[];
}

/** A puzzle to be solved: where it begins (the headers of a record), whose turn it is, what the turn must achieve. `tried` says whether you have tried it before: only the first try is rated. The theme is told then. */
export interface PuzzleTold {
  id: string;
  game: string;
  goal: "force" | "hold" | "win";
  start: Record<string, unknown>;
  seat: number;
  who: string;
  rating: number;
  day?: number;
  tried?: boolean;
  theme?: string;
}

/** A whole turn, as decisions; none to see the solution. */
export interface PuzzleTry {
  actions: number[];
}

/** What somebody's puzzle rating is, and over how many puzzles. */
export interface PuzzleSkill {
  rating: number;
  uncertainty: number;
  puzzles: number;
}

/** Whether a turn solves a puzzle; if not, the reply, and the solution once it is given up. The reply comes after the first `kept` decisions of the turn: another player may answer within it. */
export interface PuzzleVerdict {
  solved: boolean;
  theme: string;
  skill: PuzzleSkill;
  change?: number;
  kept?: number;
  reply?: number[];
  wins?: boolean;
  solution?: number[];
  log?: LogLine[];
  streak?: number;
}

/** The puzzles of a rulebook: how many, how many of each theme, how many you solved at the first try. */
export interface PuzzleBook {
  game: string;
  count: number;
  themes: Record<string, number>;
  solved: number;
  tried: number;
  skill: PuzzleSkill;
}

/** All puzzles; `daily` is today's, `streak` the days in a row on which you solved it, `best` the longest. */
export interface PuzzleShelf {
  books: PuzzleBook[];
  daily?: string;
  day?: number;
  done?: boolean;
  streak?: number;
  best?: number;
}

/** A way to play a turn: its decisions as the log tells them, what it is worth to the seat and to all, and why. */
export interface StudyLine {
  actions: number[];
  log: LogLine[];
  value: number;
  error: number;
  chances: number[];
  reason?: string;
  clauses?: string[];
  wins?: boolean;
}

/** A turn of a reviewed game, or a part of one between two draws. `chances` are those of all seats with its best way; `best` is told where it is worth a look. */
export interface ReviewTurn {
  step: number;
  steps: number;
  turn: number;
  seat: number;
  chances: number[];
  loss?: number;
  error?: number;
  mark?: string;
  played?: number;
  best?: StudyLine | null;
}

/** How a seat played: mean loss in all and by thirds of the game, its grade, how often it chose a best way, luck. `counts` are the real choices in each third; reviews of long ago do not tell them. */
export interface ReviewSeat {
  seat: number;
  choices: number;
  loss: number;
  grade: string;
  first: number;
  three: number;
  phases: number[];
  marks: Record<string, number>;
  luck: number;
  counts?: number[];
}

/** A reviewed game; `end` is each seat's share of the win, `draws` says whether luck was counted. */
export interface Review {
  engine: string;
  version: number;
  turns: ReviewTurn[];
  seats: ReviewSeat[];
  end: number[];
  draws: boolean;
}

/** How far a review is: parts `done` of `total`, `waiting` for others before it; the review once it is there. */
export interface ReviewState {
  status: "done" | "failed" | "none" | "waiting" | "working";
  done?: number;
  total?: number;
  review?: Review | null;
}

/** Another way to play a turn that was reviewed. */
export interface TryTurn {
  actions: number[];
}

/** What a turn that was tried is worth, compared with the best that the review knows. */
export interface Tried {
  value: number;
  best: number;
  loss: number;
  error: number;
  solved: boolean;
}

/** What is said of the first position of a study, and drawn on the board there. */
export interface StudyNote {
  comment?: string;
  shapes?: string[];
}

/** A decision in the tree of a study, after that with the number `parent` (-1: from the first position). */
export interface StudyNode {
  parent: number;
  action: number;
  comment?: string;
  sign?: "" | "!" | "!!" | "!?" | "?" | "?!" | "??";
  shapes?: string[];
}

/** What is analyzed: a moment of a table, a position, record or study as text, or a new game of a rulebook. */
export interface OpenBoard {
  table?: string;
  step?: number;
  text?: string;
  game?: string;
  board?: string;
  players?: number;
  options?: Record<string, number>;
}

/** What is analyzed: the headers of a record where it begins, the tree, and each decision as the log tells it. */
export interface Board {
  start: Record<string, unknown>;
  nodes: StudyNode[];
  lines: LogLine[];
  id?: string;
  title?: string;
  mine?: boolean;
  note?: StudyNote | null;
}

/** Go to a position of the analysis board by its decisions, and take some more. */
export interface PlayOn {
  start: Record<string, unknown>;
  actions: number[];
  add?: number[];
}

/** A position of the analysis board as a table shows it; `added` is what was decided and drawn on the way, told. */
export interface Placed {
  actions: number[];
  added: LogLine[];
  welcome: Welcome;
}

/** A question of a page about a position of the analysis board, as it is asked at a table. */
export interface AskBoard {
  start: Record<string, unknown>;
  actions: number[];
  message: Play | Undo | Ask | Answer | Propose | Vote | Order | Say | Note | Seen | Why | Preview | Pays | Look | Unveil | Hint | Texts | Refresh | Ping;
}

/** Let the engine look for the best turns in a position, for some seconds; and for what the others threaten. */
export interface Think {
  start: Record<string, unknown>;
  actions: number[];
  lines?: number;
  seconds?: number;
  threats?: boolean;
}

/** What a seat would do if it were its turn now. */
export interface StudyThreat {
  seat: number;
  line: StudyLine;
}

/** What the engine thinks by now: good turns, best first, after so many trials of the best, and threats. */
export interface Thought {
  seat: number;
  trials: number;
  chances: number[];
  lines: StudyLine[];
  threats?: StudyThreat[];
}

/** A study to be kept: a title, where it begins, its tree. */
export interface NewStudy {
  title: string;
  start: Record<string, unknown>;
  nodes: StudyNode[];
  note?: StudyNote | null;
}

/** A study to be written as text. */
export interface ExportBoard {
  start: Record<string, unknown>;
  nodes: StudyNode[];
  note?: StudyNote | null;
}

/** A kept study in a list. */
export interface StudyRow {
  id: string;
  title: string;
  game: string;
  changed: number;
}

/** Your studies, the one changed last first. */
export interface StudyList {
  studies: StudyRow[];
}

/** What a tournament plays. */
export interface TournamentSetup {
  game: string;
  board?: string;
  options?: Record<string, number>;
  form?: "knockout" | "round-robin" | "swiss";
  size?: number;
  rounds?: number;
  smallest?: number;
  pace?: Pace;
  rated?: boolean;
  about?: string;
}

/** A tournament to be made; its maker directs it. */
export interface NewTournament {
  name: string;
  game: string;
  board?: string;
  options?: Record<string, number>;
  form?: "knockout" | "round-robin" | "swiss";
  size?: number;
  rounds?: number;
  pace?: Pace;
  rated?: boolean;
  listed?: boolean;
  about?: string;
}

/** Let a bot enter, once or several times. */
export interface AddBots {
  bot: string;
  count?: number;
}

/** Which entrant is meant; the director replaces one by a bot, or lets one go. */
export interface EntrantWish {
  entrant: number;
  bot?: string;
}

/** The director's ruling on a table: each seat's rank. */
export interface SetResult {
  round: number;
  board: number;
  ranks: number[];
}

/** Somebody who plays in a tournament. */
export interface Entrant {
  number: number;
  who: string;
  name: string;
  person: boolean;
  out?: boolean;
}

/** A table of a round: its entrants by seat, and their ranks when it is over. A single entrant rests. */
export interface Pairing {
  round: number;
  board: number;
  entrants: number[];
  table?: string;
  ranks?: number[];
}

/** A line of the standings. */
export interface TournamentLine {
  entrant: number;
  place: number;
  points: number;
  games: number;
  between: number;
  sonneborn: number;
  wins: number;
  buchholz: number;
}

/** A tournament as lists show it. */
export interface TournamentInfo {
  id: string;
  name: string;
  status: "cancelled" | "open" | "over" | "running";
  host: string;
  setup: TournamentSetup;
  round: number;
  entrants: number;
  created: number;
  updated: number;
  listed?: boolean;
}

/** A tournament with everything that was played in it. */
export interface Tournament {
  info: TournamentInfo;
  entrants: Entrant[];
  pairings: Pairing[];
  standings: TournamentLine[];
  yours?: number;
}

/** Tournaments, latest first. */
export interface TournamentList {
  tournaments: TournamentInfo[];
}

/** What a page may send. */
export type ClientMessage =
  Play |
  Undo |
  Ask |
  Answer |
  Propose |
  Vote |
  Order |
  Say |
  Note |
  Seen |
  Why |
  Preview |
  Pays |
  Look |
  Unveil |
  Hint |
  Texts |
  Refresh |
  Ping;

/** What the server sends. */
export type ServerMessage =
  Welcome |
  Update |
  TableChanged |
  Requested |
  OrdersMessage |
  Chatted |
  Renamed |
  Ack |
  Refused |
  Reason |
  Previewed |
  Payable |
  Looked |
  Texted |
  Hinted |
  Pong |
  Bye;

/** Why something is refused. */
export type Code =
  "bad_message" |
  "short_password" |
  "too_large" |
  "too_fast" |
  "no_session" |
  "bad_login" |
  "banned" |
  "muted" |
  "name_hidden" |
  "bad_reset" |
  "bad_origin" |
  "not_seated" |
  "not_your_seat" |
  "not_host" |
  "not_yours" |
  "not_member" |
  "members_only" |
  "no_watchers" |
  "bad_link" |
  "hidden" |
  "unknown_table" |
  "unknown_tournament" |
  "unknown_club" |
  "unknown_study" |
  "unknown_player" |
  "not_found" |
  "bad_method" |
  "not_your_turn" |
  "stale" |
  "not_started" |
  "started" |
  "not_over" |
  "finished" |
  "closed" |
  "illegal" |
  "needs_consent" |
  "nothing_to_undo" |
  "nothing_asked" |
  "already_asked" |
  "seat_taken" |
  "full" |
  "name_taken" |
  "present" |
  "paused" |
  "not_allowed" |
  "kicked" |
  "unreliable" |
  "is_admin" |
  "unchanged" |
  "rated" |
  "no_account" |
  "no_hints" |
  "too_long" |
  "old_rules" |
  "busy";
