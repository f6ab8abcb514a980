import fc from "fast-check";
import { expect, test } from "vitest";
import type { EncoderReport, Fact } from "#app/domains/air/media/contract/control.ts";
import type { Level, Quality } from "#app/domains/air/media/contract/quality.ts";
import type { EncoderRecord } from "#app/domains/air/media/encoder-record.ts";
import { healthy } from "#tests/helpers/agent.ts";
import { applyFact, applyLeaseEnd, applySnapshot, noEncoder, trustStamp, withoutStamps } from "./encoder.ts";

const quality = (quietMs: number): Quality => ({ ...healthy, quietMs });
const level = (rmsDb: number): Level => ({ rmsDb, peakDb: 0, clippedSamples: 0, bitrate: 320_000 });

type EncoderFact = Exclude<Fact, { type: "refused" }>;
type Report = { seq: number } & (
  | { facts: EncoderFact[] }
  | { snapshot: EncoderReport | undefined; at: number }
);
type Step = "connect" | "audio" | "title" | "level" | "silence" | "drop" | "snapshot";

/** The reports of an agent about one mount with these steps, a second apart, and a final snapshot. */
function reportsOf(steps: Step[]): Report[] {
  let mount: EncoderReport | undefined;
  let isSilent = false;
  let connections = 0;
  const reports: Report[] = [];
  for (const [index, step] of [...steps, "snapshot" as const].entries()) {
    const at = 1_000_000 + index * 1_000;
    const facts: EncoderFact[] = [];
    if (step === "connect" && mount === undefined) {
      const connection = `c${String(connections++).padStart(3, "0")}`;
      mount = {
        mount: "m",
        connection,
        connectedAt: at,
        firstAudioAt: null,
        codec: null,
        title: null,
        level: null,
        silentSince: null,
      };
      isSilent = false;
      facts.push({ type: "connected", mount: "m", connection, at });
    } else if (mount !== undefined) {
      const { connection } = mount;
      if (step === "audio" && mount.firstAudioAt === null) {
        mount = { ...mount, firstAudioAt: at, codec: "mp3" };
        facts.push({ type: "firstAudio", mount: "m", connection, at, codec: "mp3" });
      } else if (step === "title") {
        mount = { ...mount, title: { artist: "A", title: `T${index}`, at } };
        facts.push({ type: "title", mount: "m", connection, artist: "A", title: `T${index}`, at });
      } else if (step === "level") {
        mount = { ...mount, level: level(-index), quality: quality(index) };
        facts.push({
          type: "level",
          mount: "m",
          connection,
          at,
          level: level(-index),
          quality: quality(index),
        });
      } else if (step === "silence") {
        isSilent = !isSilent;
        mount = { ...mount, silentSince: isSilent ? at : null };
        facts.push({ type: "silence", mount: "m", connection, at, isSilent });
      } else if (step === "drop") {
        mount = undefined;
        facts.push({ type: "disconnected", mount: "m", connection, at });
      }
    }
    const seq = reports.length + 1;
    if (step === "snapshot") reports.push({ seq, snapshot: mount, at });
    else if (facts.length > 0) reports.push({ seq, facts });
  }
  return reports;
}

/** Receives as the gateway does: ignores reports that are not newer than all before. */
function receive(reports: Report[]): EncoderRecord {
  let encoder = noEncoder;
  let seq = 0;
  for (const report of reports) {
    if (report.seq <= seq) continue;
    seq = report.seq;
    encoder =
      "facts" in report
        ? report.facts.reduce(applyFact, encoder)
        : applySnapshot(encoder, report.snapshot, report.at);
  }
  return encoder;
}

const steps = fc.array(
  fc.constantFrom<Step>("connect", "connect", "audio", "title", "level", "silence", "drop", "snapshot"),
  { maxLength: 25 },
);

test("lost, late and duplicate reports lead to the same final state", () => {
  fc.assert(
    fc.property(steps, fc.infiniteStream(fc.nat({ max: 99 })), (happened, dice) => {
      const reports = reportsOf(happened);
      const roll = () => dice.next().value ?? 0;
      const arrived = reports
        .flatMap((report) => {
          const fate = roll();
          return fate < 25 ? [] : fate < 50 ? [report, report] : [report];
        })
        .map((report) => ({ report, place: report.seq + roll() / 20 }))
        .sort((a, b) => a.place - b.place)
        .map(({ report }) => report);
      const inOrder = receive(reports);
      // The last report is a snapshot, which always arrives in the end.
      const final = receive([...arrived, ...reports.slice(-1)]);
      if (inOrder.state === "down") expect(final.state).toBe("down");
      else expect(final).toEqual(inOrder);
    }),
    { numRuns: 10_000 },
  );
});

