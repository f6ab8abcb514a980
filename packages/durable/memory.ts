import * as z from "zod/mini";

/** A named value of an object's memory. */
export interface Remembered<T> {
  name: string;
  schema: z.ZodMiniType<T>;
  /** The value before anything was stored. */
  initial: T;
  /** A stored value that does not fit counts as not stored: it is known again soon. Otherwise reading it throws. */
  isExpendable: boolean;
}

/** Declares a named value, which must fit its schema where an earlier version of the code has stored it. */
export function remembered<T>(
  name: string,
  schema: z.ZodMiniType<T>,
  initial: NoInfer<T>,
  { isExpendable = false } = {},
): Remembered<T> {
  return { name, schema, initial, isExpendable };
}

/** Small named values of one object, as JSON in its own storage. */
export class Memory {
  readonly #sql: SqlStorage;

  constructor(storage: DurableObjectStorage) {
    this.#sql = storage.sql;
    this.#sql.exec("create table if not exists memory (name text primary key, json text not null)");
  }

  /** Returns the stored value, otherwise the initial one. Throws for a stored value that does not fit its schema. */
  get<T>({ name, schema, initial, isExpendable }: Remembered<T>): T {
    const row = this.#sql.exec<{ json: string }>("select json from memory where name = ?", name).toArray()[0];
    if (row === undefined) return structuredClone(initial);
    const { data, error } = z.safeParse(schema, JSON.parse(row.json));
    if (error === undefined) return data;
    const problems = z.prettifyError(error);
    if (!isExpendable) throw new Error(`What is stored as "${name}" does not fit: ${problems}`);
    console.warn(JSON.stringify({ event: "memory-does-not-fit", name, problems }));
    return structuredClone(initial);
  }

  set<T>({ name }: Remembered<T>, value: NoInfer<T>): void {
    this.#sql.exec(
      "insert into memory (name, json) values (?1, ?2) on conflict (name) do update set json = ?2",
      name,
      JSON.stringify(value),
    );
  }
}
