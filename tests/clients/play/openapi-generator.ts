// The client that openapi-generator makes for TypeScript and fetch, without its conversions: they take a
// call of an auction, which is a word or an object, for an object always.
import {
  Configuration, MatchesApi, PaperApi,
  type AdjustmentEntry, type Change, type HandEdit, type Hand, type MatchDocument,
} from "../generated/typescript-fetch";
import { samples } from "../generated/samples/openapi-typescript";
import { expectedOf, play, shipped, url, type Table } from "./steps";

async function sit(matchDocument: MatchDocument, hands: Hand[], adjustments: AdjustmentEntry[]): Promise<Table> {
  const { id, version: first, keys } = await new MatchesApi(new Configuration({ basePath: url })).createMatch({ matchDocument });
  const matches = new MatchesApi(new Configuration({ basePath: url, accessToken: keys?.direct }));
  let version = first;
  const perform = async (change: Change): Promise<void> => {
    const changed = await matches.changeMatch({ id, ifMatch: `"${version}"`, change });
    if (!changed) throw new Error("no match in the answer");
    ({ version } = changed);
  };
  return {
    record: (index) => perform({ action: "record", hand: hands[index] }),
    correct: (index) => {
      const hand: Hand = { ...hands[index], note: "counted again" };
      // The type calls it `_with`, a reserved word; what is sent unconverted must have the name itself.
      const edit: unknown = { edit: "replace", hand: index + 1, with: hand };
      return perform({ action: "correct", edits: [edit as HandEdit], reason: "counted again" });
    },
    adjust: (index) => perform({ action: "adjust", adjustment: adjustments[index] }),
    do: (action) => perform({ action }),
    standings: async () => (await matches.getStandings({ id })).standings,
    pad: async () => (await new PaperApi(new Configuration({ basePath: url })).getPad({ game: shipped(matchDocument.game) })).arrayBuffer(),
    sheet: async () => (await matches.getSheet({ id })).arrayBuffer(),
  };
}

async function main(): Promise<void> {
  for (const { whole, opening, hands } of samples) {
    const adjustments = whole.adjustments ?? [];
    const table = await sit(opening as MatchDocument, hands as Hand[], adjustments);
    await play(table, whole.game, whole, expectedOf(whole.game));
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
