/**
 * Bluesky: its app view, its directory of accounts and the data servers of all accounts in one. Any handle is an
 * account, and any app password works, except `nope-nope-nope-nope` and one that was deleted on the page
 * `/settings/app-passwords`. What is special about an account is the first part of its handle: `suspended`,
 * `deactivated`, `code` (asks for a sign-in code), `private` (its data server is in a local network).
 */
import type { FaultReply, PartySimulator, SimulatorRequest } from "../party-simulator.ts";
import { isHandle, toAccount } from "./accounts.ts";
import { BlueskyPages } from "./pages.ts";
import { BlueskyRecords } from "./records.ts";
import { fail, tooMany } from "./replies.ts";
import { BlueskySessions } from "./sessions.ts";

/** Simulates Bluesky in its own tables of the simulators' object. */
export class BlueskySimulator implements PartySimulator {
  readonly #sessions: BlueskySessions;
  readonly #records: BlueskyRecords;
  readonly #pages: BlueskyPages;

  constructor(sql: SqlStorage) {
    this.#sessions = new BlueskySessions(sql);
    this.#records = new BlueskyRecords(sql, this.#sessions);
    this.#pages = new BlueskyPages(sql, this.#sessions);
  }

  fail({ status, retryAfterS }: FaultReply, { now }: SimulatorRequest): Response {
    if (status === 429) return tooMany(Math.ceil(now / 1_000) + (retryAfterS ?? 300));
    // A dead access token is a 400.
    if (status === 401) return fail(400, "ExpiredToken", "Token has expired");
    if (status >= 500) return fail(status, "InternalServerError", "Internal Server Error");
    return fail(status, "InvalidRequest", "Simulated");
  }

  handle(asked: SimulatorRequest): Response | Promise<Response> {
    const { method, path, url } = asked;
    switch (`${method} ${path}`) {
      case "GET /xrpc/com.atproto.identity.resolveHandle":
        return resolveHandle(this.#sessions, url.searchParams.get("handle") ?? "");
      case "POST /xrpc/com.atproto.server.createSession":
        return this.#sessions.create(asked);
      case "POST /xrpc/com.atproto.server.refreshSession":
        return this.#sessions.refresh(asked);
      case "POST /xrpc/com.atproto.server.deleteSession":
        return this.#sessions.delete(asked);
      case "POST /xrpc/com.atproto.repo.createRecord":
        return this.#records.create(asked);
      case "GET /xrpc/com.atproto.repo.getRecord":
        return this.#records.get(asked);
      case "POST /xrpc/com.atproto.repo.uploadBlob":
        return this.#records.uploadBlob(asked);
      default:
        if (path.startsWith("/did:plc:")) return this.#document(path.slice(1));
        if (path.startsWith("/xrpc/")) return fail(501, "MethodNotImplemented", "Method Not Implemented");
        return this.#pages.handle(asked);
    }
  }

  #document(did: string): Response {
    const handle = this.#sessions.handleOf(did);
    return handle === null
      ? Response.json({ message: `DID not registered: ${did}` }, { status: 404 })
      : Response.json(toAccount(did, handle).didDoc);
  }
}

function resolveHandle(sessions: BlueskySessions, handle: string): Response {
  return isHandle(handle)
    ? Response.json({ did: sessions.didOf(handle) })
    : fail(400, "InvalidRequest", "Unable to resolve handle");
}
