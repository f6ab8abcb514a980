/** Admission at the encoder port: who may connect, how fast, and at what cost, with the real agent. */
import { rmSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type AgentProcess, startAgent, until } from "./agent-process.ts";
import { basic, exchange, openSource, sendTitle } from "./encoder.ts";
import { type FakeGateway, routeOf, startFakeGateway } from "./fake-gateway.ts";
import { testPlace } from "./place.ts";

const { port, state } = await testPlace();
let gateway: FakeGateway;
let agent: AgentProcess;
const sockets: Socket[] = [];

beforeAll(async () => {
  gateway = await startFakeGateway();
  const environment = { CUE_INGEST_ADDRESS: "127.0.0.1", CUE_INGEST_PROXIES: "127.0.0.9" };
  agent = await startAgent({ port, state, gatewayUrl: gateway.url, environment });
  await until(() => agent.last("control-connected"), "the agent reached the gateway");
});
afterEach(({ onTestFailed }) => onTestFailed(() => console.info(agent.output())));
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});
afterAll(async () => {
  await agent.stop();
  await gateway.stop();
  rmSync(state, { recursive: true, force: true });
});

let mounts = 0;
function newMount(): { mount: string; password: string } {
  const mount = `admission${++mounts}`;
  gateway.passwords.set(mount, `secret-${mount}`);
  gateway.send(routeOf(mount));
  return { mount, password: `secret-${mount}` };
}

const factsOf = (mount: string) => gateway.facts.filter((fact) => fact.mount === mount);
const questionsOf = (mount: string) => gateway.questions.filter((question) => question.mount === mount);
const sourceHead = (mount: string, password: string) =>
  `SOURCE /${mount} HTTP/1.0\r\n${basic(password)}\r\nContent-Type: audio/mpeg\r\n\r\n`;

/** A connection from this address of the loopback network, which stays open. */
function dial(from: string, text: string): { socket: Socket; answer: () => string } {
  const socket = connect({ port, host: "127.0.0.1", localAddress: from });
  let answer = "";
  socket.on("error", () => {}).on("data", (bytes) => (answer += bytes.toString("latin1")));
  socket.write(text);
  sockets.push(socket);
  return { socket, answer: () => answer };
}

test("a request head of 16 KB of spaces delays no other client", async () => {
  const attacks = Array.from({ length: 5 }, () =>
    exchange(port, `GET / HTTP/1.1\r\na:${" ".repeat(2_400)}\rx\r\n\r\n`, 20_000),
  );
  const others = Array.from({ length: 5 }, () =>
    exchange(port, `GET / HTTP/1.1\r\na:x${" ".repeat(16_000)}x\r\n\r\n`, 20_000),
  );
  const startedAt = performance.now();
  await exchange(port, "OPTIONS * HTTP/1.1\r\n\r\n", 20_000);
  // One of the first kind alone took 3.5 s.
  expect(performance.now() - startedAt).toBeLessThan(1_500);
  for (const answer of await Promise.all([...attacks, ...others])) expect(answer).toMatch(/^HTTP\/1\.0 404 /);
});

test("a completely received title counts, even if its sender has disconnected", async () => {
  // One mount per call, because only one title a second is sent per mount. A title needs no source to count.
  const calls = Array.from({ length: 20 }, (_, index) => ({ ...newMount(), title: `Title ${index}` }));
  for (const [index, { mount, password, title }] of calls.entries()) {
    const target = `/admin/metadata?mode=updinfo&mount=/${mount}&song=${encodeURIComponent(`Artist - ${title}`)}`;
    const head = `GET ${target} HTTP/1.0\r\n${basic(password)}\r\n\r\n`;
    const socket = connect(port, "127.0.0.1");
    socket.on("error", () => {});
    // Half of them only close their side; the others disconnect completely, as BUTT and Mixxx do.
    if (index % 2 === 0) socket.end(head);
    else socket.write(head, () => socket.destroy());
    await sleep(20);
  }
  const titleOf = (mount: string) =>
    factsOf(mount).flatMap((fact) => (fact.type === "title" ? [fact.title] : []));
  await until(() => calls.every(({ mount }) => titleOf(mount).length > 0), "twenty titles");
  expect(calls.map(({ mount }) => titleOf(mount))).toEqual(calls.map(({ title }) => [title]));
});

test("a title arrives in the way Mixxx 2.3.3 sends it and disconnects", async () => {
  const { mount, password } = newMount();
  sockets.push(await openSource(port, mount, password));
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => {});
  // Byte for byte from the program (its libshout), except mount and password.
  const head = [
    `GET /admin/metadata?mode=updinfo&mount=%2f${mount}&charset=UTF%2d8&song=Artist%201%20%2d%20Title%201 HTTP/1.0`,
    "User-Agent: libshout/2.4.1",
    basic(password),
  ].join("\r\n");
  socket.end(`${head}\r\n\r\n`, () => socket.destroy());
  const title = await until(() => factsOf(mount).find((fact) => fact.type === "title"), "the title");
  expect(title).toMatchObject({ artist: "Artist 1", title: "Title 1" });
});

