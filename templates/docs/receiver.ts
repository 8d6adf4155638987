import { createServer } from "node:http";
import { Webhook } from "standardwebhooks";

const webhook = new Webhook(process.env.SECRET ?? "");

createServer(async (request, answer) => {
  const parts = [];
  for await (const part of request) parts.push(part);
  const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
  try {
    const message = webhook.verify(Buffer.concat(parts), Object.fromEntries(headers));
    console.log(JSON.stringify(message));
    answer.writeHead(204).end();
  } catch {
    answer.writeHead(400).end();
  }
}).listen(Number(process.env.PORT), "127.0.0.1");
