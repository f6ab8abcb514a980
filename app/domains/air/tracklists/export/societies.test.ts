import { expect, test } from "vitest";
import { bareLine } from "#tests/helpers/exported-line.ts";
import { type Society, societies } from "../contract/tracklists.ts";
import type { ExportedLine, ExportedSet } from "./exported.ts";
import { describeForSociety, toSocietyFile } from "./files.ts";
import { type MissingField, missingFor, societyRules } from "./societies.ts";

const minMs = 60_000;
/** Ten minutes before midnight. */
const startsAt = Date.UTC(2026, 10, 23, 23, 50);

const set: ExportedSet = {
  id: "s1",
  name: "Late Shift",
  performer: "Ada",
  stage: "Cellar",
  clock: [{ position: 0, at: startsAt }],
  startsAt,
  endsAt: startsAt + 60 * minMs,
  service: "cue.example",
};

const line = (change: Partial<ExportedLine> = {}): ExportedLine => ({
  ...bareLine,
  startsAt: startsAt + 15 * minMs,
  endsAt: startsAt + 20 * minMs + 30_000,
  artist: "Nina",
  title: "Lights (Dub)",
  album: "Last Stop",
  label: "Night Bus",
  labelCode: "LC 01234",
  catalogueNumber: "NB 012",
  isrc: "DEA123400001",
  composer: "N. Simone",
  publisher: "Quiet Songs",
  durationMs: 6 * minMs,
  confidence: "fileable",
  listeners: 7,
  ...change,
});

/** The rows of its own file, as cells. */
function table(society: Society, lines: ExportedLine[], file = societyRules[society].file): string[][] {
  const text = toSocietyFile(society, file, set, lines);
  expect(text.endsWith("\r\n")).toBe(true);
  return text
    .slice(0, -2)
    .split("\r\n")
    .map((row) => row.split(file === "csv" ? "," : "\t"));
}

const rowOf = (society: Society, change: Partial<ExportedLine> = {}) => {
  const [head = [], row = []] = table(society, [line(change)]);
  expect(row).toHaveLength(head.length);
  return Object.fromEntries(head.map((name, index) => [name, row[index]]));
};

test("SoundExchange gets the columns of a report of use", () => {
  expect(rowOf("soundexchange")).toEqual({
    NAME_OF_SERVICE: "cue.example",
    TRANSMISSION_CATEGORY: "A",
    FEATURED_ARTIST: "Nina",
    SOUND_RECORDING_TITLE: "Lights (Dub)",
    ISRC: "DEA123400001",
    ALBUM_TITLE: "Last Stop",
    MARKETING_LABEL: "Night Bus",
    ACTUAL_TOTAL_PERFORMANCES: "7",
  });
});

test("a play after midnight has the next day's date, and durations are what was heard", () => {
  const when = { "Date (UTC)": "2026-11-24", "Time (UTC)": "00:05:00", "Duration (s)": "330" };
  const names = { Title: "Lights (Dub)", Artist: "Nina", ISRC: "DEA123400001" };
  const record = { "Record company": "Night Bus" };
  expect(rowOf("prs")).toEqual({
    ...when,
    ...names,
    Composer: "N. Simone",
    Publisher: "Quiet Songs",
    Plays: "1",
    Album: "Last Stop",
    "Catalogue number": "NB 012",
  });
  expect(rowOf("ppl")).toEqual({
    ...when,
    ...names,
    ...record,
    "Catalogue number": "NB 012",
    Listeners: "7",
  });
  expect(rowOf("gema")).toEqual({
    Title: "Lights (Dub)",
    Composer: "N. Simone",
    Artist: "Nina",
    Publisher: "Quiet Songs",
    "Duration (s)": "330",
    "Date (UTC)": "2026-11-24",
  });
  expect(rowOf("gvl")).toEqual({ ...when, ...names, ...record, "Label code": "LC 01234" });
  expect(rowOf("stim")).toEqual({ ...when, ...names, Composer: "N. Simone" });
});

test("a DSR row has the length of the recording beside that of its use", () => {
  expect(rowOf("dsr")).toEqual({
    ResourceId: "l1",
    ISRC: "DEA123400001",
    ResourceTitle: "Lights (Dub)",
    DisplayArtistName: "Nina",
    ResourceDuration: "PT6M0S",
    StartDateTime: "2026-11-24T00:05:00.000Z",
    UsageDuration: "PT5M30S",
    NumberOfTransmissions: "1",
    NumberOfListeners: "7",
  });
  expect(rowOf("dsr", { durationMs: null }).ResourceDuration).toBe("PT5M30S");
});

