import { describe, expect, test } from "vitest";
import { deriveTracklist } from "./derive.ts";
import type { EvidenceRow, Line } from "./evidence.ts";

const start = Date.UTC(2026, 10, 20, 20);
const min = 60_000;
const s = 1_000;
let count = 0;

/** A row; times are minutes from the beginning of the set. */
function row(fields: Partial<EvidenceRow> & { from?: number; to?: number }): EvidenceRow {
  count += 1;
  const { from, to, ...rest } = fields;
  const track = rest.trackId ?? null;
  return {
    id: `row-${String(count).padStart(4, "0")}`,
    performance: "set",
    setId: "set",
    stageId: "stage",
    performerId: "theo",
    broadcastId: "broadcast",
    kind: "encoder",
    act: "heard",
    line: null,
    trackId: track,
    artist: track === null ? "" : `Artist of ${track}`,
    title: track ?? "",
    startsAt: from === undefined ? null : start + from * min,
    endsAt: to === undefined ? null : start + to * min,
    speed: null,
    playback: null,
    share: null,
    chance: null,
    supportedMs: null,
    referenceId: null,
    grade: null,
    indexSize: null,
    rulesVersion: null,
    userId: null,
    voice: rest.userId ? { id: rest.userId, createdAt: 0, referrerId: null, isUnwanted: false } : null,
    details: {},
    at: start + count,
    ...rest,
  };
}

const heardByEar = (trackId: string | null, from: number, to: number, more: Partial<EvidenceRow> = {}) =>
  row({
    kind: "ear",
    trackId,
    from,
    to,
    share: 0.5,
    chance: 0.02,
    supportedMs: (to - from) * min,
    grade: "A",
    details: { own: 1 },
    ...more,
  });

const end = start + 60 * min;
const lines = (...rows: EvidenceRow[]) => deriveTracklist(rows, { endsAt: end, broadcasts: [] });
const stillOn = { endsAt: null, broadcasts: [] };

test("a span without a name is gone once a file names it; what the file does not cover stays", () => {
  const unnamed = [heardByEar(null, 24, 33), heardByEar(null, 40, 50)];
  const file = row({ kind: "history", trackId: "white-label", from: 24, to: 44 });
  const found = lines(...unnamed, file);
  expect(found.map(({ trackId, startsAt }) => [trackId, (startsAt - start) / min])).toEqual([
    ["white-label", 24],
    [null, 40],
  ]);
  const title = row({ kind: "encoder", trackId: "a-title", from: 0 });
  expect(lines(...unnamed, title)).toHaveLength(3);
});

test("a span without a name that is still heard stays beside the end of a named track", () => {
  const rows = [heardByEar("one", 0, 5), heardByEar(null, 4.75, 8, { endsAt: null })];
  expect(deriveTracklist(rows, stillOn).map(({ trackId }) => trackId)).toEqual(["one", null]);
});
const brief = ({ title, startsAt, endsAt, source, confidence }: Line) =>
  `${title || "?"} ${(startsAt - start) / min}-${endsAt === null ? "" : (endsAt - start) / min} ${source} ${confidence}`;

describe("titles of the encoder", () => {
  test("each holds until the next, the last until the end", () => {
    expect(lines(row({ trackId: "one", from: 0 }), row({ trackId: "two", from: 5 })).map(brief)).toEqual([
      "one 0-5 encoder named",
      "two 5-60 encoder named",
    ]);
  });

  test("while the set is on air, the last has no end", () => {
    const [line] = deriveTracklist([row({ trackId: "one", from: 0 })], stillOn);
    expect(line).toMatchObject({ endsAt: null, confidence: "named" });
  });

  test("the same track twice in a set is two lines, an interruption of a minute is not", () => {
    const twice = [
      row({ trackId: "one", from: 0 }),
      row({ trackId: "two", from: 5 }),
      row({ trackId: "one", from: 30 }),
    ];
    expect(lines(...twice)).toHaveLength(3);
    const interrupted = [
      row({ trackId: "one", from: 0 }),
      row({ trackId: "two", from: 5 }),
      row({ trackId: "one", from: 6 }),
    ];
    expect(lines(...interrupted).map(({ title }) => title)).toEqual(["one", "two"]);
  });
});

