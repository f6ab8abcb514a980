import { expect, test } from "vitest";
import { cityStatements } from "./statements.ts";

test("the cities of the world fit into statements that the database accepts", async () => {
  const statements = await cityStatements();
  expect(Math.max(...statements.map((statement) => Buffer.byteLength(statement)))).toBeLessThan(100_000);
  const text = statements.join("\n");
  expect(text).toContain("'Portland','portland','US','Oregon',");
  expect(text).toContain("'Zürich','zurich','CH','Zurich',");
  expect(text.match(/\(\d+,'/g)?.length).toBeGreaterThan(45_000);
});
