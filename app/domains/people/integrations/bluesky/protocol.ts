/** Calls of the AT Protocol (XRPC), and what their errors mean. */
import * as z from "zod/mini";
import type { Outcome } from "../../deliveries/outcome.ts";
import type { Connection } from "../elsewhere.ts";
import { ask, type Reply, retryAfterOf, withQuery } from "../http.ts";

export interface XrpcCall {
  /** `com.atproto.server.createSession` and the like. */
  method: string;
  token?: string;
  query?: Record<string, string>;
  json?: unknown;
  bytes?: { type: string; content: Uint8Array<ArrayBuffer> };
  /** A POST without a body. */
  isEmpty?: boolean;
}

/** Null where no response came. */
export function callXrpc(service: Connection, host: string, call: XrpcCall): Promise<Reply | null> {
  const { method, token, query, json, bytes, isEmpty = false } = call;
  const address = `${service.at(host)}/xrpc/${method}`;
  const headers = new Headers({ accept: "application/json" });
  if (token !== undefined) headers.set("authorization", `Bearer ${token}`);
  if (bytes !== undefined) headers.set("content-type", bytes.type);
  else if (json !== undefined) headers.set("content-type", "application/json");
  const body = bytes?.content ?? (json === undefined ? null : JSON.stringify(json));
  const isPost = isEmpty || body !== null;
  return ask(service, query === undefined ? address : withQuery(address, query), {
    method: isPost ? "POST" : "GET",
    headers,
    ...(body !== null && { body }),
  });
}

const XrpcError = z.object({ error: z.string(), message: z.optional(z.string()) });

/** The name of an error; empty where the response has none. */
export const errorOf = ({ json }: Reply): string => XrpcError.safeParse(json).data?.error ?? "";

export type Failure = Exclude<Outcome, { is: "sent" }>;

export const noResponse: Failure = { is: "later", waitMs: null, details: "Bluesky did not respond." };

/** Reasons why the account itself can do nothing, whatever the session. */
const closed: Readonly<Record<string, string>> = {
  AccountTakedown: "Bluesky has suspended this account.",
  AccountSuspended: "Bluesky has suspended this account.",
  AccountDeactivated: "This account is deactivated at Bluesky.",
  AuthFactorTokenRequired: "Bluesky asks for a sign-in code, which an app password never needs.",
};

/** Returns the meaning of a response that is no success. `now`: epoch ms. */
export function failureOf(reply: Reply, now: number): Failure {
  const { status } = reply;
  const error = errorOf(reply);
  const details = closed[error];
  if (details !== undefined) return { is: "dead", details };
  if (status === 429)
    return { is: "later", waitMs: waitOf(reply, now), details: "Bluesky's rate limit is reached." };
  if (status === 401) return { is: "dead", details: "Bluesky no longer accepts the app password." };
  // A redirect is not followed, because it would carry the token.
  if (status < 400 || status === 408 || status >= 500)
    return { is: "later", waitMs: retryAfterOf(reply.headers, now), details: `Bluesky responded ${status}.` };
  const message = XrpcError.safeParse(reply.json).data?.message ?? error;
  return { is: "refused", details: `Bluesky refused it: ${message.slice(0, 200) || status}` };
}

/** The name of what closed an account, as a status of a session. */
export const closedBy = (status: string): string =>
  ({ takendown: "AccountTakedown", suspended: "AccountSuspended" })[status] ?? "AccountDeactivated";

export const closedFailure = (error: string): Failure => ({ is: "dead", details: closed[error] ?? "" });

/** `RateLimit-Reset` is in epoch seconds. */
function waitOf({ headers }: Reply, now: number): number | null {
  const reset = Number(headers.get("ratelimit-reset") ?? "");
  return reset > 0 ? Math.max(0, reset * 1_000 - now) : retryAfterOf(headers, now);
}
