import { expect, test } from "vitest";
import { decideClaim } from "./claims.ts";

const [a, b] = ["stage/a", "stage/b"] as const;

test("the first stage that wants a stream gets it, and keeps it as long as it wants it", () => {
  expect(
    decideClaim(null, [
      { room: a, wants: false },
      { room: b, wants: true },
    ]),
  ).toBe(b);
  expect(
    decideClaim(b, [
      { room: a, wants: true },
      { room: b, wants: true },
    ]),
  ).toBe(b);
  expect(
    decideClaim(b, [
      { room: a, wants: true },
      { room: b, wants: false },
    ]),
  ).toBe(a);
});

test("an unavailable stage keeps its streams and gets no new ones", () => {
  expect(
    decideClaim(a, [
      { room: a, wants: undefined },
      { room: b, wants: true },
    ]),
  ).toBe(a);
  expect(decideClaim(null, [{ room: a, wants: undefined }])).toBeNull();
});

test("a stream that no stage wants belongs to the profile", () => {
  expect(decideClaim(null, [])).toBeNull();
  expect(decideClaim(a, [{ room: a, wants: false }])).toBeNull();
  // It no longer watches the performer.
  expect(decideClaim(a, [{ room: b, wants: false }])).toBeNull();
});
