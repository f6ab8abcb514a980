import { expect, test } from "vitest";
import { readUploadAnswer } from "./upload-answer.ts";

const answer = (status: number, json: unknown, retryAfter: string | null = null) =>
  readUploadAnswer({ status, json, retryAfter });
const failure = (message: string, type: string, more = {}) => ({ error: { message, type, ...more } });

test("the key of the show is read from both places where it was seen, and may be missing", () => {
  const result = { success: true, message: "Uploaded." };
  expect(answer(200, { result: { ...result, key: "/dj/late/" } })).toEqual({ is: "done", key: "/dj/late/" });
  expect(answer(200, { result, key: "/dj/late/" })).toEqual({ is: "done", key: "/dj/late/" });
  expect(answer(200, { result })).toEqual({ is: "done", key: null });
});

test("a rate limit is a 403 that says how long to wait", () => {
  const limited = failure("Slow down.", "RateLimitException", { retry_after: 452 });
  expect(answer(403, limited, "452")).toEqual({ is: "rate-limited", waitMs: 452_000 });
  expect(answer(403, limited)).toEqual({ is: "rate-limited", waitMs: 452_000 });
  expect(answer(429, null)).toEqual({ is: "rate-limited", waitMs: 600_000 });
  expect(answer(403, failure("Not yours.", "PermissionDenied"))).toMatchObject({ is: "refused" });
});

test("a dead token is recognized by its words, whatever the status", () => {
  for (const status of [400, 401, 403])
    expect(answer(status, failure("An invalid access token was provided", "OAuthException"))).toEqual({
      is: "dead-token",
    });
});

test("a refusal names the fields", () => {
  const json = { ...failure("Invalid upload.", "UploadException"), details: { picture: ["Too large."] } };
  expect(answer(400, json)).toEqual({ is: "refused", details: "Invalid upload.; picture: Too large." });
  expect(answer(302, null)).toEqual({ is: "refused", details: "HTTP 302" });
});

test("a response that may follow an accepted upload is no reason to send it again", () => {
  for (const status of [408, 500, 502, 504]) expect(answer(status, null)).toMatchObject({ is: "unsure" });
  expect(answer(200, { hello: 1 })).toMatchObject({ is: "unsure" });
});
