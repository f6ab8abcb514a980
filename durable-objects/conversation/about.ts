import { hasColumn } from "#packages/durable/columns.ts";

/** Versions that participants are to be told, by user id. */
type Tellings = Record<string, number>;

/** Facts about the conversation itself. */
export interface About {
  beganAt: number;
  /** It is between two people and no one else was ever in it: they have no other direct conversation. */
  isDirect: boolean;
  name: string | null;
  /** Increases with every change that the lists of its participants show. */
  version: number;
  /** The version that D1 has. */
  listed: number;
}

interface AboutRow extends Record<string, SqlStorageValue> {
  began_at: number;
  is_direct: number;
  name: string | null;
  version: number;
  listed: number;
}

/** One row, stored once the conversation has started. */
export class AboutRecord {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    this.#sql.exec(`create table if not exists about (
      one integer primary key check (one = 1), began_at integer not null, is_direct integer not null, name text,
      version integer not null default 0, listed integer not null default 0, tellings text not null default '{}'
    )`);
    if (!hasColumn(sql, "about", "tellings")) this.#migrate();
  }

  begin(isDirect: boolean, at: number): void {
    this.#sql.exec("insert into about (one, began_at, is_direct) values (1, ?, ?)", at, Number(isDirect));
  }

  /** Undefined before it has started. */
  read(): About | undefined {
    const [row] = this.#sql.exec<AboutRow>("select * from about").toArray();
    if (row === undefined) return undefined;
    const { began_at: beganAt, is_direct, name, version, listed } = row;
    return { beganAt, isDirect: is_direct === 1, name, version, listed };
  }

  rename(name: string | null): void {
    this.#sql.exec("update about set name = ?", name);
  }

  /** A third person has joined, or one of the two has left. */
  endDirect(): void {
    this.#sql.exec("update about set is_direct = 0");
  }

  /** A new version, which these users are to be told. */
  raiseVersion(userIds: readonly string[]): void {
    const version = this.#sql.exec<{ version: number }>("select version from about").one().version + 1;
    const tellings = { ...this.tellings(), ...Object.fromEntries(userIds.map((id) => [id, version])) };
    this.#sql.exec("update about set version = ?, tellings = ?", version, JSON.stringify(tellings));
  }

  tellings(): Tellings {
    const [row] = this.#sql.exec<{ tellings: string }>("select tellings from about").toArray();
    return row === undefined ? {} : JSON.parse(row.tellings);
  }

  /** They were told these versions: later ones are still to be told. */
  setTold(told: Tellings): void {
    const waiting = Object.entries(this.tellings()).filter(([userId, version]) => told[userId] !== version);
    this.#sql.exec("update about set tellings = ?", JSON.stringify(Object.fromEntries(waiting)));
  }

  setListed(version: number): void {
    this.#sql.exec("update about set listed = max(listed, ?)", version);
  }

  /** An earlier version had a table of tellings. */
  #migrate(): void {
    this.#sql.exec(`
      alter table about add column tellings text not null default '{}';
      create table if not exists tellings (user_id text primary key, version integer not null);
      update about set tellings = (select json_group_object(user_id, version) from tellings);
      drop table tellings;
    `);
  }
}
