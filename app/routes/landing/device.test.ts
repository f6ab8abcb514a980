import { expect, test } from "vitest";
import { type Device, deviceOf, storesFor } from "./device.ts";

const webKit = "AppleWebKit/605.1.15 (KHTML, like Gecko)";
const agents: [name: string, userAgent: string, device: Device][] = [
  [
    "Safari on an iPhone",
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) ${webKit} Version/18.1 Mobile/15E148 Safari/604.1`,
    "apple",
  ],
  [
    "Chrome on an iPhone",
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) ${webKit} CriOS/131.0 Mobile/15E148 Safari/604.1`,
    "apple",
  ],
  [
    "an iPad that asks for mobile pages",
    `Mozilla/5.0 (iPad; CPU OS 18_1 like Mac OS X) ${webKit} Version/18.1 Mobile/15E148 Safari/604.1`,
    "apple",
  ],
  [
    "an iPad that asks for desktop pages",
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webKit} Version/18.1 Safari/605.1.15`,
    "other",
  ],
  [
    "Chrome on an Android phone",
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36",
    "google",
  ],
  [
    "Firefox on an Android tablet",
    "Mozilla/5.0 (Android 15; Tablet; rv:133.0) Gecko/133.0 Firefox/133.0",
    "google",
  ],
  [
    "Edge on Windows",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0",
    "other",
  ],
  [
    "a Windows phone that names every other",
    "Mozilla/5.0 (Windows Phone 10.0; Android 6.0.1; Microsoft; Lumia 950) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/52.0 Mobile Safari/537.36 Edge/15.15063 like iPhone",
    "other",
  ],
  [
    "Chrome on Linux",
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36",
    "other",
  ],
  ["a program that says nothing", "", "other"],
];

test.each(agents)("%s is recognized by its user agent", (_, userAgent, device) => {
  expect(deviceOf(userAgent)).toBe(device);
});

const apple = "https://apps.apple.example/cue";
const google = "https://play.google.example/cue";

test("a phone sees its own store first", () => {
  expect(storesFor("apple", { apple, google }).map(({ kind }) => kind)).toEqual(["apple", "google"]);
  expect(storesFor("google", { apple, google }).map(({ kind }) => kind)).toEqual(["google", "apple"]);
  expect(storesFor("google", { apple: null, google })).toEqual([{ kind: "google", href: google }]);
});

test("the form stays where no store can help", () => {
  expect(storesFor("apple", { apple: null, google: null })).toEqual([]);
  expect(storesFor("apple", { apple: null, google })).toEqual([]);
  expect(storesFor("other", { apple, google })).toEqual([]);
});
