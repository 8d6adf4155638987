// The types of openapi-typescript, used with openapi-fetch.
import createClient from "openapi-fetch";
import type { components, paths } from "../generated/openapi-typescript/schema";
import { samples } from "../generated/samples/openapi-typescript";
import { expectedOf, play, shipped, url, type Table } from "./steps";

type Schemas = components["schemas"];

const client = createClient<paths>({ baseUrl: url });

async function sit(document: Schemas["MatchDocument"], hands: Schemas["Hand"][], adjustments: Schemas["AdjustmentEntry"][]): Promise<Table> {
  const { data: opened, error } = await client.POST("/api/v1/matches", { body: document });
  if (opened === undefined) throw new Error(error.detail);
  let { version } = opened;
  const headers = { authorization: `Bearer ${opened.keys?.direct}` };
  const path = { id: opened.id };
  const change = async (body: Schemas["Change"]): Promise<void> => {
    const params = { path, header: { "If-Match": `"${version}"` } };
    const changed = await client.POST("/api/v1/matches/{id}/changes", { params, body, headers });
    if (changed.data === undefined) throw new Error(JSON.stringify(changed.error));
    ({ version } = changed.data);
  };
  return {
    record: (index) => change({ action: "record", hand: hands[index] }),
    correct: (index) => {
      const hand: Schemas["Hand"] = { ...hands[index], note: "counted again" };
      return change({ action: "correct", edits: [{ edit: "replace", hand: index + 1, with: hand }], reason: "counted again" });
    },
    adjust: (index) => change({ action: "adjust", adjustment: adjustments[index] }),
    do: (action) => change({ action }),
    standings: async () => {
      const { data } = await client.GET("/api/v1/matches/{id}/standings", { params: { path }, headers });
      if (data === undefined) throw new Error("no standings");
      return data.standings;
    },
    pad: async () => {
      const params = { path: { game: shipped(document.game) } };
      const { data } = await client.GET("/api/v1/pads/{game}.pdf", { params, parseAs: "arrayBuffer" });
      if (data === undefined) throw new Error("no pad");
      return data;
    },
    sheet: async () => {
      const { data } = await client.GET("/api/v1/matches/{id}/sheet.pdf", { params: { path }, headers, parseAs: "arrayBuffer" });
      if (data === undefined) throw new Error("no sheet");
      return data;
    },
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
