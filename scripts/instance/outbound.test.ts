import { createServer } from "node:http";
import { type AddressInfo, isIP } from "node:net";
import { convertV4MiniflareOptions, Miniflare, Request } from "miniflare";
import { expect, onTestFinished, test } from "vitest";
import { readPublicHost, readPublicUrl } from "#app/domains/people/integrations/public-host.ts";
import {
  hostileHosts,
  hostileTexts,
  namesOfPrivateAddresses,
  ownOrigin,
} from "#tests/helpers/hostile-addresses.ts";
import { createOutbound, isOnTheWeb, type Lookup } from "./outbound.ts";

test.each(["8.8.8.8", "1.1.1.1", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "2a00:1450:4001::200e"])(
  "%s is a public address",
  (address) => expect(isOnTheWeb(address)).toBe(true),
);

const inside = (
  "0.0.0.0 10.0.0.8 100.64.0.1 127.0.0.1 127.9.9.9 169.254.169.254 172.16.0.1 172.31.255.255 192.168.1.1 198.18.0.1 " +
  "224.0.0.1 255.255.255.255 :: ::1 fe80::1 fd00::1 fc00::1 ff02::1 ::ffff:127.0.0.1 ::ffff:10.0.0.1 ::127.0.0.1 " +
  "64:ff9b::7f00:1 2002:7f00:1:: 2001:0:4136:e378:: 2001:db8::1"
).split(" ");

test.each([...inside, "", "localhost", "2130706433"])("%s is not a public address", (address) =>
  expect(isOnTheWeb(address)).toBe(false),
);