test("a constantly retried old key delays the right one by seconds at most, and no other mount", async () => {
  const { mount, password } = newMount();
  const other = newMount();
  let retries = 0;
  let isOver = false;
  const retrying = (async () => {
    while (!isOver) {
      await exchange(port, sourceHead(mount, "the-old-key"), 10_000);
      retries++;
      await sleep(100);
    }
  })();
  await sleep(3_000);
  expect(retries).toBeGreaterThanOrEqual(3);
  expect(retries).toBeLessThan(8);
  expect(factsOf(mount)[0]).toMatchObject({ type: "refused", reason: "password" });

  const beforeOther = performance.now();
  sockets.push(await openSource(port, other.mount, other.password));
  expect(performance.now() - beforeOther).toBeLessThan(1_500);
  sockets.push(await openSource(port, mount, password));
  // An admitted encoder reconnects without a delay, whatever other clients try meanwhile.
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => exchange(port, sourceHead(mount, password), 4_000)),
  );
  for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.0 403 /);
  isOver = true;
  await retrying;
});

test("thousands of guesses cause only a few requests, and wrong titles delay no source", async () => {
  const { mount, password } = newMount();
  const { mount: titled, password: right } = newMount();
  const guesses = await Promise.all(
    Array.from({ length: 200 }, (_, index) => exchange(port, sourceHead(mount, `guess-${index}`), 9_000)),
  );
  expect(guesses.filter((answer) => answer.startsWith("HTTP/1.0 429")).length).toBeGreaterThan(150);
  expect(questionsOf(mount).length).toBeLessThan(12);
  sockets.push(await openSource(port, mount, password));

  void Promise.all(Array.from({ length: 20 }, () => sendTitle(port, titled, "wrong", "song=x")));
  await sleep(200);
  const startedAt = performance.now();
  sockets.push(await openSource(port, titled, right));
  expect(performance.now() - startedAt).toBeLessThan(1_500);
});

test("idle connections from many addresses neither block a new client nor end a source", async () => {
  const { mount, password } = newMount();
  const source = await openSource(port, mount, password);
  sockets.push(source);
  // Too many for the port as a whole, but few of each address.
  const idle = Array.from({ length: 2_100 }, (_, index) => dial(`127.0.1.${1 + (index % 60)}`, "PUT "));
  await until(() => idle.filter(({ socket }) => socket.destroyed).length > 1_000, "the oldest had to go");
  const { answer } = dial("127.0.2.1", "OPTIONS * HTTP/1.1\r\n\r\n");
  await until(() => answer().startsWith("HTTP/1.0 200"), "another is answered");
  expect(source.destroyed).toBe(false);
});

test("only a trusted proxy can state the address of its client", async () => {
  const { mount, password } = newMount();
  const line = (address: string) => `PROXY TCP4 ${address} 127.0.0.1 50000 ${port}\r\n`;
  const listeners = "GET /status-json.xsl HTTP/1.1\r\nHost: x\r\n\r\n";
  const source = dial("127.0.0.9", `${line("203.0.113.7")}${sourceHead(mount, password)}`);
  await until(() => source.answer().startsWith("HTTP/1.0 200"), "the source is let in");
  await until(() => factsOf(mount).length > 0, "the gateway is told");
  gateway.send({ type: "listeners", mount, count: 42 });
  const ask = async (from: string, text: string) => {
    const { answer, socket } = dial(from, text);
    await until(() => socket.destroyed, "answered");
    return answer();
  };
  await sleep(100);
  expect(await ask("127.0.0.9", `${line("203.0.113.7")}${listeners}`)).toMatch(
    /^HTTP\/1\.0 200 [\s\S]*\r\n\r\n\{"icestats":\{"source":\{"listeners":42\}\}\}$/,
  );
  expect(await ask("127.0.0.9", `${line("203.0.113.8")}${listeners}`)).toMatch(/^HTTP\/1\.0 404 /);
  expect(await ask("127.0.0.9", listeners)).toMatch(/^HTTP\/1\.0 400 /);
  expect(await ask("127.0.0.1", `${line("203.0.113.7")}${listeners}`)).toMatch(/^HTTP\/1\.0 400 /);
});

test("the listener count is returned only to the single source of an address", async () => {
  const first = newMount();
  const second = newMount();
  const ask = async (from: string) => {
    const { answer, socket } = dial(from, "GET /status-json.xsl HTTP/1.1\r\nHost: x\r\n\r\n");
    await until(() => socket.destroyed, "answered");
    return answer();
  };
  expect(await ask("127.0.3.1")).toMatch(/^HTTP\/1\.0 404 /);
  const source = dial("127.0.3.1", sourceHead(first.mount, first.password));
  await until(() => factsOf(first.mount).length > 0, "connected");
  // The listener count is not known yet, which differs from zero.
  expect(await ask("127.0.3.1")).toMatch(/^HTTP\/1\.0 404 /);
  gateway.send({ type: "listeners", mount: first.mount, count: 3 });
  await sleep(100);
  expect(await ask("127.0.3.1")).toContain('{"icestats":{"source":{"listeners":3}}}');
  expect(await ask("127.0.3.1")).not.toContain(first.mount);
  expect(await ask("127.0.3.2")).toMatch(/^HTTP\/1\.0 404 /);
  // With two sources of one address, the requested one is ambiguous.
  dial("127.0.3.1", sourceHead(second.mount, second.password));
  await until(() => factsOf(second.mount).length > 0, "connected");
  gateway.send({ type: "listeners", mount: second.mount, count: 5 });
  await sleep(100);
  expect(await ask("127.0.3.1")).toMatch(/^HTTP\/1\.0 404 /);
  source.socket.destroy();
});

test("the agent listens only on its configured address", async () => {
  const elsewhere = connect({ port, host: "127.0.0.2" });
  const [error] = await new Promise<[NodeJS.ErrnoException | undefined]>((resolve) => {
    elsewhere.once("error", (cause) => resolve([cause])).once("connect", () => resolve([undefined]));
  });
  elsewhere.destroy();
  expect(error?.code).toBe("ECONNREFUSED");
});
