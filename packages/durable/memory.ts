/** Small named values of one room, as JSON in its own storage. */
export class Memory {
  readonly #sql: SqlStorage;

  constructor(storage: DurableObjectStorage) {
    this.#sql = storage.sql;
    this.#sql.exec("create table if not exists memory (name text primary key, json text not null)");
  }

  get<T>(name: string): T | undefined {
    const row = this.#sql.exec<{ json: string }>("select json from memory where name = ?", name).toArray()[0];
    return row === undefined ? undefined : (JSON.parse(row.json) as T);
  }

  set(name: string, value: unknown): void {
    this.#sql.exec(
      "insert into memory (name, json) values (?1, ?2) on conflict (name) do update set json = ?2",
      name,
      JSON.stringify(value),
    );
  }
}
