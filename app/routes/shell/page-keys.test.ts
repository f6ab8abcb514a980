import { expect, test } from "vitest";
import { pageActionOf, pages } from "./page-keys.ts";

const signedIn = { afterGo: false, isSignedIn: true, hasChat: true };

test("'?' opens the help for all visitors, and C the chat on pages with one", () => {
  for (const who of [signedIn, { ...signedIn, isSignedIn: false }]) {
    expect(pageActionOf("?", who)).toEqual({ open: "help" });
    expect(pageActionOf("c", who)).toEqual({ open: "chat" });
    expect(pageActionOf("c", { ...who, hasChat: false })).toBeNull();
  }
});

test("G and a page's own key open the page, also in upper case", () => {
  expect(pageActionOf("g", signedIn)).toEqual({ wait: "page" });
  for (const { key, to } of pages) {
    expect(pageActionOf(key, { ...signedIn, afterGo: true })).toEqual({ go: to });
    expect(pageActionOf(key.toUpperCase(), { ...signedIn, afterGo: true })).toEqual({ go: to });
    expect(pageActionOf(key, signedIn)).toBeNull();
  }
  expect(new Set(pages.map(({ key }) => key)).size).toBe(pages.length);
});

test("/ opens the search for typing, but not for visitors who are signed out", () => {
  expect(pageActionOf("/", signedIn)).toEqual({ go: "/search", state: "type" });
  for (const key of ["g", "/", "h"]) {
    expect(pageActionOf(key, { ...signedIn, afterGo: key === "h", isSignedIn: false })).toBeNull();
  }
});
