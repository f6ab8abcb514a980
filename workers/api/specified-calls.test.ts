import { Hono } from "hono";
import { expect, test } from "vitest";
import { specifiedCalls } from "#tests/helpers/access/specified-calls.ts";
import { api, declaredCalls } from "#workers/api/index.ts";
import { openApiDocument } from "#workers/api/open-api.ts";
import type { HonoEnv } from "#workers/hono.ts";

const specified = specifiedCalls
  .trim()
  .split("\n")
  .map((line) => line.split(/ +/) as [method: string, path: string, who: string]);

/** The specification knows two kinds of callers. */
const kindOf = (who: string) => (who === "guest" || who === "public" ? "public" : who);

test("every specified call is routed, guarded and described", async () => {
  expect(specified).toHaveLength(140);
  const app = new Hono<HonoEnv>();
  app.get("/api/openapi.json", openApiDocument(app)).route("/api", api);
  const env = { CUE_ORIGIN: "https://radio.example", CUE_MODE: "production" };
  const document = await (await app.request("/api/openapi.json", {}, env)).json<{
    paths: Record<string, Record<string, { summary?: string }>>;
  }>();
  const problems = specified.flatMap(([method, path, who]) => {
    const call = declaredCalls.find((each) => each.method === method && each.path === path);
    if (call === undefined) return [`${method} ${path} is missing`];
    const summary = document.paths[`/api${path}`]?.[method.toLowerCase()]?.summary;
    return [
      ...(kindOf(call.who) === who ? [] : [`${method} ${path} is for ${call.who}, not ${who}`]),
      ...(summary ? [] : [`${method} ${path} is not described`]),
    ];
  });
  expect(problems).toEqual([]);
});
