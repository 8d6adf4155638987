import { changeMatch, createMatch, getSheet, getStandings } from "./overtrick";

async function evening(): Promise<void> {
  const service = { baseUrl: process.env.OVERTRICK_URL ?? "http://127.0.0.1:8080", throwOnError: true } as const;
  const { data: match } = await createMatch({ ...service, body: { game: "brink-bid", players: ["Ann", "Bo"], hands: [] } });
  const asScorer = { ...service, auth: match.keys?.score, path: { id: match.id } };
  const hand = { game: "brink-bid", bids: { Ann: 2, Bo: 1 }, tricks: { Ann: 2, Bo: 2 } } as const;
  await changeMatch({ ...asScorer, headers: { "If-Match": `"${match.version}"` }, body: { action: "record", hand } });
  const { data: table } = await getStandings(asScorer);
  for (const { rank, player, total } of table.standings) console.log(rank, player, total);
  const { data: sheet } = await getSheet(asScorer);
  console.log(`a PDF of ${sheet.size} bytes`);
}

evening();
