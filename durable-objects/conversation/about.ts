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
      version integer not null default 0, listed integer not null default 0
    )`);
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

  /** Returns the number of the new version. */
  raiseVersion(): number {
    return this.#sql
      .exec<{ version: number }>("update about set version = version + 1 returning version")
      .one().version;
  }

  setListed(version: number): void {
    this.#sql.exec("update about set listed = max(listed, ?)", version);
  }
}
