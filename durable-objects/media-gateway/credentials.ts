import { timingSafeEqual } from "node:crypto";
import { findIngestCredential } from "#app/domains/air/media/queries/ingest.ts";
import { withTimeout } from "#app/with-timeout.ts";
import { openDb } from "#db/client.ts";

/** A credential as the gateway stores it: enough to decide while D1 is unavailable, without the password itself. */
export interface KnownCredential {
  mount: string;
  kind: "stage" | "performer" | "test";
  ownerId: string;
  streamId: string;
  /** SHA-256 of the password, hex. */
  passwordDigest: string;
  expiresAt: number | null;
  isPerformer: boolean;
  isBanned: boolean;
  /** Its performer alone hears it, until a stage has it or they put it on their profile. */
  isKeptOffProfile?: boolean;
}

/** Time after which the cache decides instead of D1: an encoder is waiting for the response. */
const lookupMs = 2_000;

/** The credentials of D1, cached so that known encoders may connect while D1 is unavailable. */
export class CredentialBook {
  readonly #sql: SqlStorage;
  readonly #d1: D1Database;

  constructor(storage: DurableObjectStorage, d1: D1Database) {
    this.#sql = storage.sql;
    this.#d1 = d1;
    this.#sql.exec(`
      create table if not exists credentials (mount text primary key, credential text not null) without rowid;
      create table if not exists revocations (mount text primary key, count integer not null) without rowid;
    `);
  }

  /** D1's result, or the cached one while D1 does not respond; undefined: there is no such mount. */
  async find(mount: string): Promise<KnownCredential | undefined> {
    for (;;) {
      const revocations = this.#revocations(mount);
      const found = await this.#lookUp(mount);
      // Revoked while D1 was read: the result may be the credential that has just been revoked.
      if (revocations !== this.#revocations(mount)) continue;
      if (found === "unanswered") return this.cached(mount);
      if (found === undefined) this.#sql.exec("delete from credentials where mount = ?", mount);
      else
        this.#sql.exec(
          "insert into credentials (mount, credential) values (?, ?) on conflict (mount) do update set credential = excluded.credential",
          mount,
          JSON.stringify(found),
        );
      return found;
    }
  }

  /** The last result for this mount, if any. */
  cached(mount: string): KnownCredential | undefined {
    const row = this.#sql
      .exec<{ credential: string }>("select credential from credentials where mount = ?", mount)
      .toArray()[0];
    return row === undefined ? undefined : JSON.parse(row.credential);
  }

  async admits(mount: string, password: string, now: number): Promise<boolean> {
    const credential = await this.find(mount);
    const digest = await digestOf(password);
    return credential !== undefined && isEqual(credential.passwordDigest, digest) && isValid(credential, now);
  }

  /** Removes this mount from the cache, also the result of a look-up in progress. */
  revoke(mount: string): void {
    this.#sql.exec("delete from credentials where mount = ?", mount);
    this.#sql.exec(
      "insert into revocations (mount, count) values (?, 1) on conflict (mount) do update set count = count + 1",
      mount,
    );
  }

  mountsOf(ownerId: string): string[] {
    return this.#sql
      .exec<{ mount: string }>(
        "select mount from credentials where credential ->> '$.ownerId' = ? and credential ->> '$.kind' <> 'stage'",
        ownerId,
      )
      .toArray()
      .map(({ mount }) => mount);
  }

  /** The performer has changed their choice: it is good for the present connection too. */
  setKeptOffProfile(ownerId: string, isKept: boolean): void {
    this.#sql.exec(
      `update credentials set credential = json_set(credential, '$.isKeptOffProfile', json(?))
       where credential ->> '$.ownerId' = ? and credential ->> '$.kind' = 'performer'`,
      String(isKept),
      ownerId,
    );
  }

  #revocations(mount: string): number {
    const row = this.#sql
      .exec<{ count: number }>("select count from revocations where mount = ?", mount)
      .toArray()[0];
    return row?.count ?? 0;
  }

  async #lookUp(mount: string): Promise<KnownCredential | undefined | "unanswered"> {
    try {
      const row = await withTimeout(lookupMs, findIngestCredential(openDb(this.#d1), mount));
      if (row === undefined) return undefined;
      const { password, isPerformer, bannedAt, profileOnConnect, completedAt: _, ...credential } = row;
      return {
        ...credential,
        passwordDigest: await digestOf(password),
        isPerformer: isPerformer === true,
        isBanned: bannedAt !== null,
        isKeptOffProfile: credential.kind === "performer" && profileOnConnect === false,
      };
    } catch {
      return "unanswered";
    }
  }
}

/** Whether the owner may broadcast on this mount now; the password is checked separately. */
export function isValid(credential: KnownCredential, now: number): boolean {
  if (credential.isBanned) return false;
  if (credential.expiresAt !== null && credential.expiresAt <= now) return false;
  return credential.kind !== "performer" || credential.isPerformer;
}

async function digestOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Both are digests of one length, so the time of the comparison reveals nothing about where they differ. */
function isEqual(a: string, b: string): boolean {
  const encoder = new TextEncoder();
  return timingSafeEqual(encoder.encode(a), encoder.encode(b));
}
