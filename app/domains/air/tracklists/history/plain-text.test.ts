import { expect, test } from "vitest";
import { readHistoryFile } from "./read-history-file.ts";

const three = [
  ["Nora Vale", "Amber Room", 0],
  ["Kite Works", "Low Tide", 130],
  ["Mira Sol", "Glass Harbour", 277],
] as const;

function read(text: string, name = "list.txt") {
  const { entries, unread, clock } = readHistoryFile(new TextEncoder().encode(text), name);
  const tracks = entries.map(({ artist, title, offsetMs, startedAt }) => {
    const at = startedAt ?? offsetMs;
    return [artist, title, at === null ? null : at / 1_000];
  });
  return { tracks, unread, clock, entries };
}

const clock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
const two = (number: number) => String(number).padStart(2, "0");
const long = (seconds: number) => `00:${two(Math.floor(seconds / 60))}:${two(seconds % 60)}`;
type Row = (artist: string, title: string, at: number, number: number) => string;

const shapes: readonly (readonly [string, Row])[] = [
  ["time first", (a, t, at) => `${clock(at)} ${a} - ${t}`],
  ["number, time", (a, t, at, n) => `${n}. ${long(at).slice(3)} ${a} - ${t}`],
  ["time, number", (a, t, at, n) => `${clock(at)} ${two(n)}. ${a} - ${t}`],
  ["time in brackets", (a, t, at) => `[${long(at).slice(3)}] ${a} – ${t}`],
  ["time and bar", (a, t, at) => `${long(at)} | ${a} - ${t}`],
  ["bars only", (a, t, at) => `${long(at)} | ${a} | ${t}`],
  ["tabs", (a, t, at) => `${clock(at)}\t${a}\t${t}`],
  ["tabs and number", (a, t, at, n) => `${n}\t${long(at)}\t${a}\t${t}`],
  ["time at the end", (a, t, at) => `${a} - ${t} ${clock(at)}`],
  ["time at the end in brackets", (a, t, at, n) => `${n}) ${a} — ${t} (${clock(at)})`],
  ["time at the end behind an at", (a, t, at) => `${a} - ${t} @ ${clock(at)}`],
  ["hours at the end", (a, t, at) => `${a} - ${t} [${long(at)}]`],
  ["title by artist", (a, t, at) => `${clock(at)} ${t} by ${a}`],
  ["title by artist, time at the end", (a, t, at) => `"${t}" by ${a} ${clock(at)}`],
  ["milliseconds", (a, t, at) => `${clock(at)}.000 ${a} - ${t}`],
  ["hours in words", (a, t, at) => `0h${two(Math.floor(at / 60))}m${two(at % 60)}s ${a} - ${t}`],
  ["minutes with primes", (a, t, at) => `${Math.floor(at / 60)}'${two(at % 60)}" ${a} - ${t}`],
  ["a range", (a, t, at) => `${clock(at)} - ${clock(at + 100)} ${a} - ${t}`],
  ["dashes around", (a, t, at) => `${clock(at)} - ${a} - ${t}`],
  ["bullets", (a, t, at) => `• ${clock(at)} ${a} - ${t}`],
  ["with a label", (a, t, at) => `[${clock(at)}] ${a} - ${t} [NIGHT BUS]`],
  ["with links", (a, t, at) => `${clock(at)} ${a} - ${t} https://example.com/${at}`],
  ["time in a line of its own", (a, t, at) => `${clock(at)}\n${a} - ${t}`],
  ["wide colons", (a, t, at) => `${clock(at).replace(":", "：")} ${a} － ${t}`],
  ["no spaces around the dash", (a, t, at) => `${clock(at)} ${a}–${t}`],
];

test.each(shapes)("a list is read with %s", (_, row) => {
  const list = three.map(([artist, title, at], index) => row(artist, title, at, index + 1)).join("\n");
  const { tracks, unread } = read(list);
  expect(tracks).toEqual(three);
  expect(unread).toEqual([]);
  const windows = read(`\uFEFF${list.replaceAll("\n", "\r\n")}\r\n`);
  expect(windows.tracks).toEqual(three);
});

test("what is around a list is told, and is no track", () => {
  const list = [
    "Nora Vale - Live at the Bus Stop",
    "Friday · 2026-11-20",
    "",
    "Tracklist:",
    ...three.map(([artist, title, at]) => `${clock(at)} ${artist} - ${title}`),
    "w/ Odd Lamp - Night Bus",
    "",
    "Instagram - @noravale",
    "https://example.com",
  ];
  const { tracks, unread } = read(list.join("\n"));
  expect(tracks).toEqual([...three, ["Odd Lamp", "Night Bus", null]]);
  expect(unread).toEqual([
    "Nora Vale - Live at the Bus Stop",
    "Friday · 2026-11-20",
    "Tracklist:",
    "Instagram - @noravale",
    "https://example.com",
  ]);
});

test("numbers and times that are names stay names", () => {
  expect(read("0:00 112 - Peaches\n4:00 808 State - Cubik\n8:00 2. Liga - Tor 4:20").tracks).toEqual([
    ["112", "Peaches", 0],
    ["808 State", "Cubik", 240],
    ["2. Liga", "Tor 4:20", 480],
  ]);
  expect(read("01 99 Posse - Curre\n02 4 Hero - Star Chasers\n03 U2 - 40").tracks).toEqual([
    ["99 Posse", "Curre", null],
    ["4 Hero", "Star Chasers", null],
    ["U2", "40", null],
  ]);
  expect(read("0:00 A – One - Two [VIP MIX]\n4:00 B - C – Three [DUB]").tracks[0]).toEqual([
    "A",
    "One - Two [VIP MIX]",
    0,
  ]);
});

test("lengths at the ends of lines are no times", () => {
  const { entries } = read("1. A - One (6:32)\n2. B - Two (4:10)\n3. C - Three (7:01)\n4. D - Four (5:00)");
  expect(entries.map(({ title, offsetMs, durationMs }) => [title, offsetMs, durationMs])).toEqual([
    ["One", null, 392_000],
    ["Two", null, 250_000],
    ["Three", null, 421_000],
    ["Four", null, 300_000],
  ]);
});

test("long sets, clocks of twelve hours and hours without seconds are understood", () => {
  expect(read("98:30 A - One\n103:10 B - Two\n1:52:00 C - Three").tracks.map(([, , at]) => at)).toEqual([
    5_910, 6_190, 6_720,
  ]);
  const night = read("11:50 PM A - One\n11:58 PM B - Two\n12:06 AM C - Three");
  expect(night.clock).toBe("time-of-day");
  expect(night.tracks.map(([, , at]) => at)).toEqual([85_800, 86_280, 86_760]);
  expect(read("0:00 A - One\n0:04 B - Two\n1:02 C - Three").tracks.map(([, , at]) => at)).toEqual([
    0, 240, 3_720,
  ]);
  expect(read("[00] A - One\n[04] B - Two\n[62] C - Three").tracks.map(([, , at]) => at)).toEqual([
    0, 240, 3_720,
  ]);
});

test("an ID is a track without a name", () => {
  const { entries } = read("0:00 A - One\n4:00 ID - ID\n8:00 ID\n[??:??] ID - ID\n12:00 B - ID");
  expect(entries.map(({ isUnnamed = false }) => isUnnamed)).toEqual([false, true, true, true, false]);
});