describe("a line whose end nobody has said", () => {
  const added = (trackId: string, from: number) => row({ kind: "performer", trackId, from });

  test("ends where the next line begins, and hides nothing that comes after it", () => {
    expect(lines(heardByEar(null, 24, 33), added("vinyl", 5)).map(brief)).toEqual([
      "vinyl 5-24 performer fileable",
      "? 24-33 ear possible",
    ]);
    expect(lines(heardByEar(null, 24, 33), added("vinyl", 30)).map(brief)).toEqual([
      "? 24-33 ear possible",
      "vinyl 30-60 performer fileable",
    ]);
  });

  test("the same where its end was taken away", () => {
    const title = row({ trackId: "one", from: 0, to: 4 });
    const open = row({ kind: "performer", act: "move", line: title.id, from: 1 });
    expect(lines(title, open, heardByEar("two", 10, 20)).map(brief)).toEqual([
      "one 1-10 encoder named",
      "two 10-20 ear fileable",
    ]);
  });

  test("ends where a silence begins", () => {
    const silence = row({ act: "silence", from: 9, to: 12 });
    expect(lines(added("vinyl", 5), silence, heardByEar(null, 24, 33)).map(brief)).toEqual([
      "vinyl 5-9 performer fileable",
      "? 24-33 ear possible",
    ]);
    const [line] = deriveTracklist([added("vinyl", 5), silence], stillOn);
    expect(line?.endsAt).toBe(start + 9 * min);
  });

  test("while the set is on air, the last one has no end, and neither has what is still heard", () => {
    const live = [
      row({ trackId: "title", from: 0 }),
      row({ kind: "ear", trackId: "heard", from: 3 }),
      added("one", 5),
      added("two", 9),
    ];
    const ends = deriveTracklist(live, stillOn).map(({ endsAt }) => endsAt && (endsAt - start) / min);
    expect(ends).toEqual([null, null, 9, null]);
  });
});

