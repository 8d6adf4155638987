// The functions that orval makes for axios.
import * as overtrick from "../generated/orval/overtrick";
import type { AdjustmentEntry, Change, Hand, MatchDocument } from "../generated/orval/overtrick";
import { samples } from "../generated/samples/orval";
import { expectedOf, play, shipped, url, type Table } from "./steps";

const open = { baseURL: url };

async function sit(document: MatchDocument, hands: Hand[], adjustments: AdjustmentEntry[]): Promise<Table> {
  const { data: opened } = await overtrick.createMatch(document, undefined, open);
  const { id } = opened;
  let { version } = opened;
  const headers = { authorization: `Bearer ${opened.keys?.direct}` };
  const keyed = { ...open, headers };
  const bytes = { responseType: "arraybuffer" } as const;
  const change = async (body: Change): Promise<void> => {
    const at = { ...keyed, headers: { ...headers, "if-match": `"${version}"` } };
    const { data } = await overtrick.changeMatch(id, body, undefined, at);
    if (!data) throw new Error("no match in the answer");
    ({ version } = data);
  };
  return {
    record: (index) => change({ action: "record", hand: hands[index] }),
    correct: (index) => {
      const hand: Hand = { ...hands[index], note: "counted again" };
      return change({ action: "correct", edits: [{ edit: "replace", hand: index + 1, with: hand }], reason: "counted again" });
    },
    adjust: (index) => change({ action: "adjust", adjustment: adjustments[index] }),
    do: (action) => change({ action }),
    standings: async () => (await overtrick.getStandings(id, undefined, keyed)).data.standings,
    // The type is that of a browser, a Blob; with this setting, Node has its bytes.
    pad: async () => (await overtrick.getPad<{ data: ArrayBuffer }>(shipped(document.game), undefined, { ...open, ...bytes })).data,
    sheet: async () => (await overtrick.getSheet<{ data: ArrayBuffer }>(id, undefined, { ...keyed, ...bytes })).data,
  };
}

async function main(): Promise<void> {
  for (const { whole, opening, hands } of samples) {
    const table = await sit(opening, hands, whole.adjustments ?? []);
    await play(table, whole.game, whole, expectedOf(whole.game));
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
