/**
 * The rates of requests: generous, approximate counters at the edge that cost no storage. What must be exact (log-ins,
 * captchas, tips) has a counter of the `Limiter` besides.
 */
import { createMiddleware } from "hono/factory";
import { type CallRate, callRates } from "#app/call.ts";
import type { AppContext } from "#app/context.ts";
import { AppError } from "#app/errors.ts";
import { addressOf, clientShareOf, hashClient } from "../client-network.ts";
import type { HonoEnv } from "../hono.ts";

/** The rates of calls, and that of everything else that one network requests: many people may share it. */
export const rates = { ...callRates, network: 3_000 } as const;
type Rate = CallRate | "network";

/** The period of every binding in wrangler.toml. A binding does not say when it began. */
const periodMs = 60_000;

/** The bindings of wrangler.toml, by their rates. */
const bindings = {
  usual: "RATE_USUAL",
  often: "RATE_OFTEN",
  network: "RATE_NETWORK",
} as const satisfies Record<Rate, keyof Env>;

/** Counts one request of a caller for `name`. Throws `rate-limited`. */
async function count(env: Env, rate: Rate, key: string): Promise<void> {
  const { success } = await env[bindings[rate]].limit({ key });
  if (!success) throw new AppError("rate-limited", { retryAfterMs: periodMs });
}

/** The account of a request, otherwise its network. */
function callerOf({ viewer, clientKey, clientShare }: AppContext): string {
  return viewer?.id ?? `${clientKey}/${Math.floor(Math.random() * clientShare)}`;
}

/** Counts one request for `name` by the caller. Throws `rate-limited`. */
export function requireCallerRate(env: Env, app: AppContext, name: string, rate: CallRate): Promise<void> {
  return count(env, rate, `${name}:${callerOf(app)}`);
}

/** Counts one opening of a socket to this place by a user. Throws `rate-limited`. */
export function requireSocketRate(env: Env, userId: string, place: string): Promise<void> {
  return count(env, "often", `socket/${place}:${userId}`);
}

/** Refuses what a caller requests of these addresses beyond `rate`; needs the context. */
export const limitCallers = (name: string, rate: CallRate) =>
  createMiddleware<HonoEnv>(async (c, next) => {
    await requireCallerRate(c.env, c.get("app"), name, rate);
    await next();
  });

/** The agent signs what it sends, and a page shows dozens of kept pictures. */
const isFree = (path: string) => /^\/ingest(?:\/|$)|^\/pictures\/[\w-]{22}\/\d+\.webp$/.test(path);

/**
 * Kinds that are counted each for itself; everything else is a page. A caller cannot get a new counter by another
 * address.
 */
const kinds = /^\/(api|realtime|live|replay|pictures|calendar|feed|oembed)(?:\/|$)/;

/**
 * Refuses what one network requests beyond the rate, before anything is looked up: pages, calls of whatever kind,
 * sockets, sound, files.
 */
export const limitNetworks = createMiddleware<HonoEnv>(async (c, next) => {
  const { path } = c.req;
  if (!isFree(path)) {
    const address = addressOf(c.req.raw);
    const client = hashClient(c.env.CUE_SECRET, address);
    const one = Math.floor(Math.random() * clientShareOf(c.env, address));
    await count(c.env, "network", `${kinds.exec(path)?.[1] ?? "page"}:${client}/${one}`);
  }
  await next();
});
