import { expect, test } from "vitest";
import { pageActionOf, pages } from "./page-keys.ts";

const signedIn = { afterGo: false, isSignedIn: true, hasChat: true };

test("'?' opens the help for everybody, and C the chat where the page has one", () => {
  for (const who of [signedIn, { ...signedIn, isSignedIn: false }]) {
    expect(pageActionOf("?", who)).toEqual({ open: "help" });
    expect(pageActionOf("c", who)).toEqual({ open: "chat" });
    expect(pageActionOf("c", { ...who, hasChat: false })).toBeNull();
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

test("/ leads to the search to type there; a stranger is led nowhere", () => {
  expect(pageActionOf("/", signedIn)).toEqual({ go: "/search", state: "type" });
  for (const key of ["g", "/", "h"]) {
    expect(pageActionOf(key, { ...signedIn, afterGo: key === "h", isSignedIn: false })).toBeNull();
  }
});