describe("the ear", () => {
  test("agrees with the encoder: its times, the encoder's name, and the line can be filed", () => {
    const found = lines(row({ trackId: "one", from: 1 }), heardByEar("one", 0.5, 6));
    expect(found.map(brief)).toEqual(["one 0.5-6 encoder fileable"]);
    expect(found[0]?.kinds).toEqual(["encoder", "ear"]);
  });

  test.each([
    ["too short", { supportedMs: 14 * s }],
    ["too little of it", { share: 0.24 }],
    ["too near to chance", { share: 0.3, chance: 0.07 }],
    ["known from one broadcast alone", { grade: "B" as const, details: { witnesses: 1 } }],
  ])("is not sure: %s", (_, weak) => {
    expect(lines(heardByEar("one", 0, 5, weak)).map(brief)).toEqual(["one 0-5 ear possible"]);
  });

  test("names what two broadcasts have agreed on, but does not file it alone", () => {
    const grown = { grade: "B" as const, details: { witnesses: 2 } };
    expect(lines(heardByEar("one", 0, 5, grown)).map(brief)).toEqual(["one 0-5 ear named"]);
  });

  describe("a stranger's file", () => {
    const strangers = (trackId: string, from: number, to: number, more: Partial<EvidenceRow> = {}) =>
      heardByEar(trackId, from, to, { share: 0.9, details: {}, ...more });

    test("is a possibility at most, and neither contradicts nor backs nor times what an encoder says", () => {
      const title = row({ trackId: "one", from: 0, to: 6 });
      const found = lines(title, strangers("impostor", 0, 6), strangers("one", 2, 4));
      expect(found.map(brief)).toEqual(["one 0-6 encoder named", "impostor 0-6 ear possible"]);
      expect(found[0]).toMatchObject({ id: title.id, kinds: ["encoder"], isContradicted: false });
      expect(found.map(({ isAnothers }) => isAnothers)).toEqual([false, true]);
    });

    test("does not make the performer's own file one of two versions, or a sample", () => {
      const own = heardByEar("one", 0, 6);
      expect(lines(own, strangers("impostor", 0, 6)).map(brief)).toEqual([
        "one 0-6 ear fileable",
        "impostor 0-6 ear possible",
      ]);
      const vocal = heardByEar("vocal", 2, 2.25);
      expect(lines(vocal, strangers("impostor", 0, 6)).map(({ isSample }) => isSample)).toEqual([
        false,
        false,
      ]);
    });

    test("joins no plays of others, and ends none", () => {
      const titles = [row({ trackId: "one", from: 0, to: 5 }), row({ trackId: "one", from: 30, to: 35 })];
      expect(lines(...titles, strangers("one", 5, 30)).filter(({ isAnothers }) => !isAnothers)).toHaveLength(
        2,
      );
      const added = row({ kind: "performer", trackId: "vinyl", from: 5 });
      expect(lines(added, strangers("impostor", 10, 12)).map(brief)).toEqual([
        "vinyl 5-60 performer fileable",
        "impostor 10-12 ear possible",
      ]);
    });

    test("names in public what independent performers have broadcast under that name, and files nothing", () => {
      const agreed = strangers("one", 0, 5, { details: { witnesses: 2 } });
      expect(lines(agreed).map(brief)).toEqual(["one 0-5 ear named"]);
      expect(lines(strangers("one", 0, 5, { details: { witnesses: 1 } })).map(brief)).toEqual([
        "one 0-5 ear possible",
      ]);
    });

    test("is the performer's word once they have confirmed it", () => {
      const heard = strangers("one", 0, 5);
      const confirm = row({ kind: "performer", act: "confirm", line: heard.id, userId: "theo" });
      expect(lines(heard, confirm)).toMatchObject([{ confidence: "fileable", isAnothers: false }]);
    });
  });

  test("keeps both tracks of a blend", () => {
    expect(lines(heardByEar("one", 0, 6), heardByEar("two", 5, 11)).map(brief)).toEqual([
      "one 0-6 ear fileable",
      "two 5-11 ear fileable",
    ]);
  });

  test("two versions in the same span: neither is named, and each tells of the other", () => {
    const found = lines(heardByEar("one", 0, 5), heardByEar("one (dub)", 0, 5, { share: 0.4 }));
    expect(found.map(({ confidence }) => confidence)).toEqual(["possible", "possible"]);
    expect(found[0]?.versions).toEqual([
      { trackId: "one (dub)", artist: "Artist of one (dub)", title: "one (dub)" },
    ]);
  });

  test("the neighbour in a blend is no version, heard still or without an end for ever", () => {
    const onAir = (...rows: EvidenceRow[]) => deriveTracklist(rows, stillOn).map(brief);
    const first = heardByEar("one", 0, 5);
    const second = (more: Partial<EvidenceRow> = {}) => heardByEar("two", 4.5, 9, { endsAt: null, ...more });
    expect(onAir(first, second({ supportedMs: 20_000 }))).toEqual([
      "one 0-5 ear fileable",
      "two 4.5- ear fileable",
    ]);
    const both = [{ ...first, endsAt: null }, second({ supportedMs: 20_000 })];
    expect(onAir(...both)).toEqual(["one 0- ear fileable", "two 4.5- ear fileable"]);
    expect(lines(...both).map(brief)).toEqual(["one 0-4.5 ear fileable", "two 4.5-60 ear fileable"]);
  });

  test("versions that are still heard are possible", () => {
    const rows = ["one", "one (dub)"].map((title) => heardByEar(title, 0, 2, { endsAt: null }));
    expect(deriveTracklist(rows, stillOn).map(({ confidence }) => confidence)).toEqual([
      "possible",
      "possible",
    ]);
  });

  test("the ear itself says what are versions: at any start, and where it says of none there is none", () => {
    const by = (referenceId: string, versions: string) => ({ referenceId, details: { versions } });
    const edit = heardByEar("one (edit)", 1, 4, by("r1", "r2 r3"));
    const album = heardByEar("one", 0, 6, by("r2", ""));
    const same = heardByEar("other", 0, 6, by("r4", ""));
    const found = lines(edit, album, same);
    expect(found.map(({ title, versions }) => [title, versions.map(({ trackId }) => trackId)])).toEqual([
      ["one", []],
      ["other", []],
      ["one (edit)", ["one"]],
    ]);
  });

  test("contradicts a title that is not what is heard", () => {
    const found = lines(row({ trackId: "stuck", from: 0, to: 5 }), heardByEar("one", 0, 5));
    expect(found.find(({ title }) => title === "stuck")).toMatchObject({
      isContradicted: true,
      confidence: "possible",
    });
    expect(found.find(({ title }) => title === "one")?.confidence).toBe("fileable");
  });

  test("a line heard for 15 s inside of another one is a sample", () => {
    const found = lines(heardByEar("one", 0, 5), heardByEar("vocal", 2, 2.25));
    expect(found.map(({ isSample }) => isSample)).toEqual([false, true]);
  });
});

