/** Calls of Mastodon's API, and what its errors mean. */
import * as z from "zod/mini";
import type { Outcome } from "../../deliveries/outcome.ts";
import type { Connection } from "../elsewhere.ts";
import { ask, type Reply, retryAfterOf } from "../http.ts";

/** Any server may be named, so that none is waited for long. */
const limits = { timeoutMs: 5_000, maxBytes: 1_000_000 } as const;

export interface MastodonCall {
  method?: "GET" | "POST" | "PUT";
  /** Path with a leading slash. */
  path: string;
  token?: string;
  json?: unknown;
  form?: Record<string, string>;
  /** The same for every attempt; kept by the server for an hour. */
  idempotencyKey?: string;
  timeoutMs?: number;
}

/** Null where no response came. */
export function callMastodon(service: Connection, host: string, call: MastodonCall): Promise<Reply | null> {
  const { method = "GET", path, token, json, form, idempotencyKey, timeoutMs = limits.timeoutMs } = call;
  const headers = new Headers({ accept: "application/json" });
  if (token !== undefined) headers.set("authorization", `Bearer ${token}`);
  if (idempotencyKey !== undefined) headers.set("idempotency-key", idempotencyKey);
  if (json !== undefined) headers.set("content-type", "application/json");
  const body =
    form !== undefined ? new URLSearchParams(form) : json === undefined ? null : JSON.stringify(json);
  const init = { method, headers, ...(body !== null && { body }) };
  return ask(service, `${service.at(host)}${path}`, init, { ...limits, timeoutMs });
}

const MastodonError = z.object({ error: z.string() });

/** The `error` of a response; empty where it has none. */
export const errorOf = ({ json }: Reply): string => MastodonError.safeParse(json).data?.error ?? "";

export type Failure = Exclude<Outcome, { is: "sent" }>;

/** Returns the meaning of a response that is no success. `now`: epoch ms. */
export function failureOf(reply: Reply, now: number): Failure {
  const { status } = reply;
  if (status === 429)
    return { is: "later", waitMs: waitOf(reply, now), details: "The server's rate limit is reached." };
  // 403: the account is suspended, or the access does not include posts. Without an error of the API it comes from a
  // firewall before the server.
  const isDenied = status === 401 || status === 403;
  if (isDenied && errorOf(reply) !== "")
    return { is: "dead", details: "The server no longer gives Cue access." };
  // A redirect is not followed, because it would carry the token.
  if (isDenied || status < 400 || status === 408 || status >= 500)
    return {
      is: "later",
      waitMs: retryAfterOf(reply.headers, now),
      details: `The server responded ${status}.`,
    };
  return { is: "refused", details: `The server refused it: ${errorOf(reply).slice(0, 200) || status}` };
}

/** `X-RateLimit-Reset` is a date. */
function waitOf({ headers }: Reply, now: number): number | null {
  const reset = Date.parse(headers.get("x-ratelimit-reset") ?? "");
  return Number.isNaN(reset) ? retryAfterOf(headers, now) : Math.max(0, reset - now);
}
