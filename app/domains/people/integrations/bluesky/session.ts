/**
 * Sessions at Bluesky: an access token of two hours, and one that renews it, which works once and for 90 days. The app
 * password is kept too, so that someone who broadcasts twice a year need not link again.
 */
import * as z from "zod/mini";
import type { Clock } from "#app/context.ts";
import type { Connection } from "../elsewhere.ts";
import type { Reply } from "../http.ts";
import { findSignInHost, hostOfDocument } from "./find-host.ts";
import {
  callXrpc,
  closedBy,
  closedFailure,
  errorOf,
  type Failure,
  failureOf,
  noResponse,
  type XrpcCall,
} from "./protocol.ts";

/** The stored data of a linked account, sealed. */
export const BlueskyAccount = z.object({
  did: z.string(),
  handle: z.string(),
  /** Host of its data server. */
  host: z.string(),
  appPassword: z.string(),
  accessJwt: z.string(),
  refreshJwt: z.string(),
});
export type BlueskyAccount = z.infer<typeof BlueskyAccount>;

/** `error`: as the service names it, `UnsafeHost`, or empty. */
export interface Denial {
  error: string;
  failure: Failure;
}

const Session = z.object({
  did: z.string(),
  handle: z.string(),
  accessJwt: z.string(),
  refreshJwt: z.string(),
  didDoc: z.optional(z.unknown()),
  active: z.optional(z.boolean()),
  status: z.optional(z.string()),
});

const unsafeHost: Denial = {
  error: "UnsafeHost",
  failure: { is: "dead", details: "This account's data server is not public." },
};

/** Signs in. An account has at most 300 sessions a day, so that this is not done for every post. */
export async function logIn(
  service: Connection,
  { identifier, appPassword, now }: { identifier: string; appPassword: string; now: number },
): Promise<BlueskyAccount | Denial> {
  const host = await findSignInHost(service, identifier);
  if (host === null) return unsafeHost;
  const reply = await callXrpc(service, host, {
    method: "com.atproto.server.createSession",
    json: { identifier, password: appPassword },
  });
  if (reply === null) return { error: "", failure: noResponse };
  const session = reply.status === 200 ? Session.safeParse(reply.json).data : undefined;
  if (session === undefined) return { error: errorOf(reply), failure: failureOf(reply, now) };
  const { did, handle, accessJwt, refreshJwt, active = true, status = "" } = session;
  if (!active) {
    const error = closedBy(status);
    return { error, failure: closedFailure(error) };
  }
  if (identifier.startsWith("did:") && did !== identifier) return unsafeHost;
  const dataHost = hostOfDocument(service, session.didDoc);
  if (dataHost === null) return unsafeHost;
  return { did, handle, host: dataHost ?? host, appPassword, accessJwt, refreshJwt };
}

/** Ends a session: its tokens do not work any more. */
export async function logOut(service: Connection, { host, refreshJwt }: BlueskyAccount): Promise<void> {
  const method = "com.atproto.server.deleteSession";
  await callXrpc(service, host, { method, token: refreshJwt, isEmpty: true });
}

export interface SessionDeps {
  service: Connection;
  account: BlueskyAccount;
  /** Stores the account with new tokens; called before they are used, because the old ones do not work any more. */
  keep: (account: BlueskyAccount) => Promise<void>;
  clock: Clock;
}

/** Makes calls as the account, and renews its session when that has ended. */
export class BlueskySession {
  readonly #deps: SessionDeps;
  #account: BlueskyAccount;

  constructor(deps: SessionDeps) {
    this.#deps = deps;
    this.#account = deps.account;
  }

  get account(): BlueskyAccount {
    return this.#account;
  }

  /** The response, null where none came, or why there is no session. */
  async call(call: XrpcCall): Promise<Reply | null | Failure> {
    const reply = await this.#send(call);
    if (reply === null || !hasEnded(reply)) return reply;
    const failure = await this.#renew();
    return failure ?? this.#send(call);
  }

  #send(call: XrpcCall): Promise<Reply | null> {
    const { host, accessJwt } = this.#account;
    return callXrpc(this.#deps.service, host, { ...call, token: accessJwt });
  }

  /** Null where it was renewed. */
  async #renew(): Promise<Failure | null> {
    const renewed = await this.#refresh();
    if ("failure" in renewed) return renewed.failure;
    await this.#deps.keep(renewed);
    this.#account = renewed;
    return null;
  }

  async #refresh(): Promise<BlueskyAccount | Denial> {
    const { service, clock } = this.#deps;
    const { host, refreshJwt, did, appPassword } = this.#account;
    const method = "com.atproto.server.refreshSession";
    const reply = await callXrpc(service, host, { method, token: refreshJwt, isEmpty: true });
    if (reply === null) return { error: "", failure: noResponse };
    const session = reply.status === 200 ? Session.safeParse(reply.json).data : undefined;
    if (session !== undefined) {
      const { handle, accessJwt, refreshJwt: next } = session;
      return { ...this.#account, handle, accessJwt, refreshJwt: next };
    }
    // The account may have moved to another data server, too.
    if (hasEnded(reply)) return logIn(service, { identifier: did, appPassword, now: clock.now() });
    return { error: errorOf(reply), failure: failureOf(reply, clock.now()) };
  }
}

/** Data servers word it differently. An account that is closed is not signed in again. */
function hasEnded(reply: Reply): boolean {
  const error = errorOf(reply);
  if (error === "ExpiredToken" || error === "InvalidToken") return true;
  return (
    reply.status === 401 && (error === "" || error === "AuthenticationRequired" || error === "AuthMissing")
  );
}