const noCodes = { isrc: null, catalogueNumber: null, labelCode: null };
const bare = { ...noCodes, album: null, label: null, composer: null, publisher: null };
test.each<[Society, Partial<ExportedLine>, MissingField[]]>([
  ["soundexchange", bare, ["isrcOrAlbum"]],
  ["soundexchange", { ...bare, album: "Last Stop" }, ["isrcOrAlbum"]],
  ["soundexchange", { ...bare, album: "Last Stop", label: "Night Bus" }, []],
  ["soundexchange", { ...bare, isrc: "DEA123400001" }, []],
  ["soundexchange", { title: "", listeners: null }, ["title", "listeners"]],
  ["soundexchange", { artist: "" }, ["artist"]],
  ["prs", bare, []],
  ["prs", { ...bare, artist: "" }, ["creator"]],
  ["prs", { artist: "", endsAt: null }, ["duration"]],
  ["ppl", bare, ["label", "codeOrNumber"]],
  ["ppl", { ...bare, label: "Night Bus", catalogueNumber: "NB 012" }, []],
  ["gema", bare, ["composer"]],
  ["gema", { ...bare, composer: "N. Simone", artist: "", endsAt: null }, []],
  ["gvl", bare, ["labelOrCode"]],
  ["gvl", { ...bare, labelCode: "LC 01234" }, []],
  ["gvl", { label: "Night Bus", endsAt: null }, ["duration"]],
  ["stim", { ...bare, endsAt: startsAt }, ["duration"]],
  ["dsr", { ...bare, listeners: null }, ["listeners"]],
  ["dsr", bare, []],
])("%s with %o lacks %j", (society, change, missing) => {
  expect(missingFor(society, line(change))).toEqual(missing);
  expect(table(society, [line(change)])).toHaveLength(missing.length === 0 ? 2 : 1);
});

test.each(societies)("%s: what is in the file and what is left out are all lines but samples", (society) => {
  const lines = [
    line(),
    line({ id: "doubted", confidence: "named" }),
    line({ id: "unnamed", confidence: "possible", artist: "", title: "" }),
    line({ id: "sample", isSample: true }),
    line({ id: "on air", ...bare, endsAt: null, listeners: null, confidence: "possible", title: "" }),
  ];
  const { lines: filed, leftOut, name, file } = describeForSociety(society, set, lines);
  expect([name, file]).toEqual([societyRules[society].name, societyRules[society].file]);
  expect(filed.map(({ id }) => id)).toEqual(["l1"]);
  expect(table(society, lines)).toHaveLength(2);
  expect(leftOut.map(({ id }) => id)).toEqual(["doubted", "unnamed", "on air"]);
  expect(leftOut.map(({ missing }) => missing).slice(0, 2)).toEqual([["confirmation"], ["name"]]);
  expect(leftOut[2]?.missing).toEqual(expect.arrayContaining(["confirmation", "title"]));
  // No mandatory field is blank in the file.
  for (const row of filed) expect(missingFor(society, line(row))).toEqual([]);
});

test("what is missing names the fields that fill it", () => {
  const fieldsFor = (society: Society) =>
    describeForSociety(society, set, [line(bare)]).leftOut.map(({ missing, fields }) => ({
      missing,
      fields,
    }));
  expect(fieldsFor("ppl")).toEqual([
    {
      missing: ["label", "ISRC or catalogue number"],
      fields: ["label", "isrc", "catalogueNumber"],
    },
  ]);
  expect(fieldsFor("gema")).toEqual([{ missing: ["composer"], fields: ["composer"] }]);
});

test("an own, unreleased track is filed with the names that its performer gave, and with no others", () => {
  const own = line({ ...bare, isOwn: true, artist: "Ada", title: "Untitled 3" });
  const filedBy = societies.filter((society) => missingFor(society, own).length === 0);
  expect(filedBy).toEqual(["prs", "stim", "dsr"]);
  const composed = { ...bare, isOwn: true, artist: "Ada", title: "Untitled 3", composer: "Ada Lovelace" };
  expect(rowOf("gema", composed)).toMatchObject({
    Title: "Untitled 3",
    Composer: "Ada Lovelace",
    Artist: "Ada",
  });
  expect(missingFor("soundexchange", line(composed))).toEqual(["isrcOrAlbum"]);
});

test("names with formulas, tabs and line breaks stay one harmless cell in both kinds of table", () => {
  const hostile = line({ title: "=HYPERLINK(1)\tA\r\nB", artist: "\t@Ada", label: '+"1"', isrc: null });
  for (const society of ["soundexchange", "dsr"] as const) {
    const [, row] = table(society, [hostile]);
    expect(row).toEqual(expect.arrayContaining(["'=HYPERLINK(1) A B", "'@Ada"]));
  }
  expect(toSocietyFile("ppl", "csv", set, [hostile]).split("\r\n")[1]).toBe(
    '\'@Ada,\'=HYPERLINK(1) A B,"\'+""1""",NB 012,,2026-11-24,00:05:00,330,7',
  );
});

test("either kind of file can be asked of each society, with the same cells", () => {
  for (const society of societies)
    expect(table(society, [line()], "csv")).toEqual(table(society, [line()], "txt"));
});