describe("what people say", () => {
  const unnamed = () => heardByEar(null, 10, 14, { share: null, chance: null, supportedMs: null });
  const about = (line: EvidenceRow, act: EvidenceRow["act"], more: Parameters<typeof row>[0] = {}) =>
    row({ kind: "performer", act, line: line.id, userId: "theo", ...more });

  test("the performer names an unnamed span", () => {
    const span = unnamed();
    expect(lines(span, about(span, "name", { trackId: "mine" })).map(brief)).toEqual([
      "mine 10-14 performer fileable",
    ]);
  });

  test("confirming makes a line fit for filing, taking it back undoes that", () => {
    const title = row({ trackId: "one", from: 0, to: 5 });
    const confirm = about(title, "confirm");
    expect(lines(title, confirm)[0]?.confidence).toBe("fileable");
    const back = row({ act: "retract", kind: "performer", details: { evidence: confirm.id } });
    expect(lines(title, confirm, back)[0]?.confidence).toBe("named");
  });

  test("split, merge, move, hide and own", () => {
    const title = row({ trackId: "one", from: 0, to: 10 });
    const cut = about(title, "split", { from: 4 });
    expect(lines(title, cut).map(brief)).toEqual(["one 0-4 encoder named", "? 4-10 performer possible"]);
    const join = row({ kind: "performer", act: "merge", line: cut.id, details: { into: title.id } });
    expect(lines(title, cut, join).map(brief)).toEqual(["one 0-10 encoder named"]);
    expect(lines(title, about(title, "move", { from: 1, to: 9 })).map(brief)).toEqual([
      "one 1-9 encoder named",
    ]);
    const until = end + 30 * 24 * 60 * min;
    expect(lines(title, about(title, "hide", { details: { until } }))[0]?.hiddenUntil).toBe(until);
    expect(lines(title, about(title, "own"))[0]?.isOwn).toBe(true);
    expect(lines(title, about(title, "remove"))).toEqual([]);
  });

  test("listeners: a suggestion waits, three accounts that agree name the span", () => {
    const span = unnamed();
    const suggest = (userId: string, trackId = "guess") =>
      row({ kind: "listener", act: "suggest", line: span.id, userId, trackId });
    const first = suggest("ada");
    expect(lines(span, first)[0]).toMatchObject({ trackId: null, suggestions: [{ by: ["ada"] }] });
    expect(lines(span, first, suggest("ada"), suggest("nell"))[0]?.trackId).toBeNull();
    const agree = row({
      kind: "listener",
      act: "agree",
      line: span.id,
      userId: "max",
      details: { evidence: first.id },
    });
    expect(lines(span, first, suggest("nell"), agree).map(brief)).toEqual(["guess 10-14 listener named"]);
  });

  test("three accounts agree however they spell the name, unless the ear is sure of something else there", () => {
    const span = unnamed();
    const votes = ["Four Tet", "four tet", "FOUR TET "].map((artist, index) =>
      row({
        kind: "listener",
        act: "suggest",
        line: span.id,
        userId: `user-${index}`,
        trackId: "guess",
        artist,
      }),
    );
    expect(lines(span, ...votes).map(brief)).toEqual(["guess 10-14 listener named"]);
    const found = lines(span, ...votes, heardByEar("known", 9, 14));
    expect(found.find(({ title }) => title === "guess")).toMatchObject({
      isContradicted: true,
      confidence: "possible",
    });
  });

  test("listeners cannot rename what has a name", () => {
    const title = row({ trackId: "one", from: 0, to: 5 });
    const guesses = ["a", "b", "c"].map((userId) =>
      row({ kind: "listener", act: "suggest", line: title.id, userId, trackId: "two" }),
    );
    expect(lines(title, ...guesses).map(brief)).toEqual(["one 0-5 encoder named"]);
  });

  test("the order in which rows are read makes no difference", () => {
    const span = unnamed();
    const rows = [span, about(span, "name", { trackId: "mine" }), about(span, "own")];
    expect(lines(...rows.toReversed())).toEqual(lines(...rows));
  });
});

