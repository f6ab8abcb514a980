import { expect, test } from "vitest";
import { type Answerer, type Asked, decideAnswerer, decideKeptCaches, readRoutes } from "./rules.ts";

const origin = "https://cue.example";

test.each<[what: string, path: string, asked: Partial<Omit<Asked, "url">>, Answerer]>([
  ["home", "/", { mode: "navigate" }, "page"],
  ["a stage", "/room/abc", { mode: "navigate" }, "page"],
  ["a page that begins like a call", "/apiary", { mode: "navigate" }, "page"],
  ["an embedded player", "/player/stage/abc", { mode: "navigate" }, "network"],
  ["log-in elsewhere", "/api/spotify/login", { mode: "navigate" }, "network"],
  ["an address with tokens in it", "/music-token/access/refresh", { mode: "navigate" }, "network"],
  ["a calendar", "/calendar/stage/abc.ics", { mode: "navigate" }, "network"],
  ["a form that is posted", "/", { mode: "navigate", method: "POST" }, "network"],
  ["a hashed file", "/assets/root-abc.js", { mode: "cors" }, "file"],
  ["a page's script", "/assets/root-abc.js", { mode: "cors", destination: "script" }, "file"],
  ["a worker's script", "/assets/socket-abc.js", { mode: "same-origin", destination: "worker" }, "worker"],
  ["what a worker imports", "/assets/dep-abc.js", { mode: "cors", destination: "worker" }, "worker"],
  ["a shared worker", "/assets/s-abc.js", { mode: "same-origin", destination: "sharedworker" }, "worker"],
  ["a worklet", "/assets/worklet-abc.js", { mode: "cors", destination: "audioworklet" }, "worker"],
  ["a painter", "/assets/paint-abc.js", { mode: "cors", destination: "paintworklet" }, "worker"],
  ["a worker, past the cache", "/assets/socket-abc.js?fresh=1", { destination: "worker" }, "network"],
  ["a worker elsewhere", "/service-worker.js", { destination: "serviceworker" }, "network"],
  ["a part of a file", "/assets/root-abc.js", { mode: "no-cors", hasRange: true }, "network"],
  ["the routes behind the links of a page", "/__manifest?paths=/stats&version=1", {}, "routes"],
  ["a call", "/api/status", { mode: "cors" }, "network"],
  ["a page's data", "/room/abc.data", { mode: "cors" }, "network"],
  ["a live stream", "/live/abc.mp3", { mode: "no-cors" }, "network"],
  ["a picture", "/pictures/abc/320.webp", { mode: "no-cors" }, "network"],
])("%s (%s) gets the right strategy", (_, path, asked, answerer) => {
  const plain = { method: "GET", mode: "cors", hasRange: false, destination: "" };
  expect(decideAnswerer({ url: new URL(path, origin), ...plain, ...asked }, origin)).toBe(answerer);
});

test("requests to other origins are ignored", () => {
  const url = new URL("https://elsewhere.example/assets/root.js");
  expect(
    decideAnswerer({ url, method: "GET", mode: "cors", hasRange: false, destination: "worker" }, origin),
  ).toBe("network");
});

test("the files of the previous build are kept for open tabs", () => {
  const names = ["cue-build-a", "another's", "cue-build-b", "cue-build-c"];
  expect(decideKeptCaches(names, "cue-build-c")).toEqual(["cue-build-b", "cue-build-c"]);
  expect(decideKeptCaches(["cue-build-c"], "cue-build-c")).toEqual(["cue-build-c"]);
});

test("the routes of a build are read from its script", () => {
  const script = 'window.__reactRouterManifest={"entry":{},"routes":{"root":{"id":"root"}},"version":"1"};';
  expect(readRoutes(script)).toEqual({ root: { id: "root" } });
});
