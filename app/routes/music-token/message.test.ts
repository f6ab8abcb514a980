import { expect, test } from "vitest";
import { messageOf } from "./message.ts";

test("tokens are passed on unchanged", () => {
  expect(messageOf("BQD-a.b_c", "AQC~d")).toEqual({
    type: "music-token",
    access: "BQD-a.b_c",
    refresh: "AQC~d",
  });
});

test.each([
  ["error", undefined, "failed"],
  ["error", "anything", "failed"],
  ["subscriptionerror", undefined, "subscription"],
  ["BQD", undefined, "failed"],
  ["BQD", "", "failed"],
])("%s with %s is an error of the kind %s", (access, refresh, reason) => {
  expect(messageOf(access, refresh)).toEqual({ type: "music-token-error", reason });
});
