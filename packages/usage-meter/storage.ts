import type { Usage } from "./usage.ts";

/** Notes that a statement, by its first words, or an alarm has written so many rows. */
export type NoteRows = (statement: string, rows: number) => void;

/** Counts rows and alarms of an object's storage from now on, in place. */
export function meterStorage(ctx: DurableObjectState, usage: Usage, noteRows: NoteRows): void {
  const { storage } = ctx;
  const { sql } = storage;
  const exec = sql.exec.bind(sql);
  const setAlarm = storage.setAlarm.bind(storage);
  const put = storage.put.bind(storage) as (...words: unknown[]) => Promise<void>;
  const write = (statement: string, rows: number) => {
    usage.rowsWritten += rows;
    if (rows > 0) noteRows(statement, rows);
  };
  // Configurable: an object can be counted by several.
  const replace = (target: object, name: string, value: unknown) =>
    Object.defineProperty(target, name, { value, configurable: true });
  replace(sql, "exec", (query: string, ...values: SqlStorageValue[]) => {
    const cursor = exec(query, ...values);
    countCursor(cursor, usage, (rows) => write(nameOf(query, values[0]), rows));
    return cursor;
  });
  replace(storage, "sql", sql);
  replace(storage, "setAlarm", (at: number | Date) => {
    write("alarm", 1);
    return setAlarm(at);
  });
  replace(storage, "put", (...words: unknown[]) => {
    write("put", 1);
    return put(...words);
  });
  replace(ctx, "storage", storage);
}

/** A statement's counts grow while its rows are read. */
function countCursor(
  cursor: SqlStorageCursor<Record<string, SqlStorageValue>>,
  usage: Usage,
  write: (rows: number) => void,
): void {
  let read = 0;
  let written = 0;
  const settle = () => {
    usage.rowsRead += cursor.rowsRead - read;
    write(cursor.rowsWritten - written);
    read = cursor.rowsRead;
    written = cursor.rowsWritten;
  };
  settle();
  for (const name of ["toArray", "one", "next"] as const) {
    const method = cursor[name].bind(cursor) as () => unknown;
    Object.defineProperty(cursor, name, {
      configurable: true,
      value: () => {
        try {
          return method();
        } finally {
          settle();
        }
      },
    });
  }
  const rows = cursor[Symbol.iterator].bind(cursor);
  Object.defineProperty(cursor, Symbol.iterator, {
    configurable: true,
    *value() {
      try {
        yield* rows();
      } finally {
        settle();
      }
    },
  });
}

/** `insert into plays`, and the first value where it is a name: `insert into memory facts`. */
function nameOf(query: string, value: unknown): string {
  const words = query.trim().toLowerCase().split(/\s+/, 3).join(" ");
  return typeof value === "string" && /^[a-z-]{1,30}$/i.test(value) ? `${words} ${value}` : words;
}
