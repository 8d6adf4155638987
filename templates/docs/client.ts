import { changeMatch, createMatch, getMatch, getSheet } from "./overtrick";

async function evening(): Promise<void> {
  const service = { baseUrl: process.env.OVERTRICK_URL ?? "http://127.0.0.1:8080", throwOnError: true } as const;
  const { data: match } = await createMatch({ ...service, body: { game: "brink-bid", players: ["Ann", "Bo"], hands: [] } });
  const asScorer = { ...service, auth: match.keys?.score, path: { id: match.id } };
  const hand = { bids: { Ann: 2, Bo: 1 }, tricks: { Ann: 2, Bo: 2 } };
  await changeMatch({ ...asScorer, headers: { "If-Match": `"${match.version}"` }, body: { action: "record", hand } });
  const { data: state } = await getMatch({ ...asScorer, query: { detail: "standings" } });
  for (const { rank, player, total } of state.result.standings) console.log(rank, player, total);
  const { data: sheet } = await getSheet(asScorer);
  console.log(`a PDF of ${sheet.size} bytes`);
}

evening();
