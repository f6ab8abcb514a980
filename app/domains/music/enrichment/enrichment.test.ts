import { expect, test } from "vitest";
import { minVoiceAgeMs } from "#app/domains/people/accounts/independent.ts";
import type { FoundRecording } from "#app/domains/people/integrations/musicbrainz/answers.ts";
import { readRecording } from "#app/domains/people/integrations/musicbrainz/answers.ts";
import { agreeOn } from "./agreed-files.ts";
import { describeLabel, describeRecording, pickRelease } from "./describe-recording.ts";
import { pickByIsrc, pickByName } from "./pick-recording.ts";

const wanted = { artist: "Ana", title: "Night Bus", isrc: null, durationMs: null };
const recording = (id: string, change: Partial<FoundRecording> = {}): FoundRecording => ({
  id,
  title: "Night Bus",
  artists: ["Ana"],
  lengthMs: 300_000,
  isVideo: false,
  comment: "",
  ...change,
});

test("by name: the same artists, title and version, and nothing else", () => {
  const others = [
    recording("remix", { title: "Night Bus (Cy Remix)" }),
    recording("other", { artists: ["The Karaoke Stars"] }),
    recording("guest", { artists: ["Ana", "Bo"] }),
    recording("video", { isVideo: true }),
    recording("concert", { comment: "live, 2011-05-02: Berlin" }),
    recording("extended", { comment: "extended mix", lengthMs: 420_000 }),
  ];
  expect(pickByName(wanted, others)).toBeNull();
  expect(pickByName(wanted, [...others, recording("own")])).toBe("own");
  expect(pickByName(wanted, [recording("own", { title: "Night Bus (Original Mix)" })])).toBe("own");
  expect(pickByName({ ...wanted, artist: "Ana feat. Bo" }, others)).toBe("guest");
  expect(pickByName({ ...wanted, title: "Night Bus [Cy Remix]" }, others)).toBe("remix");
  expect(pickByName({ ...wanted, durationMs: 421_000 }, others)).toBe("extended");
});

test("by name: the length decides; without one, several lengths are a doubt", () => {
  const two = [recording("short", { lengthMs: 215_000 }), recording("long", { lengthMs: 301_000 })];
  expect(pickByName({ ...wanted, durationMs: 300_000 }, two)).toBe("long");
  expect(pickByName({ ...wanted, durationMs: 250_000 }, two)).toBeNull();
  expect(
    pickByName({ ...wanted, durationMs: 300_000 }, [recording("unknown", { lengthMs: null })]),
  ).toBeNull();
  expect(pickByName(wanted, two)).toBeNull();
  expect(pickByName(wanted, [recording("a"), recording("b", { lengthMs: 304_000 })])).toBe("a");
  expect(pickByName(wanted, [recording("a"), recording("b", { lengthMs: null })])).toBeNull();
});

test("by ISRC: the name may differ in its version, and not in its title", () => {
  expect(pickByIsrc(wanted, [recording("a", { title: "Night Bus (Remastered)" })])).toBe("a");
  expect(pickByIsrc(wanted, [recording("a", { artists: ["ANA & Friends"] })])).toBe("a");
  expect(pickByIsrc(wanted, [recording("a", { title: "Day Bus" })])).toBeNull();
  expect(pickByIsrc(wanted, [recording("a", { artists: ["Mallory"] })])).toBeNull();
  const remix = recording("b", { title: "Night Bus (Cy Remix)" });
  expect(pickByIsrc(wanted, [remix, recording("a")])).toBe("a");
  expect(pickByIsrc({ ...wanted, title: "Night Bus (Dub)" }, [remix, recording("a")])).toBeNull();
});

test("a release: the first official one that is no collection, and never another album than the known one", () => {
  const release = (id: string, change = {}) => ({
    id,
    title: "Last Stop",
    isOfficial: true,
    isCollection: false,
    date: "2019-05-17",
    ...change,
  });
  const all = [
    release("bootleg", { isOfficial: false, date: "2001" }),
    release("collection", { isCollection: true, date: "2002" }),
    release("undated", { date: null }),
    release("again", { date: "2020" }),
    release("first"),
  ];
  expect(pickRelease(all, { album: null })?.id).toBe("first");
  expect(pickRelease(all.slice(0, 2), { album: null })?.id).toBe("collection");
  expect(pickRelease(all, { album: "last stop" })?.id).toBe("first");
  expect(pickRelease(all, { album: "Another" })).toBeNull();
});

