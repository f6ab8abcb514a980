/** Makes requests for the Worker: few, small, to a fixed list of services, each at the pace that it asks for. */
import { setTimeout as sleep } from "node:timers/promises";
import {
  type FetchRequest,
  type FetchResult,
  fetchTimes,
  maxFetchBytes,
  type Unfetched,
} from "#app/domains/air/media/contract/fetch.ts";
import { log } from "../log.ts";
import { HostPace } from "./host-pace.ts";
import { type HostRule, hostRules } from "./hosts.ts";

export interface FetcherOptions {
  /** Returns the time in ms. */
  now: () => number;
  rules?: ReadonlyMap<string, HostRule>;
  /** Returns where a request really goes: a server of a test. */
  resolve?: (url: URL) => URL;
  responseMs?: number;
}

/** Those that wait for their turn, and those that are under way. */
const maxOpen = 32;
const busyMs = 5_000;
const requestHeaders = /^(?:accept|authorization|content-type|user-agent)$/;
const responseHeaders = /^(?:content-type|date|etag|location|retry-after|x-ratelimit-[a-z-]+)$/;
/** The connection was not made: nothing was sent. */
const unreached =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$|CERT_|^ERR_TLS_/;

export class Fetcher {
  readonly #options: FetcherOptions;
  readonly #rules: ReadonlyMap<string, HostRule>;
  readonly #paces = new Map<string, HostPace>();
  #stopped = new AbortController();
  #open = 0;

  constructor(options: FetcherOptions) {
    this.#options = options;
    this.#rules = options.rules ?? hostRules;
  }

  start(): () => void {
    this.#stopped = new AbortController();
    return () => this.#stopped.abort();
  }

  /** Never rejects. */
  async fetch(request: FetchRequest): Promise<FetchResult> {
    const none = (reason: Unfetched["reason"], waitMs: number | null = null): Unfetched => ({
      type: "unfetched",
      id: request.id,
      reason,
      waitMs,
    });
    const url = this.#read(request.url);
    if (url === null) return none("host");
    const pace = this.#paceOf(url.hostname);
    const waitMs = pace.wait(url.pathname);
    if (waitMs > fetchTimes.turnMs) return none("busy", Math.ceil(waitMs));
    if (this.#open >= maxOpen) return none("busy", busyMs);
    pace.reserve(waitMs);
    this.#open += 1;
    try {
      if (waitMs > 0) await sleep(waitMs, undefined, { signal: this.#stopped.signal });
      return await this.#send(request, url, pace);
    } catch (error) {
      const code = codeOf(error);
      // Without the address, which may contain a token.
      log("fetch-failed", { host: url.hostname, reason: code }, "warn");
      return none(unreached.test(code) ? "unreached" : "unanswered");
    } finally {
      this.#open -= 1;
    }
  }

  /** Null where the agent does not send there. */
  #read(address: string): URL | null {
    const url = URL.parse(address);
    const isPlain =
      url?.protocol === "https:" && url.port === "" && url.username === "" && url.password === "";
    return url !== null && isPlain && this.#rules.has(url.hostname) ? url : null;
  }

  #paceOf(host: string): HostPace {
    const known = this.#paces.get(host);
    if (known !== undefined) return known;
    const rule = this.#rules.get(host);
    if (rule === undefined) throw new Error("not a host to which the agent sends");
    const pace = new HostPace(rule, this.#options.now);
    this.#paces.set(host, pace);
    return pace;
  }

  async #send(request: FetchRequest, url: URL, pace: HostPace): Promise<FetchResult> {
    const { resolve = (same: URL) => same, responseMs = fetchTimes.responseMs } = this.#options;
    const response = await fetch(resolve(url), {
      method: request.method,
      headers: only(requestHeaders, Object.entries(request.headers)),
      body: request.body === null ? null : Buffer.from(request.body, "base64"),
      redirect: "manual",
      signal: AbortSignal.any([this.#stopped.signal, AbortSignal.timeout(responseMs)]),
    });
    const { status, headers } = response;
    pace.learn(url.pathname, status, headers);
    const body = (await readBody(response)).toString("base64");
    return { type: "fetched", id: request.id, status, headers: only(responseHeaders, headers), body };
  }
}

function only(names: RegExp, headers: Iterable<[string, string]>): Record<string, string> {
  const kept = Array.from(headers, ([name, value]) => [name.toLowerCase(), value] as const);
  return Object.fromEntries(kept.filter(([name]) => names.test(name)));
}

/** Throws where it is longer than the Worker takes. */
async function readBody(response: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxFetchBytes) throw new Error("the response is too long");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Returns what went wrong, without the text of the error: that may contain the address. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const { cause, name } = error;
  return cause instanceof Error && "code" in cause && typeof cause.code === "string" ? cause.code : name;
}