/** A local service that must not be reachable; `hits` are its requests. */
async function openCanary() {
  const hits: string[] = [];
  const server = createServer((request, response) => {
    hits.push(
      `${request.method} ${request.url} ${request.headers.host} ${String(request.headers["x-mark"])}`,
    );
    request.resume().on("end", () => {
      if (request.url === "/redirect") response.writeHead(302, { location: "/secret" }).end();
      else response.writeHead(201, { "x-mark": "back" }).end("the canary");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return { hits, port: (server.address() as AddressInfo).port };
}

const leadTo =
  (...addresses: string[]): Lookup =>
  () =>
    Promise.resolve(addresses.map((address) => ({ address, family: isIP(address) })));

test("a name that resolves to a local network is refused before connecting", async () => {
  const { hits, port } = await openCanary();
  for (const address of inside)
    for (const addresses of [[address], ["8.8.8.8", address], [address, "8.8.8.8"]])
      for (const scheme of ["http", "https"]) {
        const outbound = createOutbound({ lookup: leadTo(...addresses) });
        const { status } = await outbound(
          new Request(`${scheme}://push.example:${port}/`, { method: "POST" }),
        );
        expect(status, addresses.join(" ")).toBe(403);
      }
  expect(hits).toEqual([]);
});

test("a numeric local address is refused in any notation", async () => {
  const { hits, port } = await openCanary();
  const outbound = createOutbound({ lookup: leadTo("8.8.8.8") });
  for (const host of [
    "127.0.0.1",
    "127.1",
    "2130706433",
    "0x7f.1",
    "0177.0.0.1",
    "[::1]",
    "[::ffff:127.0.0.1]",
  ])
    expect((await outbound(new Request(`http://${host}:${port}/`))).status, host).toBe(403);
  expect(hits).toEqual([]);
});

test("an allowed request is sent unchanged, and a redirect is not followed", async () => {
  const { hits, port } = await openCanary();
  const outbound = createOutbound({ lookup: leadTo("127.0.0.1"), mayReach: () => true });
  const ask = (path: string) =>
    outbound(
      new Request(`http://push.example:${port}${path}`, {
        method: "POST",
        body: "hello",
        headers: { "x-mark": "there" },
        redirect: "manual",
      }),
    );
  const answer = await ask("/push");
  expect([answer.status, answer.headers.get("x-mark"), await answer.text()]).toEqual([
    201,
    "back",
    "the canary",
  ]);
  expect((await ask("/redirect")).status).toBe(302);
  expect(hits).toEqual([
    `POST /push push.example:${port} there`,
    `POST /redirect push.example:${port} there`,
  ]);
});

/** Returns the addresses that their readers and the parser make of a text, on the canary's port. */
function addressesOf(text: string, port: number): string[] {
  const host = readPublicHost(text, new URL(ownOrigin).host);
  const read = [host && `https://${host}/`, readPublicUrl(text, ownOrigin)?.href, text, `https://${text}/`];
  return read.flatMap((address) => {
    const hostname = URL.parse(address ?? "")?.hostname ?? "";
    // A public numeric address would be called.
    if (hostname === "" || isOnTheWeb(hostname.replace(/^\[|\]$/g, ""))) return [];
    return ["http", "https"]
      .map((scheme) => `${scheme}://${hostname}:${port}/`)
      .filter((address) => URL.canParse(address));
  });
}

test("no hostile address is reached, whatever private address its name has", async () => {
  const { hits, port } = await openCanary();
  const texts = [...hostileHosts, ...hostileTexts, ...namesOfPrivateAddresses];
  const addresses = new Set(texts.flatMap((text) => addressesOf(text, port)));
  expect(addresses.size).toBeGreaterThan(200);
  for (const privateAddress of ["127.0.0.1", "::1", "::ffff:127.0.0.1", "10.0.0.8", "169.254.169.254"]) {
    const outbound = createOutbound({ lookup: leadTo(privateAddress) });
    for (const address of addresses) expect((await outbound(new Request(address))).status, address).toBe(403);
  }
  expect(hits).toEqual([]);
});

test("what cannot be reached is said in plain words, whatever the resolver or the socket says", async () => {
  const unknown = createOutbound({
    lookup: () => Promise.reject(new Error("getaddrinfo ENOTFOUND push.example")),
  });
  const closed = createOutbound({ lookup: leadTo("127.0.0.1"), mayReach: () => true });
  for (const answer of [
    await unknown(new Request("https://push.example/")),
    await closed(new Request("http://push.example:1/")),
  ])
    expect([answer.status, await answer.text()]).toEqual([502, "This address could not be reached."]);
});

test("an answer is passed on while it comes, and breaks off where it is too long or not read", async () => {
  let written = 0;
  let isClosed = false;
  const server = createServer((_, response) => {
    const write = () => {
      while (!response.destroyed && response.write(Buffer.alloc(64 * 1024))) written += 64 * 1024;
    };
    response.on("drain", write).on("close", () => {
      isClosed = true;
    });
    write();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const ask = (maxBytes: number) =>
    createOutbound({ lookup: leadTo("127.0.0.1"), mayReach: () => true, maxBytes })(
      new Request(`http://endless.example:${port}/`),
    );
  const endless = await ask(1_000_000);
  expect(endless.status).toBe(200);
  await expect(endless.arrayBuffer()).rejects.toThrow();
  await expect.poll(() => isClosed).toBe(true);

  [written, isClosed] = [0, false];
  const unread = await ask(1e12);
  const reader = unread.body?.getReader();
  expect((await reader?.read())?.value?.byteLength).toBeGreaterThan(0);
  await new Promise((resolve) => setTimeout(resolve, 300));
  // What the buffers of the sockets hold, and no more.
  expect(written).toBeLessThan(32 * 1024 * 1024);
  await reader?.cancel();
  await expect.poll(() => isClosed).toBe(true);
});

test("a Worker's own fetch uses this path", async () => {
  const { hits, port } = await openCanary();
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      telemetry: { enabled: false },
      cf: {},
      compatibilityDate: "2026-09-18",
      modules: true,
      script: `export default { fetch: (request) => fetch(new URL(request.url).searchParams.get("to"), { method: "POST", body: "x" }) }`,
      outboundService: createOutbound({ lookup: leadTo("127.0.0.1") }),
    }),
  );
  onTestFinished(() => miniflare.dispose());
  for (const host of ["push.example", "127.0.0.1", "localhost"]) {
    const to = encodeURIComponent(`http://${host}:${port}/push`);
    expect((await miniflare.dispatchFetch(`http://local.example/?to=${to}`)).status, host).toBe(403);
  }
  expect(hits).toEqual([]);
}, 30_000);
