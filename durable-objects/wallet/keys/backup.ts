import type { BackupWay, KeysState, WalletKeysPort } from "#app/domains/value/tokens/port.ts";
import type { KeysCore, SqlRow } from "./core.ts";

const purpose = "wallet-backup";

const table = `
create table if not exists key_backup (
  one integer primary key check (one = 1), version integer not null, updated_at integer not null,
  ways text not null, sealed text
)`;

/** `sealed` is null where the backup was deleted: its version is not used again. */
type Row = SqlRow<{ version: number; updated_at: number; ways: string; sealed: string | null }>;

/** The encrypted backup of the phrase, encrypted once more with the key of the instance. */
export class Backup {
  readonly #core: KeysCore;
  readonly #sql: SqlStorage;

  constructor(core: KeysCore) {
    this.#core = core;
    this.#sql = core.storage.sql;
    this.#sql.exec(table);
  }

  view(): Pick<KeysState, "backup" | "lastVersion"> {
    const row = this.#row();
    const lastVersion = row?.version ?? 0;
    if (!row?.sealed) return { backup: null, lastVersion };
    const ways = row.ways.split(",") as BackupWay[];
    return { backup: { version: row.version, updatedAt: row.updated_at, ways }, lastVersion };
  }

  async store({ secret, ways, version, after }: Parameters<WalletKeysPort["storeBackup"]>[0]) {
    const sealed = await this.#core.vault.seal(secret, purpose);
    const last = this.#row()?.version ?? 0;
    if ((after !== null && after !== last) || version <= last)
      return { ok: false, code: "secret-conflict" } as const;
    const updatedAt = Date.now();
    this.#sql.exec(
      "insert or replace into key_backup (one, version, updated_at, ways, sealed) values (1, ?, ?, ?, ?)",
      version,
      updatedAt,
      ways.join(","),
      sealed,
    );
    return { ok: true, version, updatedAt } as const;
  }

  async read(): Promise<{ secret: string; version: number; updatedAt: number } | null> {
    const row = this.#row();
    if (!row?.sealed) return null;
    const secret = await this.#core.vault.open(row.sealed, purpose);
    return { secret, version: row.version, updatedAt: row.updated_at };
  }

  /** False where there was none. */
  delete(): boolean {
    const isThere = this.view().backup !== null;
    this.#sql.exec("update key_backup set sealed = null, ways = ''");
    return isThere;
  }

  erase(): void {
    this.#sql.exec("delete from key_backup");
  }

  #row(): Row | undefined {
    return this.#sql.exec<Row>("select * from key_backup").toArray()[0];
  }
}
