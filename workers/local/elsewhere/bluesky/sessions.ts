/** Sessions of the simulator: access for 120 minutes, renewal for 90 days, once with each token. */
import * as z from "zod/mini";
import { randomText } from "#app/domains/people/accounts/token.ts";
import type { SimulatorRequest } from "../party-simulator.ts";
import { closedAs, isActive, isHandle, newDid, toAccount } from "./accounts.ts";
import { fail, tooMany } from "./replies.ts";

const accessMs = 120 * 60_000;
const refreshMs = 90 * 86_400_000;
/** Sign-ins of one account. */
const signIns = [
  { max: 30, perMs: 300_000 },
  { max: 300, perMs: 86_400_000 },
] as const;

const Credentials = z.object({ identifier: z.string(), password: z.string() });

export class BlueskySessions {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    sql.exec(`
      create table if not exists bluesky_accounts (did text primary key, handle text not null unique) without rowid;
      create table if not exists bluesky_sessions (
        id integer primary key autoincrement, did text not null, password text not null,
        access text not null, access_until integer not null, refresh text not null, refresh_until integer not null);
      create table if not exists bluesky_deleted (did text not null, password text not null);
      create table if not exists bluesky_uses (did text not null, kind text not null, at integer not null, points integer not null);
    `);
  }

  didOf(handle: string): string {
    this.#sql.exec("insert into bluesky_accounts values (?, ?) on conflict do nothing", newDid(), handle);
    return this.#sql.exec<{ did: string }>("select did from bluesky_accounts where handle = ?", handle).one()
      .did;
  }

  handleOf(did: string): string | null {
    const rows = this.#sql
      .exec<{ handle: string }>("select handle from bluesky_accounts where did = ?", did)
      .toArray();
    return rows[0]?.handle ?? null;
  }

  /** Returns when the account may do more, in epoch seconds; null where it may now, which is counted. */
  take(
    { did, kind, now }: { did: string; kind: string; now: number },
    points: number,
    limits: readonly { max: number; perMs: number }[],
  ): number | null {
    for (const { max, perMs } of limits) {
      const { used, first } = this.#sql
        .exec<{ used: number | null; first: number | null }>(
          "select sum(points) as used, min(at) as first from bluesky_uses where did = ? and kind = ? and at > ?",
          did,
          kind,
          now - perMs,
        )
        .one();
      if ((used ?? 0) + points > max) return Math.ceil(((first ?? now) + perMs) / 1_000);
    }
    this.#sql.exec("insert into bluesky_uses values (?, ?, ?, ?)", did, kind, now, points);
    return null;
  }

  create({ body, now }: SimulatorRequest): Response {
    const input = Credentials.safeParse(body.json);
    if (!input.success) return fail(400, "InvalidRequest", "Input must have the property identifier");
    const { identifier, password } = input.data;
    const handle = identifier.startsWith("did:")
      ? this.handleOf(identifier)
      : identifier.replace("@", "-at-").toLowerCase();
    if (handle === null || !isHandle(handle))
      return fail(401, "AuthenticationRequired", "Invalid identifier or password");
    const did = this.didOf(handle);
    const resetAt = this.take({ did, kind: "sign-in", now }, 1, signIns);
    if (resetAt !== null) return tooMany(resetAt);
    if (!this.#accepts(did, password))
      return fail(401, "AuthenticationRequired", "Invalid identifier or password");
    const closed = closedAs(handle);
    if (closed !== null) return fail(closed.status, closed.error, closed.message);
    return this.#open(did, password, now);
  }

  #accepts(did: string, password: string): boolean {
    const { n } = this.#sql
      .exec<{ n: number }>(
        "select count(*) as n from bluesky_deleted where did = ? and password = ?",
        did,
        password,
      )
      .one();
    return n === 0 && password !== "nope-nope-nope-nope" && /^[a-z0-9]{4}(-[a-z0-9]{4}){3}$/i.test(password);
  }

  #open(did: string, password: string, now: number): Response {
    const [access, refresh] = [`access-${randomText(24)}`, `refresh-${randomText(24)}`];
    this.#sql.exec(
      `insert into bluesky_sessions (did, password, access, access_until, refresh, refresh_until)
       values (?, ?, ?, ?, ?, ?)`,
      did,
      password,
      access,
      now + accessMs,
      refresh,
      now + refreshMs,
    );
    const handle = this.handleOf(did) ?? "";
    const active = isActive(handle);
    return Response.json({
      ...toAccount(did, handle),
      accessJwt: access,
      refreshJwt: refresh,
      emailConfirmed: true,
      active,
      ...(!active && { status: "deactivated" }),
    });
  }

  refresh({ headers, now }: SimulatorRequest): Response {
    const [row] = this.#sql
      .exec<{ did: string; password: string; refresh_until: number }>(
        "delete from bluesky_sessions where refresh = ? returning did, password, refresh_until",
        tokenOf(headers),
      )
      .toArray();
    if (row === undefined) return fail(400, "ExpiredToken", "Token has been revoked");
    if (row.refresh_until <= now) return fail(400, "ExpiredToken", "Token has expired");
    const closed = closedAs(this.handleOf(row.did) ?? "");
    if (closed !== null) return fail(closed.status, closed.error, closed.message);
    return this.#open(row.did, row.password, now);
  }

  delete({ headers }: SimulatorRequest): Response {
    const { rowsWritten } = this.#sql.exec(
      "delete from bluesky_sessions where refresh = ?",
      tokenOf(headers),
    );
    return rowsWritten > 0 ? new Response() : fail(400, "ExpiredToken", "Token has been revoked");
  }

  /** Returns the owner of the access token, or the response that refuses it. */
  ownerOf({ headers, now }: SimulatorRequest): string | Response {
    const token = tokenOf(headers);
    if (token === "") return fail(401, "AuthMissing", "Authentication Required");
    const [row] = this.#sql
      .exec<{ did: string; access_until: number }>(
        "select did, access_until from bluesky_sessions where access = ?",
        token,
      )
      .toArray();
    if (row === undefined) return fail(400, "InvalidToken", "Token could not be verified");
    return row.access_until > now ? row.did : fail(400, "ExpiredToken", "Token has expired");
  }

  /** Its owner deletes the app passwords of an account, which ends what was signed in with them. */
  deletePasswords(handle: string): void {
    const did = this.didOf(handle);
    this.#sql.exec(
      "insert into bluesky_deleted select distinct did, password from bluesky_sessions where did = ?",
      did,
    );
    this.#sql.exec("delete from bluesky_sessions where did = ?", did);
  }
}

const tokenOf = (headers: Headers): string =>
  /^Bearer (\S+)$/.exec(headers.get("authorization") ?? "")?.[1] ?? "";
