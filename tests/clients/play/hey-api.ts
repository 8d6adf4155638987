// The committed TypeScript client, made by @hey-api/openapi-ts.
import * as overtrick from "../generated/hey-api";
import type { Change, Hand, MatchDocument } from "../generated/hey-api";
import { samples } from "../generated/samples/hey-api";
import { expectedOf, play, shipped, url, type Table } from "./steps";

const options = { baseUrl: url, throwOnError: true } as const;

async function sit(document: MatchDocument, hands: Hand[], adjustments: NonNullable<MatchDocument["adjustments"]>): Promise<Table> {
  const { data: opened } = await overtrick.createMatch({ ...options, body: document });
  let { version } = opened;
  const id = { id: opened.id };
  const key = opened.keys?.direct ?? "";
  const change = async (body: Change): Promise<void> => {
    const headers = { "If-Match": `"${version}"` };
    const { data } = await overtrick.changeMatch({ ...options, auth: key, path: id, headers, body });
    if (data === undefined || !("version" in data)) throw new Error("no match in the answer");
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
    standings: async () => {
      const query = { detail: "standings" } as const;
      const { data } = await overtrick.getMatch({ ...options, auth: key, path: id, query });
      return data.result.standings;
    },
    pad: async () => (await overtrick.getPad({ ...options, path: { game: shipped(document.game) } })).data.arrayBuffer(),
    sheet: async () => (await overtrick.getSheet({ ...options, auth: key, path: id })).data.arrayBuffer(),
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
