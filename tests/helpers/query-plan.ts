import { env } from "cloudflare:test";

/** The database of the tests, which notes what is asked of it. */
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

/** The steps of a statement, in the platform's own explanation. */
export async function planOf(statement: string): Promise<string[]> {
  const parameters = Array.from(statement.matchAll(/\?/g), () => 1);
  const { results } = await env.DB.prepare(`explain query plan ${statement}`)
    .bind(...parameters)
    .all<{ detail: string }>();
  return results.map(({ detail }) => detail);
}

/** The steps of a statement that read a whole table, by no index: `SCAN x`; the rows of a subquery are none. */
export async function wholeTableScans(statement: string): Promise<string[]> {
  return (await planOf(statement)).filter(
    (detail) =>
      /^SCAN (?!CONSTANT|\(|shown\b|performances\b)/.test(detail) &&
      !/ USING | VIRTUAL TABLE INDEX /.test(detail),
  );
}
