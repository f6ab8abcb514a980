import type { KeyChange } from "#app/domains/value/tokens/port.ts";
import type { KeysCore, SqlRow } from "./core.ts";

const tables = `
create table if not exists wallet_key (
  one integer primary key check (one = 1), wallet text not null, public_key text not null,
  only_devices integer not null default 0
);
create table if not exists key_change (
  one integer primary key check (one = 1), kind text not null check (kind in ('key', 'devices-off')),
  public_key text, started_at integer not null, ends_at integer not null
);
create table if not exists key_mails (id text primary key, kind text not null);
`;

type ChangeRow = SqlRow<{
  kind: KeyChange["kind"];
  public_key: string | null;
  started_at: number;
  ends_at: number;
}>;

/** The public key of a wallet, the switch of its devices, and the one change of them that waits. */
export class KeyStore {
  readonly #sql: SqlStorage;

  constructor({ storage }: Pick<KeysCore, "storage">) {
    this.#sql = storage.sql;
    this.#sql.exec(tables);
  }

  key(): { wallet: string; publicKey: string; isOnlyDevices: boolean } | undefined {
    const row = this.#sql
      .exec<{ wallet: string; public_key: string; only_devices: number }>("select * from wallet_key")
      .toArray()[0];
    return row && { wallet: row.wallet, publicKey: row.public_key, isOnlyDevices: row.only_devices === 1 };
  }

  /** The switch stays as it is. */
  setKey(wallet: string, publicKey: string): void {
    this.#sql.exec(
      "insert into wallet_key (one, wallet, public_key) values (1, ?, ?) on conflict (one) do update set public_key = excluded.public_key",
      wallet,
      publicKey,
    );
  }

  setOnlyDevices(isOn: boolean): void {
    this.#sql.exec("update wallet_key set only_devices = ?", isOn ? 1 : 0);
  }

  change(): KeyChange | null {
    const row = this.#sql.exec<ChangeRow>("select * from key_change").toArray()[0];
    if (row === undefined) return null;
    const { kind, public_key, started_at, ends_at } = row;
    return { kind, publicKey: public_key, startedAt: started_at, endsAt: ends_at };
  }

  setChange(change: KeyChange | null): void {
    this.#sql.exec("delete from key_change");
    if (change === null) return;
    this.#sql.exec(
      "insert into key_change (one, kind, public_key, started_at, ends_at) values (1, ?, ?, ?, ?)",
      change.kind,
      change.publicKey,
      change.startedAt,
      change.endsAt,
    );
  }

  /** Emails about changes that took effect after their wait, which are not written yet. */
  mails(): { id: string; kind: KeyChange["kind"] }[] {
    const rows = this.#sql.exec<{ id: string; kind: string }>("select id, kind from key_mails").toArray();
    return rows.map(({ id, kind }) => ({ id, kind: kind as KeyChange["kind"] }));
  }

  addMail(id: string, kind: KeyChange["kind"]): void {
    this.#sql.exec("insert into key_mails (id, kind) values (?, ?)", id, kind);
  }

  removeMail(id: string): void {
    this.#sql.exec("delete from key_mails where id = ?", id);
  }

  erase(): void {
    for (const table of ["wallet_key", "key_change", "key_mails"]) this.#sql.exec(`delete from ${table}`);
  }
}
