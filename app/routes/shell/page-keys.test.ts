import { expect, test } from "vitest";
import { pageActionOf, pages } from "./page-keys.ts";

const signedIn = { afterGo: false, isSignedIn: true };

test("'?' opens the help for everybody, and C the chat", () => {
  for (const who of [signedIn, { afterGo: false, isSignedIn: false }]) {
    expect(pageActionOf("?", who)).toEqual({ open: "help" });
    expect(pageActionOf("c", who)).toEqual({ open: "chat" });
  }
});

test("G and the key of a page lead there, in capitals too; each page has a key of its own", () => {
  expect(pageActionOf("g", signedIn)).toEqual({ wait: "page" });
  for (const { key, to } of pages) {
    expect(pageActionOf(key, { ...signedIn, afterGo: true })).toEqual({ go: to });
    expect(pageActionOf(key.toUpperCase(), { ...signedIn, afterGo: true })).toEqual({ go: to });
    expect(pageActionOf(key, signedIn)).toBeNull();
  }
  expect(new Set(pages.map(({ key }) => key)).size).toBe(pages.length);
});

test("/ leads to the search; a stranger is led nowhere", () => {
  expect(pageActionOf("/", signedIn)).toEqual({ go: "/search" });
  for (const key of ["g", "/", "h"]) {
    expect(pageActionOf(key, { afterGo: key === "h", isSignedIn: false })).toBeNull();
  }
});