describe("between two broadcasts of a performance", () => {
  const aired = {
    endsAt: end,
    broadcasts: [
      { id: "first", endedAt: start + 10 * min },
      { id: "second", endedAt: start + 30 * min },
      { id: "third", endedAt: end },
    ],
  };
  const spans = (rows: EvidenceRow[]) =>
    deriveTracklist(rows, aired).map(({ trackId, startsAt, endsAt }) => [
      trackId,
      (startsAt - start) / min,
      ((endsAt ?? 0) - start) / min,
    ]);

  test("a title ends with its encoder's broadcast: what others play later is not called by it", () => {
    const title = row({ trackId: "pata-pata", from: 0, broadcastId: "first" });
    expect(spans([title])).toEqual([["pata-pata", 0, 10]]);
    const next = row({ trackId: "next", from: 35, broadcastId: "third" });
    expect(spans([title, next])).toEqual([
      ["pata-pata", 0, 10],
      ["next", 35, 60],
    ]);
  });

  test("a title that was over before its broadcast ends there", () => {
    const silent = row({ trackId: "pata-pata", from: 0, to: 4, broadcastId: "first" });
    expect(spans([silent])).toEqual([["pata-pata", 0, 4]]);
  });

  test("what somebody has added without an end is heard until the broadcast ends, or the next line begins", () => {
    const added = { kind: "performer", userId: "theo", broadcastId: "first" } as const;
    const rows = [12, 40, 50].map((from) => row({ ...added, trackId: `at-${from}`, from }));
    expect(spans(rows.map((each) => ({ ...each, line: each.id })))).toEqual([
      ["at-12", 12, 30],
      ["at-40", 40, 50],
      ["at-50", 50, 60],
    ]);
  });
});

test("what a manager adds to a hidden line says nothing of its name, nor changes it", () => {
  const secret = row({ kind: "history", trackId: "secret", from: 0, to: 5 });
  const again = row({ kind: "encoder", trackId: "secret", from: 2, to: 5 });
  const hide = row({ kind: "performer", act: "hide", line: secret.id, details: { until: end } });
  const add = (trackId: string) => row({ kind: "manager", trackId, from: 1, to: 4 });
  const [hidden] = lines(secret, again, hide);
  for (const trackId of ["secret", "other"]) {
    const guess = add(trackId);
    const found = lines(secret, again, hide, guess);
    expect(found.map(({ id, hiddenUntil }) => [id, hiddenUntil])).toEqual([
      [secret.id, end],
      [guess.id, null],
    ]);
    expect(found[0]).toEqual(hidden);
  }
  const shown = row({ kind: "performer", act: "hide", line: secret.id, details: { until: 0 } });
  expect(lines(secret, again, hide, shown, add("secret"))).toHaveLength(1);
  expect(lines(add("secret"), row({ kind: "encoder", trackId: "secret", from: 30 }))).toHaveLength(2);
});