test("a label: with its number and code; another one than the known one is another release", () => {
  const labels = [
    { name: "[no label]", code: null, catalogueNumber: "[none]" },
    { name: "Night Bus Records", code: "2070", catalogueNumber: "NBR 012" },
  ];
  const night = { label: "Night Bus Records", labelCode: "LC 02070", catalogueNumber: "NBR 012" };
  expect(describeLabel(labels, { label: null, catalogueNumber: null })).toEqual(night);
  expect(describeLabel(labels, { label: "NIGHT BUS RECORDS", catalogueNumber: "nbr-012" })).toEqual(night);
  expect(describeLabel(labels, { label: "Day Records", catalogueNumber: null })).toBeNull();
  expect(describeLabel(labels, { label: null, catalogueNumber: "NBR 013" })).toBeNull();
  expect(describeLabel(labels.slice(0, 1), { label: "Day Records", catalogueNumber: null })).toEqual({});
});

test("a recording: one ISRC or none, who wrote it, and links that are exactly tracks", () => {
  const id = "8f468f36-8c7e-4fc1-9166-50664d267127";
  const url = (resource: string) => ({ type: "streaming", url: { resource } });
  const relations = [
    url("https://open.spotify.com/track/4uLU6hMCjMI75M1A2tKUQC"),
    url("https://open.spotify.com/album/4uLU6hMCjMI75M1A2tKUQC"),
    url("https://music.apple.com/gb/song/night-bus/1440833088"),
    url("javascript:alert(1)"),
    { type: "performance", work: { relations: [{ type: "writer", artist: { name: "Ana" } }] } },
    { type: "performance", work: { relations: [{ type: "publishing", artist: { name: "Bo" } }] } },
  ];
  const json = { id, title: "Night Bus", length: 300_400.4, isrcs: ["DEA123400001"], relations };
  const read = readRecording(json);
  expect(read && describeRecording(read)).toEqual({
    isrc: "DEA123400001",
    composer: "Ana",
    durationMs: 300_400,
    spotify: "4uLU6hMCjMI75M1A2tKUQC",
    apple: "1440833088",
  });
  const more = readRecording({ ...json, isrcs: ["DEA123400001", "DEA123400002"], relations: null });
  expect(more && describeRecording(more)).toEqual({ durationMs: 300_400 });
  for (const wrong of [null, [], { ...json, id: "../x" }, { ...json, releases: "many" }])
    expect(readRecording(wrong)).toBeNull();
});

test("of files: what two independent people say, and nothing where others agree on something else", () => {
  const file = (id: string, change: object = {}) => ({
    id,
    createdAt: 0,
    referrerId: null,
    isrc: "DEA123400001",
    musicbrainz: "one",
    durationMs: 300_000,
    ...change,
  });
  const agree = (...files: ReturnType<typeof file>[]) => agreeOn(files, minVoiceAgeMs);
  const nothing = { isrc: null, heardAs: null, durationMs: null };
  const all = { isrc: "DEA123400001", heardAs: "one", durationMs: 300_000 };
  expect(agree(file("ana"), file("ana"))).toEqual(nothing);
  expect(agree(file("ana"), file("bo", { createdAt: 1 }))).toEqual(nothing);
  expect(agree(file("ana"), file("bo", { referrerId: "ana" }))).toEqual(nothing);
  expect(agree(file("ana"), file("bo", { durationMs: 305_000 }))).toEqual(all);
  const other = { isrc: "DEA123400002", musicbrainz: "two", durationMs: 420_000 };
  expect(agree(file("ana"), file("bo"), file("cy", other))).toEqual(all);
  expect(agree(file("ana"), file("bo"), file("cy", other), file("di", other))).toEqual(nothing);
});
