import { env } from "cloudflare:test";

/** The database of the tests, which records its statements. */
export function recordingDatabase(): { database: D1Database; statements: Set<string> } {
  const statements = new Set<string>();
  const database = new Proxy(env.DB, {
    get(target, name) {
      if (name === "prepare") {
        return (statement: string) => {
          statements.add(statement);
          return target.prepare(statement);
        };
      }
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  return { database, statements };
}

/** Returns the steps of a statement from EXPLAIN QUERY PLAN. */
export async function planOf(statement: string): Promise<string[]> {
  const parameters = Array.from(statement.matchAll(/\?/g), () => 1);
  const { results } = await env.DB.prepare(`explain query plan ${statement}`)
    .bind(...parameters)
    .all<{ detail: string }>();
  return results.map(({ detail }) => detail);
}

/** Returns the steps that read a whole table without an index (`SCAN x`), except the rows of a subquery. */
export async function wholeTableScans(statement: string): Promise<string[]> {
  return (await planOf(statement)).filter(
    (detail) =>
      /^SCAN (?!CONSTANT|\(|shown\b|performances\b)/.test(detail) &&
      !/ USING | VIRTUAL TABLE INDEX /.test(detail),
  );
}
