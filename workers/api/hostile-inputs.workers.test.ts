/** Every call with hostile texts that its description allows, and a wrong input through the whole Worker. */
import { beforeAll, expect, test } from "vitest";
import { callsOf, exampleBody } from "#tests/helpers/described-inputs.ts";
import { makePerformer, type Person } from "#tests/helpers/people.ts";
import { answerOf, request } from "#tests/helpers/request.ts";
import { isSweep } from "#tests/helpers/sweep.ts";

const calls = callsOf(await answerOf(request("/api/openapi.json")));

let person: Person;
beforeAll(async () => {
  person = await makePerformer({ username: "Malformed", isManager: true });
});

test("a wrong field is named in a sentence", async () => {
  const body = { user: ["x"] };
  const response = await request("/api/users/search", { as: person, body });
  expect(response.status).toBe(400);
  expect(await response.json()).toEqual({
    error: "Please check “user”.",
    message: "Please check “user”.",
    code: "bad-input",
    status: 400,
  });
});

/** These would end the caller's session. */
const endsSession = new Set(["/api/users/logout", "/api/users/deleteAccount"]);

/**
 * Problematic texts for queries, paths, objects and encodings; pages have a longer list of their own. Each call gets one
 * of them in turn, in a sweep all.
 */
const hostileTexts = ["' or '1'='1' --", "__proto__", "../../etc/passwd", "a\u0000b", "\ud800 lone"];

test("no call fails with a server error on valid hostile texts", { timeout: 120_000 }, async () => {
  const failures: string[] = [];
  for (const [index, call] of calls.filter(({ path }) => !endsSession.has(path)).entries()) {
    const next = index % hostileTexts.length;
    for (const text of isSweep ? hostileTexts : hostileTexts.slice(next, next + 1)) {
      const response = await request(call.path, { as: person, body: exampleBody(call, text) });
      // Some answers are files.
      const answer = new TextDecoder().decode(await response.arrayBuffer());
      if (response.status >= 500) failures.push(`${call.path}: ${response.status} ${answer}`);
    }
  }
  expect(failures).toEqual([]);
});
