import { env } from "cloudflare:test";
import { expect, test } from "vitest";

test("the database is migrated", async () => {
  const row = await env.DB.prepare("select count(*) as n from users").first<{ n: number }>();
  expect(row?.n).toBe(0);
});
