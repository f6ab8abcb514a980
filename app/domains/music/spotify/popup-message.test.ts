import { expect, test } from "vitest";
import { messageOf, readTokensHash, tokensPath } from "./popup-message.ts";

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

test("tokens behind # are read as they were written", () => {
  const tokens = { access: "BQD-a.b_c/d", refresh: "v1.x%y~z" };
  const { hash, pathname } = new URL(tokensPath(tokens.access, tokens.refresh), "https://cue.example");
  expect(pathname).toBe("/music-token");
  expect(readTokensHash(hash)).toEqual(tokens);
  expect(["", "#", "#one", "#one/", "#%/x"].map(readTokensHash)).toEqual([null, null, null, null, null]);
});
