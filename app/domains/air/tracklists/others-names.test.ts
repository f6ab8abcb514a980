/** One account's word about others' sound stays its word: the rule, over all that it may say. */
import { describe, expect, test } from "vitest";
import { minVoiceAgeMs } from "#app/domains/people/accounts/independent.ts";
import { deriveTracklist } from "./derive.ts";
import type { EvidenceRow } from "./evidence.ts";

const start = Date.UTC(2026, 10, 20, 20);
const min = 60_000;
let count = 0;

type Fields = Partial<EvidenceRow> & { from?: number; to?: number; since?: number; referrer?: string };

/** A row; times are minutes from the beginning of Vera's set. `since`: when the account was made. */
function row({ from, to, since = 0, referrer, ...rest }: Fields): EvidenceRow {
  count += 1;
  return {
    id: `row-${String(count).padStart(4, "0")}`,
    performance: "set",
    setId: "set",
    stageId: "stage",
    performerId: "vera",
    broadcastId: "broadcast",
    kind: "ear",
    act: "heard",
    line: null,
    trackId: null,
    artist: "",
    title: "",
    startsAt: from === undefined ? null : start + from * min,
    endsAt: to === undefined ? null : start + to * min,
    speed: 1,
    playback: null,
    share: 0.5,
    chance: 0.02,
    supportedMs: 200_000,
    referenceId: null,
    grade: "C",
    indexSize: null,
    rulesVersion: null,
    userId: null,
    voice: rest.userId
      ? { id: rest.userId, createdAt: since, referrerId: referrer ?? null, isUnwanted: false }
      : null,
    details: {},
    at: start + count,
    ...rest,
  };
}

const unnamed = (from = 10, to = 14) => row({ from, to });
/** Returns evidence of a name that somebody gave in a tracklist of theirs, where the same sound was heard. */
const named = (userId: string, title = "Found", more: Fields = {}) =>
  row({
    trackId: title.toLowerCase(),
    artist: "Bo",
    title,
    userId,
    from: 10,
    to: 14,
    referenceId: "sound",
    ...more,
    details: { certainty: "named", namedIn: `set of ${userId}`, ...more.details },
  });
const listener = (line: EvidenceRow, userId: string, title = "Found") =>
  row({ kind: "listener", act: "suggest", line: line.id, userId, trackId: "found", artist: "Bo", title });
const dismiss = ({ id }: EvidenceRow) =>
  row({ kind: "performer", act: "retract", userId: "vera", details: { evidence: id } });

const lines = (...rows: EvidenceRow[]) => deriveTracklist(rows, { endsAt: start + 60 * min, broadcasts: [] });
const brief = (...rows: EvidenceRow[]) =>
  lines(...rows).map(({ title, confidence, source, suggestions }) => ({
    named: confidence === "possible" ? null : `${title} by ${source}`,
    suggested: suggestions.map((each) => `${each.title}: ${[...each.by, ...each.from].join(" ")}`),
  }));

test("one person's name for the same sound is a suggestion, whatever they say and however often", () => {
  const span = unnamed();
  expect(brief(span, named("mallory"), named("mallory"))).toEqual([
    { named: null, suggested: ["Found: mallory"] },
  ]);
  const words = named("mallory", "Vera stole this");
  expect(brief(span, words)).toEqual([{ named: null, suggested: ["Vera stole this: mallory"] }]);
  expect(lines(span, words)[0]).toMatchObject({ trackId: null, title: "", kinds: ["ear"] });
});

test("the performer's own name names their own play", () => {
  expect(brief(unnamed(), named("vera", "Mine", { userId: null, details: { own: 1 } }))).toEqual([
    { named: "Mine by ear", suggested: [] },
  ]);
});

