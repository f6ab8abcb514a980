import { createConfig, lintFromString } from "@redocly/openapi-core";
import { Hono } from "hono";
import { expect, test } from "vitest";
import { api } from "#workers/api/index.ts";
import { openApiDocument } from "#workers/api/open-api.ts";
import type { HonoEnv } from "#workers/hono.ts";

const origin = "https://radio.example";

async function readDocument(): Promise<string> {
  const app = new Hono<HonoEnv>();
  app.get("/api/openapi.json", openApiDocument(app)).route("/api", api);
  const env = { CUE_ORIGIN: `${origin}/`, CUE_MODE: "production" };
  return (await app.request("/api/openapi.json", {}, env)).text();
}

test("the API description is valid OpenAPI and passes its linter", async () => {
  const config = await createConfig({
    extends: ["recommended-strict"],
    rules: {
      // The API has no license.
      "info-license": "off",
      // Refusals are described once, as the default response of every call.
      "operation-4xx-response": "off",
      // A field that is accepted and ignored may contain anything.
      "no-illogical-composition-keywords": "off",
    },
  });
  const problems = await lintFromString({ source: await readDocument(), config });
  expect(
    problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`),
  ).toEqual([]);
}, 60_000);

test("the API description names the origin of the instance as its server", async () => {
  expect(JSON.parse(await readDocument())).toMatchObject({ servers: [{ url: origin }] });
});
