import type { NoteRows } from "./storage.ts";
import type { Usage } from "./usage.ts";

/** A sender of statements: the binding of D1, for the sessions that it opens, and its own session. */
interface Session {
  fetcher: { fetch(input: RequestInfo, init?: RequestInit): Promise<Response> };
}

interface Result {
  meta?: { rows_read?: number; rows_written?: number };
}

/**
 * Counts the rows of a database from now on, in place. The binding gives the counts of a statement only in some of its
 * methods, so they are read from the response that all of them get.
 */
export function meterDatabase(database: D1Database, usage: Usage, noteRows: NoteRows): void {
  const own = Object.values(database).filter(isSession);
  if (!isSession(database) || own.length === 0)
    throw new Error("The binding of D1 has changed: its statements are not counted.");
  for (const session of [database, ...own]) {
    const { fetcher } = session;
    session.fetcher = {
      async fetch(input, init) {
        const response = await fetcher.fetch(input, init);
        const results: Result | Result[] = await response.clone().json();
        for (const { meta } of [results].flat()) {
          usage.rowsRead += meta?.rows_read ?? 0;
          const written = meta?.rows_written ?? 0;
          usage.rowsWritten += written;
          if (written > 0) noteRows(statementOf(init), written);
        }
        return response;
      },
    };
  }
}

const isSession = (value: unknown): value is Session =>
  typeof value === "object" && value !== null && "fetcher" in value;

/** The first words of a statement, without the quotation marks of its names. */
function statementOf(init: RequestInit | undefined): string {
  const body = typeof init?.body === "string" ? init.body : "";
  const [, text = "statement"] = /"sql":"((?:[^"\\]|\\.)*)/.exec(body) ?? [];
  return text.replaceAll('\\"', "").split(/\s+/, 3).join(" ");
}
