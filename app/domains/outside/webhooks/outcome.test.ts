import { expect, test } from "vitest";
import { isAnswered, outcomeOf } from "./outcome.ts";

const reply = (status: number, text = "", retryAfterMs: number | null = null) =>
  outcomeOf({ status, text, retryAfterMs });

test("every 2xx is a success", () => {
  expect(reply(200, "ok")).toEqual({ is: "sent", remote: null, url: null, details: "Responded 200: ok" });
  expect(reply(204)).toMatchObject({ is: "sent", details: "Responded 204." });
});

test("410 alone ends the calls", () => {
  expect(reply(410, "gone")).toEqual({ is: "dead", details: "Responded 410: gone" });
});

test.each([301, 302, 307, 308, 400, 401, 403, 404, 408, 409, 422, 429, 500, 502, 503, 504, 530])(
  "%i is tried again",
  (status) => expect(reply(status)).toMatchObject({ is: "later", waitMs: null }),
);

test("no response is tried again, because receivers know a repeated call by its id", () => {
  expect(outcomeOf(null)).toMatchObject({ is: "later", waitMs: null });
});

test("a receiver says how long to wait, up to six hours", () => {
  expect(reply(429, "", 90_000)).toMatchObject({ waitMs: 90_000 });
  expect(reply(503, "", 1e12)).toMatchObject({ waitMs: 6 * 3_600_000 });
});

test("a response is shown as one short line, without what signs our calls", () => {
  const signature = "5257a869e7".repeat(6);
  const shown = reply(
    500,
    `<b>\u202efail\n\t\u0000</b> v1=${signature} WHSEC whsec_a-b_c ${"x".repeat(900)}`,
  );
  const details = "details" in shown ? (shown.details ?? "") : "";
  expect(details).toMatch(/^Responded 500: <b>fail <\/b> v1=… WHSEC … x+$/);
  expect(details.length).toBeLessThan(230);
});

test("a redirect does not show where it leads", () => {
  expect(reply(302, "https://internal.example/secret")).toMatchObject({
    details: "Responded 302: redirects are not followed. Enter the address that it leads to.",
  });
});

test.each([
  [200, "abc", true],
  [201, " abc\n", true],
  [200, '{"challenge":"abc","more":1}', true],
  [200, "ok", false],
  [200, "", false],
  [200, '{"ok":true}', false],
  [200, '"abc"', false],
  [200, '{"data":{"challenge":"abc"}}', false],
  [200, '{"event":"challenge","data":{"webhook":"x","challenge":"abc"}}', false],
  [302, "abc", false],
  [404, "abc", false],
])("%i with %s answers the challenge abc: %s", (status, text, isRight) => {
  expect(isAnswered({ status, text, retryAfterMs: null }, "abc")).toBe(isRight);
});
