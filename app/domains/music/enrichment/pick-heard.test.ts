import { expect, test } from "vitest";
import type { HeardRecording } from "#app/domains/people/integrations/acoustid/client.ts";
import { pickHeard } from "./pick-heard.ts";

const file = { title: "Night Bus", artists: ["Ana"], durationMs: 300_000 };
const heard = (id: string, change: Partial<HeardRecording> = {}): HeardRecording => ({
  id,
  score: 0.97,
  title: "Night Bus",
  artists: ["Ana"],
  durationMs: 301_000,
  isrcs: [],
  ...change,
});
const idOf = (...recordings: HeardRecording[]) => pickHeard(file, recordings)?.musicbrainz ?? null;

test("one recording that agrees is it, whatever the tags of the file say", () => {
  expect(idOf(heard("a"))).toBe("a");
  expect(idOf(heard("a", { title: "Bus de nuit" }))).toBe("a");
  expect(idOf(heard("a", { title: null, artists: [], durationMs: null }))).toBe("a");
  // Two fingerprints of one recording.
  expect(idOf(heard("a"), heard("a", { score: 0.9 }))).toBe("a");
});

test("a recording of another length, or whose fingerprint agrees too little, is none", () => {
  expect(idOf(heard("a", { durationMs: 307_000 }))).toBe("a");
  expect(idOf(heard("a", { durationMs: 307_001 }))).toBeNull();
  expect(idOf(heard("a", { score: 0.8 }))).toBe("a");
  expect(idOf(heard("a", { score: 0.79 }))).toBeNull();
  expect(idOf()).toBeNull();
});

test("of several, the one of the name of the file, otherwise of its title; in doubt none", () => {
  expect(idOf(heard("a", { title: "Day Bus" }), heard("b"))).toBe("b");
  expect(idOf(heard("a", { artists: ["Bo"] }), heard("b"))).toBe("b");
  expect(idOf(heard("a", { title: "Day Bus" }), heard("b", { artists: ["Bo"] }))).toBe("b");
  expect(idOf(heard("a", { artists: ["Bo"] }), heard("b", { artists: ["Cy"] }))).toBeNull();
  expect(idOf(heard("a"), heard("b"))).toBeNull();
  expect(idOf(heard("a", { title: "Day Bus" }), heard("b", { title: null }))).toBeNull();
  const several = [heard("a"), heard("b", { title: "Day Bus" })];
  expect(pickHeard({ ...file, title: "" }, several)).toBeNull();
});

test("an ISRC is taken where the recording has one alone", () => {
  const isrcOf = (isrcs: string[]) => pickHeard(file, [heard("a", { isrcs })])?.isrc;
  expect(isrcOf(["DE-A12-34-00001", "DEA123400001", "none"])).toBe("DEA123400001");
  expect(isrcOf(["DEA123400001", "DEA123400002"])).toBeNull();
  expect(isrcOf([])).toBeNull();
});