test("a late end of an earlier connection does not end the current one", () => {
  const now = applyFact(applyFact(noEncoder, { type: "connected", mount: "m", connection: "c1", at: 1 }), {
    type: "connected",
    mount: "m",
    connection: "c2",
    at: 2,
  });
  expect(applyFact(now, { type: "disconnected", mount: "m", connection: "c1", at: 3 })).toBe(now);
  expect(applyFact(now, { type: "connected", mount: "m", connection: "c1", at: 1 })).toBe(now);
});

test("a title that arrives before its connection is kept for that connection only", () => {
  const early = applyFact(noEncoder, {
    type: "title",
    mount: "m",
    connection: null,
    artist: "A",
    title: "T",
    at: 1_000,
  });
  const title = (at: number) =>
    applyFact(early, { type: "connected", mount: "m", connection: "c", at }).title?.title;
  expect(title(2_000)).toBe("T");
  expect(title(60_000)).toBeUndefined();
});

test("an encoder is unknown while the agent is silent, and restored by its next message", () => {
  const up = applyFact(applyFact(noEncoder, { type: "connected", mount: "m", connection: "c1", at: 1 }), {
    type: "firstAudio",
    mount: "m",
    connection: "c1",
    at: 2,
    codec: "opus",
  });
  const unknown = applyLeaseEnd(up);
  expect(unknown).toEqual({ ...up, state: "unknown" });
  expect(
    applyFact(unknown, { type: "level", mount: "m", connection: "c1", at: 3, level: level(-20) }),
  ).toEqual({
    ...up,
    level: level(-20),
  });
  expect(applySnapshot(unknown, undefined, 9)).toMatchObject({
    state: "down",
    connection: "c1",
    disconnectedAt: 9,
  });
});

test("an encoder that stopped sending stays marked as frozen until the next one connects", () => {
  const connected = applyFact(noEncoder, { type: "connected", mount: "m", connection: "c1", at: 1 });
  const heard = (quietMs: number) =>
    applyFact(connected, {
      type: "level",
      mount: "m",
      connection: "c1",
      at: 2,
      level: level(-120),
      quality: quality(quietMs),
    });
  const gone = (encoder: EncoderRecord) =>
    applyFact(encoder, { type: "disconnected", mount: "m", connection: "c1", at: 9 });
  expect(gone(heard(200))).toMatchObject({ isFrozenEnd: false, quality: null });
  expect(gone(heard(4_500))).toMatchObject({ isFrozenEnd: true, quality: null });
  expect(applySnapshot(heard(4_500), undefined, 9)).toMatchObject({ isFrozenEnd: true });
  const next = applyFact(gone(heard(4_500)), { type: "connected", mount: "m", connection: "c2", at: 20 });
  expect(next.isFrozenEnd).toBe(false);
});

test("the reason why the agent ended a connection is kept until the next one", () => {
  const about = { mount: "m", connection: "c1" };
  const connected = applyFact(noEncoder, { type: "connected", ...about, at: 1 });
  expect(applyFact(connected, { type: "disconnected", ...about, at: 9 }).endFault).toBeNull();
  const ended = applyFact(connected, { type: "disconnected", ...about, at: 9, fault: "flood" });
  expect(ended).toMatchObject({ state: "down", endFault: "flood" });
  expect(applyFact(ended, { type: "connected", mount: "m", connection: "c2", at: 20 }).endFault).toBeNull();
});

test("a level report without quality keeps the known quality", () => {
  const up = applyFact(noEncoder, { type: "connected", mount: "m", connection: "c1", at: 1 });
  const fact = { type: "level", mount: "m", connection: "c1", at: 2, level: level(-20) } as const;
  expect(applyFact(up, fact)).toMatchObject({ level: level(-20), quality: null });
  expect(applyFact({ ...up, quality: quality(0) }, fact).quality).toEqual(quality(0));
});

test("an agent with a wrong clock does not change known times", () => {
  const now = 5_000_000;
  const known = applyFact(noEncoder, { type: "connected", mount: "m", connection: "c1", at: now - 1_000 });
  const seen: EncoderReport = {
    mount: "m",
    connection: "c1",
    connectedAt: now - 700_000,
    firstAudioAt: now - 699_000,
    codec: "mp3",
    title: { artist: "A", title: "T", at: now - 690_000 },
    level: null,
    silentSince: null,
  };
  const first = applySnapshot(known, withoutStamps(seen, known, now), now);
  expect(first).toMatchObject({
    connectedAt: now - 1_000,
    firstAudioAt: now,
    title: { title: "T", at: now },
  });
  expect(applySnapshot(first, withoutStamps(seen, first, now + 5_000), now + 5_000)).toBe(first);
  expect([trustStamp(now - 120_001, now), trustStamp(now + 120_000, now)]).toEqual([now, now + 120_000]);
});
