import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import {
  type FetchRequest,
  FetchRequest as FetchRequestSchema,
  maxFetchBytes,
} from "#app/domains/air/media/contract/fetch.ts";
import { Fetcher, type FetcherOptions } from "./fetcher.ts";

type Handler = (request: IncomingMessage & { text: string }, response: ServerResponse) => void;

const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

/** A real server in place of every service, and a fetcher that goes there. */
async function start(handle: Handler, options: Partial<FetcherOptions> = {}) {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () =>
      handle(Object.assign(request, { text: Buffer.concat(chunks).toString() }), response),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const fetcher = new Fetcher({
    now: () => performance.now(),
    resolve: (url) => new URL(`http://127.0.0.1:${port}${url.pathname}${url.search}`),
    ...options,
  });
  stops.push(fetcher.start(), () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  return { fetcher, server };
}

let ids = 0;
const ask = (url: string, change: Partial<FetchRequest> = {}): FetchRequest =>
  FetchRequestSchema.parse({
    type: "fetch",
    id: `r${++ids}`,
    method: "GET",
    url,
    headers: {},
    body: null,
    ...change,
  });

const textOf = (body: string) => Buffer.from(body, "base64").toString();

test("a request arrives as it was given, and so does its response", async () => {
  const { fetcher } = await start((request, response) => {
    response.writeHead(404, {
      "content-type": "application/json",
      "x-ratelimit-limit": "5",
      "set-cookie": "a=b",
    });
    response.end(
      JSON.stringify([
        request.method,
        request.url,
        request.headers["user-agent"],
        request.headers.cookie,
        request.text,
      ]),
    );
  });
  const headers = { "content-type": "application/json", "User-Agent": "DiscordBot (x, 1.0)", cookie: "no" };
  const body = Buffer.from('{"content":"žurka"}').toString("base64");
  const asked = ask("https://discord.com/api/v10/webhooks/1/t?wait=true", { method: "POST", headers, body });
  const result = await fetcher.fetch(asked);
  if (result.type !== "fetched") throw new Error(result.reason);
  expect(result).toMatchObject({ id: asked.id, status: 404 });
  expect(result.headers).toMatchObject({ "content-type": "application/json", "x-ratelimit-limit": "5" });
  expect(result.headers).not.toHaveProperty("set-cookie");
  expect(JSON.parse(textOf(result.body))).toEqual([
    "POST",
    "/api/v10/webhooks/1/t?wait=true",
    "DiscordBot (x, 1.0)",
    null,
    '{"content":"žurka"}',
  ]);
});

test("a redirect is returned, not followed", async () => {
  const asked: string[] = [];
  const { fetcher } = await start((request, response) => {
    asked.push(request.url ?? "");
    response.writeHead(307, { location: "https://archive.org/elsewhere" }).end();
  });
  expect(await fetcher.fetch(ask("https://coverartarchive.org/release/1/front"))).toMatchObject({
    status: 307,
    headers: { location: "https://archive.org/elsewhere" },
  });
  expect(asked).toEqual(["/release/1/front"]);
});

test.each([
  "https://example.com/",
  "http://discord.com/api",
  "https://discord.com:8443/api",
  "https://discord.com.evil.example/api",
  "https://evil.discord.com/api",
  "https://user@discord.com/api",
  "https://127.0.0.1/api",
  "https://[::1]/",
  "https://discord.com./api",
  "file:///etc/passwd",
  "not an address",
])("nothing is sent to %s", async (url) => {
  let count = 0;
  const { fetcher } = await start((_, response) => {
    count += 1;
    response.end();
  });
  expect(await fetcher.fetch(ask(url))).toMatchObject({ type: "unfetched", reason: "host" });
  expect(count).toBe(0);
});

test("a turn that is too far away is refused, with the time until then", async () => {
  const arrived: number[] = [];
  const { fetcher } = await start((_, response) => {
    arrived.push(performance.now());
    response.end("{}");
  });
  const results = await Promise.all(
    Array.from({ length: 3 }, () => fetcher.fetch(ask("https://musicbrainz.org/ws/2/isrc/x"))),
  );
  expect(results.map(({ type }) => type)).toEqual(["fetched", "fetched", "fetched"]);
  const [first = 0, second = 0, third = 0] = arrived;
  // The server may be late with the first: their distance from its start counts.
  expect(second - first).toBeGreaterThan(500);
  expect(third - first).toBeGreaterThan(1_500);
  const many = Array.from({ length: 7 }, () => fetcher.fetch(ask("https://musicbrainz.org/ws/2/isrc/x")));
  const last = await many.at(-1);
  expect(last).toMatchObject({ type: "unfetched", reason: "busy" });
  expect(last?.type === "unfetched" && last.waitMs).toBeGreaterThan(4_000);
});

test("a limit that a service tells of is kept", async () => {
  let count = 0;
  const { fetcher } = await start((_, response) => {
    count += 1;
    response.writeHead(429, { "retry-after": "30" }).end("{}");
  });
  const hook = "https://discord.com/api/v10/webhooks/1/t";
  expect(await fetcher.fetch(ask(hook))).toMatchObject({ status: 429 });
  expect(await fetcher.fetch(ask(`${hook}/messages/2`))).toMatchObject({ type: "unfetched", reason: "busy" });
  expect(count).toBe(1);
});

test("no more than a bounded number are under way", async () => {
  const waiting: ServerResponse[] = [];
  const { fetcher } = await start((_, response) => void waiting.push(response));
  const asked = Array.from({ length: 40 }, (_, i) =>
    fetcher.fetch(ask(`https://discord.com/api/webhooks/${i}/t`)),
  );
  await expect.poll(() => waiting.length).toBe(32);
  for (const response of waiting) response.end("{}");
  const results = await Promise.all(asked);
  expect(results.filter(({ type }) => type === "fetched")).toHaveLength(32);
  expect(results.slice(32).every((each) => each.type === "unfetched" && each.reason === "busy")).toBe(true);
});

test("what may have been received is told apart from what was never sent", async () => {
  const { fetcher, server } = await start(
    (request, response) => {
      if (request.url === "/broken") response.socket?.destroy();
      if (request.url === "/long") response.end(Buffer.alloc(maxFetchBytes + 1));
    },
    { responseMs: 300 },
  );
  const reasonAt = async (path: string) => {
    const result = await fetcher.fetch(ask(`https://discord.com${path}`));
    return result.type === "unfetched" && result.reason;
  };
  expect(await reasonAt("/broken")).toBe("unanswered");
  expect(await reasonAt("/long")).toBe("unanswered");
  expect(await reasonAt("/silent")).toBe("unanswered");
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  expect(await reasonAt("/")).toBe("unreached");
});

test("stopping ends what is under way", async () => {
  const { fetcher } = await start(() => {});
  const stop = stops[0];
  const asked = fetcher.fetch(ask("https://discord.com/api"));
  await new Promise((resolve) => setTimeout(resolve, 50));
  await stop?.();
  expect(await asked).toMatchObject({ type: "unfetched", reason: "unanswered" });
});
