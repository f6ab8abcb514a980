import type { SyncStatus, WalletKeysPort } from "#app/domains/value/tokens/port.ts";
import { type KeysCore, type SqlRow, syncDue } from "./core.ts";

const lifeMs = 10 * 60_000;
const maxTries = 10;
const purpose = "wallet-sync";

const table = `
create table if not exists key_sync (
  one integer primary key check (one = 1), id text not null, session text not null,
  state text not null check (state in ('waiting', 'ready', 'done', 'over')),
  tag text, sealed text, expires_at integer not null, tries_left integer not null
)`;

type Row = SqlRow<{
  id: string;
  session: string;
  state: SyncStatus["state"];
  tag: string | null;
  sealed: string | null;
  expires_at: number;
  tries_left: number;
}>;

const over: SyncStatus = { state: "over", expiresAt: null, triesLeft: 0 };

/**
 * Passes an encrypted phrase from one device to another of the same account, once. The key is on the two devices alone.
 * One at a time, for ten minutes and ten wrong tags.
 */
export class SyncRelay {
  readonly #core: KeysCore;
  readonly #sql: SqlStorage;

  constructor(core: KeysCore) {
    this.#core = core;
    this.#sql = core.storage.sql;
    this.#sql.exec(table);
  }

  start(session: string): SyncStatus & { sync: string } {
    const id = crypto.randomUUID().replaceAll("-", "");
    const expiresAt = Date.now() + lifeMs;
    this.#sql.exec(
      "insert or replace into key_sync (one, id, session, state, expires_at, tries_left) values (1, ?, ?, 'waiting', ?, ?)",
      id,
      session,
      expiresAt,
      maxTries,
    );
    void this.#core.due.schedule(syncDue, expiresAt);
    return { sync: id, state: "waiting", expiresAt, triesLeft: maxTries };
  }

  async fill({ session, sync, tag, secret }: Parameters<WalletKeysPort["fillSync"]>[0]) {
    const sealed = await this.#core.vault.seal(JSON.stringify({ tag, secret }), purpose);
    const row = this.#row();
    const isOpen = row?.state === "waiting" || row?.state === "ready";
    if (!row || !isOpen || row.id !== sync || row.session !== session)
      return { ok: false, code: "sync-over" } as const;
    this.#sql.exec("update key_sync set state = 'ready', tag = ?, sealed = ?", await hash(tag), sealed);
    return { ok: true, sync, ...this.#status({ ...row, state: "ready" }) } as const;
  }

  async take({ session, tag }: Parameters<WalletKeysPort["takeSync"]>[0]) {
    const given = tag === null ? null : await hash(tag);
    const row = this.#row();
    if (row === undefined || row.state === "over" || row.state === "done")
      return given === null
        ? ({ ok: true, secret: null, ...(row ? this.#status(row) : over) } as const)
        : ({ ok: false, code: "sync-over" } as const);
    // The device that shows the code has the phrase: a thief of its session must not get it this way.
    if (given === null || row.session === session || row.state === "waiting")
      return { ok: true, secret: null, ...this.#status(row) } as const;
    if (given !== row.tag) return { ok: false, code: this.#miss(row) } as const;
    // Emptied before anything is awaited: two requests at the same time get it once.
    this.#empty("done");
    const plain = await this.#core.vault.open(row.sealed ?? "", purpose);
    const { secret } = JSON.parse(plain) as { secret: string };
    return { ok: true, secret, ...this.#status({ ...row, state: "done" }) } as const;
  }

  /** Forgets what is relayed; its state is known until it expires. */
  end(): void {
    const row = this.#row();
    if (row !== undefined && row.state !== "done") this.#empty("over");
  }

  erase(): void {
    this.#sql.exec("delete from key_sync");
    void this.#core.due.cancel(syncDue);
  }

  #miss(row: Row): "sync-wrong" | "sync-over" {
    this.#sql.exec("update key_sync set tries_left = tries_left - 1");
    if (row.tries_left > 1) return "sync-wrong";
    this.#empty("over");
    return "sync-over";
  }

  #empty(state: "done" | "over"): void {
    this.#sql.exec("update key_sync set state = ?, tag = null, sealed = null", state);
  }

  /** One that has expired is gone, also while its alarm is late. */
  #row(): Row | undefined {
    const row = this.#sql.exec<Row>("select * from key_sync").toArray()[0];
    if (row === undefined || row.expires_at > Date.now()) return row;
    this.erase();
    return undefined;
  }

  #status({ state, expires_at, tries_left }: Row): SyncStatus {
    return { state, expiresAt: expires_at, triesLeft: state === "over" ? 0 : tries_left };
  }
}

/** Tags are compared by their hashes: how long that takes says nothing about the tag. */
async function hash(tag: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(tag));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
