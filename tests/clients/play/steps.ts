// A match, hand by hand, in the same way for every client.

/** A player's points. */
export type Total = { player: string; total: number };

/** The parts of a sample that decide how it is played. */
export type Sample = {
  hands: unknown[];
  adjustments?: { after_hand: number }[];
  finished?: boolean;
};

/** A match that was opened without hands, and the actions on it. */
export interface Table {
  /** Records the hand of this index. */
  record(index: number): Promise<void>;
  /** Replaces the last hand with the one of this index, and a note. */
  correct(index: number): Promise<void>;
  /** Adds the adjustment of this index. */
  adjust(index: number): Promise<void>;
  do(action: "undo" | "redo" | "finish"): Promise<void>;
  standings(): Promise<Total[]>;
  /** A pad of the game, as a PDF. */
  pad(): Promise<ArrayBuffer>;
  /** The sheet of the match, as a PDF. */
  sheet(): Promise<ArrayBuffer>;
}

/** Plays a sample, and compares its totals. */
export async function play(table: Table, name: string, sample: Sample, expected: Total[]): Promise<void> {
  for (let index = 0; index < sample.hands.length; index += 1) {
    await table.record(index);
    if (index === 0) {
      await table.do("undo");
      await table.do("redo");
      await table.do("undo");
      await table.record(index);
      await table.correct(index);
    }
    const adjustments = (sample.adjustments ?? []).entries();
    for (const [number, adjustment] of adjustments) {
      if (adjustment.after_hand === index + 1) await table.adjust(number);
    }
  }
  if (sample.finished) await table.do("finish");
  const totals = await table.standings();
  const text = (all: Total[]) => all.map(({ player, total }) => `${player} ${total}`).sort().join(", ");
  if (text(totals) !== text(expected)) {
    throw new Error(`${name}: ${text(totals)} in the place of ${text(expected)}`);
  }
  for (const printed of [await table.pad(), await table.sheet()]) {
    const start = new TextDecoder().decode(printed.slice(0, 5));
    if (start !== "%PDF-") throw new Error(`${name}: a PDF begins with ${start}`);
  }
  console.log(`  ${name}: ${text(totals)}, pad and sheet`);
}

/** The address of the service. */
export const url = process.env.OVERTRICK_URL ?? "http://127.0.0.1:8080";

/** The totals of a game's sample, as the command computes them. */
export function expectedOf(game: string): Total[] {
  const all = JSON.parse(process.env.OVERTRICK_TOTALS ?? "{}") as Record<string, Total[]>;
  const totals = all[game];
  if (totals === undefined) throw new Error(`no totals of ${game}`);
  return totals;
}

/** The game of a document, as in the address of a pad. */
export function shipped<Game extends string>(game: Game): Exclude<Game, "own"> {
  if (game === "own") throw new Error("the pad of a game that a match brings along is drawn from its definition");
  return game as Exclude<Game, "own">;
}
