/**
 * The addresses that the Worker of a local copy may reach with fetch: the web, and nothing in the networks of this
 * machine. A deployed Worker cannot reach those anyway; here any name could resolve to an address in them.
 */
import { lookup as dnsLookup, type LookupAddress } from "node:dns";
import { request as httpRequest, type IncomingMessage, type RequestOptions } from "node:http";
import { request as httpsRequest } from "node:https";
import { BlockList, isIP } from "node:net";
import { Readable } from "node:stream";
import { type Request, Response } from "miniflare";

/** Returns every address of a name, or throws. */
export type Lookup = (hostname: string) => Promise<LookupAddress[]>;

/** Maximum time for an answer as a whole: more than any reader of one waits for. */
const timeoutMs = 30_000;
/** More than anything that is read: what is longer breaks off. */
const maxAnswerBytes = 64 * 1024 * 1024;
/** Statuses whose response has no body. */
const bodiless: ReadonlySet<number> = new Set([101, 204, 205, 304]);

/** IANA's registries of special-purpose addresses, as of 2026. */
const special = new BlockList();
const special4 =
  "0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 " +
  "192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4";
for (const network of special4.split(" ")) addTo(special, network, "ipv4");
// Teredo and 6to4 contain an IPv4 address, the others are for documentation and experiments.
for (const network of ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"])
  addTo(special, network, "ipv6");

/**
 * All addresses that are allocated to networks on the web; loopback, local, mapped and translated addresses are outside
 * it.
 */
const global6 = new BlockList();
addTo(global6, "2000::/3", "ipv6");

function addTo(list: BlockList, network: string, family: "ipv4" | "ipv6"): void {
  const [address = "", bits = ""] = network.split("/");
  list.addSubnet(address, Number(bits), family);
}

/** Whether an address is a public one on the web. */
export function isOnTheWeb(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !special.check(address, "ipv4");
  return family === 6 && global6.check(address, "ipv6") && !special.check(address, "ipv6");
}

/**
 * Miniflare's `outboundService`: responds 403 for what may not be reached, 502 for what could not be reached, in words
 * that people may read: the Worker shows its users how an address has responded. An answer is passed on while it comes,
 * so that what reads it sets its limit.
 */
export function createOutbound({
  lookup = systemLookup,
  mayReach = isOnTheWeb,
  maxBytes = maxAnswerBytes,
}: {
  lookup?: Lookup;
  mayReach?: (address: string) => boolean;
  maxBytes?: number;
} = {}): (request: Request) => Promise<Response> {
  return async (request) => {
    const url = new URL(request.url);
    try {
      const addresses = await addressesOf(url, lookup);
      // One forbidden address makes all of them suspect.
      if (!addresses.every(({ address }) => mayReach(address)))
        return new Response("This address is not on the web.", { status: 403 });
      return await send(request, url, addresses, maxBytes);
    } catch {
      // Not its message, which is that of a resolver or of a socket.
      return new Response("This address could not be reached.", { status: 502 });
    }
  };
}

/** Throws where there is none. */
async function addressesOf(url: URL, lookup: Lookup): Promise<[LookupAddress, ...LookupAddress[]]> {
  const literal = url.hostname.replace(/^\[|\]$/g, "");
  const family = isIP(literal);
  const [first, ...others] = family === 0 ? await lookup(url.hostname) : [{ address: literal, family }];
  if (first === undefined) throw new Error(`${url.hostname} has no address`);
  return [first, ...others];
}

/** Connects to the addresses that were checked, and returns redirects to the caller. */
async function send(
  request: Request,
  url: URL,
  addresses: [LookupAddress, ...LookupAddress[]],
  maxBytes: number,
): Promise<Response> {
  const body = Buffer.from(await request.arrayBuffer());
  const [{ address, family }] = addresses;
  const options: RequestOptions = {
    method: request.method,
    headers: { ...Object.fromEntries(request.headers), host: url.host, "content-length": body.length },
    agent: false,
    signal: AbortSignal.timeout(timeoutMs),
    lookup: (_hostname, { all }, done) => {
      if (all) done(null, addresses);
      else done(null, address, family);
    },
  };
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const start = url.protocol === "https:" ? httpsRequest : httpRequest;
    start(url, options, resolve).on("error", reject).end(body);
  });
  const status = answer.statusCode ?? 502;
  const hasBody = !bodiless.has(status) && request.method !== "HEAD";
  if (!hasBody) answer.destroy();
  const headers = Object.entries(answer.headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  return new Response(hasBody ? bounded(answer, maxBytes) : null, {
    status,
    headers: headers.filter(([name]) => name !== "transfer-encoding" && name !== "connection"),
  });
}

/** The body as it comes, in what its reader has room for; breaks off after `maxBytes`, with its connection. */
function bounded(answer: IncomingMessage, maxBytes: number): ReadableStream<Uint8Array> {
  let bytes = 0;
  const limit = async function* (parts: AsyncIterable<Buffer>) {
    for await (const part of parts) {
      bytes += part.byteLength;
      if (bytes > maxBytes) throw new Error("The answer is too long.");
      yield new Uint8Array(part);
    }
  };
  return Readable.toWeb(Readable.from(limit(answer))) as ReadableStream<Uint8Array>;
}

function systemLookup(hostname: string): Promise<LookupAddress[]> {
  return new Promise((resolve, reject) => {
    dnsLookup(hostname, { all: true }, (error, addresses) => {
      if (error === null) resolve(addresses);
      else reject(error);
    });
  });
}