describe("several who say the same", () => {
  const three = (a: Fields, b: Fields, c: Fields) => [
    named("a", "Found", a),
    named("b", "Found", b),
    named("c", "Found", c),
  ];

  test("name it, with listeners among them", () => {
    expect(brief(unnamed(), ...three({}, {}, {}))).toEqual([{ named: "Found by listener", suggested: [] }]);
    const span = unnamed();
    expect(brief(span, named("a"), listener(span, "b"), listener(span, "c"))).toEqual([
      { named: "Found by listener", suggested: [] },
    ]);
  });

  test.each([
    ["young accounts", [{}, {}, { since: start - minVoiceAgeMs / 2 }]],
    ["who have referred each other", [{}, { referrer: "a" }, { referrer: "b" }]],
    ["whom one has referred", [{ referrer: "m" }, { referrer: "m" }, { referrer: "m" }]],
    [
      "whom the performer has blocked",
      [{}, {}, { voice: { id: "c", createdAt: 0, referrerId: null, isUnwanted: true } }],
    ],
    ["of whom one is gone, who may have come yesterday", [{}, {}, { userId: null }]],
    ["whose accounts are gone", [{ userId: null }, { userId: null }, { userId: null }]],
  ] as [string, [Fields, Fields, Fields]][])("do not: %s", (_, [a, b, c]) => {
    expect(brief(unnamed(), ...three(a, b, c))[0]).toMatchObject({ named: null });
  });
});

test("a thousand names for one line, half of them dismissed, are read in a moment", () => {
  const span = unnamed();
  const names = Array.from({ length: 1_000 }, (_, place) =>
    listener(span, `listener-${place % 20}`, `Name ${place}`),
  );
  const dismissed = names.slice(0, 500).map(dismiss);
  // Its own processor time: a busy machine makes it wait, not compute more.
  const from = process.threadCpuUsage();
  expect(lines(span, ...names, ...dismissed)[0]?.suggestions).toHaveLength(500);
  const { user, system } = process.threadCpuUsage(from);
  expect((user + system) / 1_000).toBeLessThan(1_000);
});

describe("what is dismissed", () => {
  test("does not come back in other words of the same person, or from somebody else", () => {
    const span = unnamed();
    const wrong = named("mallory", "Vera stole this");
    const again = [named("mallory", "Vera is a thief"), named("max", "VERA STOLE THIS")];
    expect(brief(span, wrong, dismiss(wrong), ...again, listener(span, "ada", "Vera stole this"))).toEqual([
      { named: null, suggested: [] },
    ]);
    expect(brief(span, wrong, dismiss(wrong), named("theo", "Found"))[0]?.suggested).toEqual(["Found: theo"]);
  });

  test("is suggested again once that is taken back", () => {
    const [span, wrong] = [unnamed(), named("mallory")];
    const back = dismiss(wrong);
    expect(brief(span, wrong, back, dismiss(back))[0]?.suggested).toEqual(["Found: mallory"]);
  });

  test("the same for listeners", () => {
    const span = unnamed();
    const wrong = listener(span, "ada");
    const others = ["ada", "nell", "max", "theo"].map((userId) => listener(span, userId));
    expect(brief(span, wrong, dismiss(wrong), ...others)).toEqual([{ named: null, suggested: [] }]);
  });
});

test("a name for a part of a long span is accepted for that part, and not suggested again", () => {
  const [span, part] = [unnamed(0, 40), named("mallory", "Found", { from: 10, to: 14 })];
  expect(lines(span, part)[0]?.suggestions).toMatchObject([{ startsAt: start + 10 * min }]);
  const accepted = row({
    kind: "performer",
    userId: "vera",
    trackId: "found",
    artist: "Bo",
    title: "Found",
    from: 10,
    to: 14,
    details: { suggestion: part.id },
  });
  expect(brief(span, part, accepted, named("max", "Found", { from: 10, to: 14 }))).toEqual([
    { named: null, suggested: [] },
    { named: "Found by performer", suggested: [] },
  ]);
  const voted = ["a", "b", "c"].map((userId) => named(userId, "Found", { from: 10, to: 14 }));
  expect(lines(span, ...voted).map(({ title, startsAt }) => [title, (startsAt - start) / min])).toEqual([
    ["", 0],
    ["Found", 10],
  ]);
});

test("what the performer had confirmed while others' names were public stays theirs", () => {
  const [span, theirs] = [unnamed(), named("mallory")];
  const confirm = row({ kind: "performer", act: "confirm", line: theirs.id, userId: "vera" });
  expect(brief(span, theirs, confirm)).toEqual([{ named: "Found by ear", suggested: [] }]);
  expect(lines(span, theirs, confirm)[0]?.namedBy).toEqual(["vera"]);
});

test("a name of others suggests nothing where somebody has named that part", () => {
  const own = row({ kind: "performer", userId: "vera", trackId: "mine", title: "Mine", from: 10, to: 14 });
  expect(brief(unnamed(0, 40), own, named("mallory"))).toEqual([
    { named: null, suggested: [] },
    { named: "Mine by performer", suggested: [] },
  ]);
});
