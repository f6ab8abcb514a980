import { expect, test } from "vitest";
import { nextAddress } from "./next-address.ts";

const origin = "https://cue.example";
const home = `${origin}/`;

test.each([
  ["/djs", `${origin}/djs`],
  ["/room/glasshouse?tab=people#now", `${origin}/room/glasshouse?tab=people#now`],
  ["/profile/Zo%C3%AB", `${origin}/profile/Zo%C3%AB`],
  ["/search?q=https://elsewhere.example/", `${origin}/search?q=https://elsewhere.example/`],
])("log-in continues to %s", (next, address) => {
  expect(nextAddress(next, origin)).toBe(address);
});

test("log-in continues to Home by default", () => {
  expect(nextAddress(null, origin)).toBe(home);
  expect(nextAddress("", origin)).toBe(home);
});

const elsewhere = [
  "https://evil.example/",
  "//evil.example",
  "///evil.example",
  "/\\evil.example",
  "\\\\evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  "/\r\\evil.example",
  "\t//evil.example",
  " //evil.example",
  "/.//evil.example",
  "/..//evil.example",
  "/room/..//..//evil.example",
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "https:evil.example",
  "https:/evil.example",
  "//user@evil.example/",
  "/\\/evil.example",
  "//evil.example@cue.example/",
  "//cue.example.evil.example",
  "//[::1]/",
  "%2F%2Fevil.example",
  "evil.example",
];

test.each(elsewhere)("log-in never leaves the site for %j", (next) => {
  const address = nextAddress(next, origin);
  // A browser resolves it to this site from any page.
  expect(new URL(address, "https://cue.example/room/a").origin).toBe(origin);
  expect(address.startsWith(`${origin}/`)).toBe(true);
  // So does its path alone, which client-side navigation uses.
  expect(new URL(new URL(address).pathname, home).origin).toBe(origin);
});
