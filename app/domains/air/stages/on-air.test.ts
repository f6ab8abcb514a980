import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ScheduledSet } from "../schedule/scheduled-set.ts";
import { decideOnAir, type OnAir, type OnAirInput, onAirTimes } from "./on-air.ts";

type Stream = OnAirInput["streams"][number];

const minute = 60_000;
const noon = 1_800_000_000_000;

const stage = { kind: "booking", path: "stage/a", id: "a" } as const;

function set(id: string, performerId: string, from: number, to: number, stageId = "a"): ScheduledSet {
  return { id, stageId, performerId, startsAt: noon + from * minute, endsAt: noon + to * minute };
}

function stream(performerId: string, facts: Partial<Stream> = {}): Stream {
  return {
    stream: `s-${performerId}`,
    ownerKind: "performer",
    ownerId: performerId,
    state: "up",
    connectedAt: noon - 10 * minute,
    firstAudioAt: noon - 10 * minute + 300,
    disconnectedAt: null,
    claimedBy: null,
    ...facts,
  };
}

function onAir(performerId: string, setId: string | null, rest: Partial<OnAir> = {}): OnAir {
  return { stream: `s-${performerId}`, performerId, setId, status: "live", lost: null, ...rest };
}

function decide(input: Partial<OnAirInput> & { minutes?: number }) {
  const { minutes = 0, ...rest } = input;
  return decideOnAir({
    room: stage,
    schedule: [],
    streams: [],
    current: null,
    lastPacketAt: null,
    now: noon + minutes * minute,
    ...rest,
  });
}

describe("a booking stage", () => {
  const schedule = [set("1", "ann", 0, 60)];

  test.each([
    [-2.01, null],
    [-2, "1"],
    [0, "1"],
    [59.99, "1"],
  ])("carries a connected performer at %d min of a 60 min set with set %s", (minutes, setId) => {
    const decision = decide({ minutes, schedule, streams: [stream("ann")] });
    expect(decision.onAir?.setId ?? null).toBe(setId);
    expect(decision.wants("s-ann")).toBe(setId !== null);
  });

  test.each([
    [60, true],
    [61.99, true],
    [62, false],
  ])("carries an overrunning performer at %d min: %s", (minutes, isOn) => {
    const decision = decide({ minutes, schedule, streams: [stream("ann")], current: onAir("ann", "1") });
    expect(decision.onAir !== null).toBe(isOn);
    expect(decision.wants("s-ann")).toBe(isOn);
  });

  test("leaves a performer who connects after the end to the profile", () => {
    const decision = decide({ minutes: 61, schedule, streams: [stream("ann")] });
    expect(decision.onAir).toBeNull();
    expect(decision.wants("s-ann")).toBe(false);
  });

  test("never carries a performer without a set on it", () => {
    expect(decide({ minutes: 5, schedule, streams: [stream("eve")] }).onAir).toBeNull();
  });

  test("holds a connection without sound ready, but not on air", () => {
    const decision = decide({ minutes: 5, schedule, streams: [stream("ann", { firstAudioAt: null })] });
    expect(decision.onAir).toBeNull();
    expect(decision.standby).toEqual(["s-ann"]);
    expect(decision.wants("s-ann")).toBe(true);
  });

  test("does not start with silence, whether the encoder was heard before or not", () => {
    const quiet = { rmsDb: -120 };
    for (const facts of [
      { firstAudioAt: null, level: quiet },
      { silentSince: noon + minute },
      { level: quiet },
    ]) {
      const decision = decide({ minutes: 5, schedule, streams: [stream("ann", facts)] });
      expect(decision).toMatchObject({ onAir: null, standby: ["s-ann"] });
    }
  });

  test("starts with the first sound immediately, even if the last report was the silence before it", () => {
    const now = noon + 5 * minute;
    const facts = { firstAudioAt: now, silentSince: now - minute, level: { rmsDb: -120 } };
    expect(decide({ now, schedule, streams: [stream("ann", facts)] }).onAir?.setId).toBe("1");
  });

  test("stays on air when the broadcast becomes silent", () => {
    const facts = { silentSince: noon + minute, level: { rmsDb: -120 } };
    const decision = decide({
      minutes: 5,
      schedule,
      streams: [stream("ann", facts)],
      current: onAir("ann", "1"),
    });
    expect(decision.onAir).toMatchObject({ setId: "1", status: "live" });
  });

  test("goes off air immediately when the set is cancelled", () => {
    const decision = decide({ minutes: 5, streams: [stream("ann")], current: onAir("ann", "1") });
    expect(decision.onAir).toBeNull();
  });

  test("does not take a stream that another stage holds", () => {
    const decision = decide({ minutes: 5, schedule, streams: [stream("ann", { claimedBy: "stage/b" })] });
    expect(decision.onAir).toBeNull();
  });
});

describe("a handover", () => {
  const schedule = [set("1", "ann", 0, 60), set("2", "bob", 60, 120)];
  const streams = [stream("ann"), stream("bob")];

  test("keeps an early performer on standby with a claim, and is due exactly at the next start", () => {
    const decision = decide({ minutes: 59, schedule, streams, current: onAir("ann", "1") });
    expect(decision.onAir?.performerId).toBe("ann");
    expect(decision.standby).toEqual(["s-bob"]);
    expect(decision.wants("s-bob")).toBe(true);
    expect(decision.nextDecisionAt).toBe(noon + 60 * minute);
  });

  test("puts the next performer on at the start, and holds the previous one for two minutes before the profile", () => {
    const decision = decide({ minutes: 60, schedule, streams, current: onAir("ann", "1") });
    expect(decision.onAir).toMatchObject({ stream: "s-bob", setId: "2", status: "live" });
    expect(decision.wants("s-ann")).toBe(true);
    const held = [stream("ann", { claimedBy: "stage/a" }), stream("bob", { state: "down" })];
    const later = { schedule, streams: held, current: onAir("bob", "2") };
    // Held, and not put back on air where the next one has disconnected.
    expect(decide({ ...later, minutes: 61.9 })).toMatchObject({ standby: ["s-ann"] });
    expect(decide({ ...later, minutes: 61.9 }).onAir?.performerId).not.toBe("ann");
    expect(decide({ ...later, minutes: 62 }).wants("s-ann")).toBe(false);
  });

  test("does not hold a performer who reconnects after being cut off", () => {
    const decision = decide({ minutes: 61, schedule, streams, current: onAir("bob", "2") });
    expect(decision.wants("s-ann")).toBe(false);
  });

  test.each<[string, Partial<Stream>]>([
    ["has not come", { state: "down" }],
    ["is connected and was never heard", { firstAudioAt: null }],
    ["is silent", { silentSince: noon + 59 * minute }],
    ["sends no sound that could be heard", { level: { rmsDb: -70 } }],
    ["may be gone", { state: "unknown" }],
  ])("keeps the previous performer on for up to two minutes while the next one %s", (_, facts) => {
    const both = [stream("ann", { claimedBy: "stage/a" }), stream("bob", facts)];
    const given = { schedule, streams: both, current: onAir("ann", "1") };
    expect(decide({ ...given, minutes: 60 })).toMatchObject({
      onAir: { setId: "1", status: "live" },
      nextDecisionAt: noon + 62 * minute,
    });
    expect(decide({ ...given, minutes: 61.99 }).onAir?.setId).toBe("1");
    const over = decide({ ...given, minutes: 62 });
    expect([over.onAir, over.wants("s-ann")]).toEqual([null, false]);
  });

  test("ends the overrun at the next performer's first sound, and does not return to it after a drop", () => {
    const held = stream("ann", { claimedBy: "stage/a" });
    const now = noon + 60.5 * minute;
    const heard = stream("bob", { firstAudioAt: now, silentSince: now - minute });
    const given = { schedule, streams: [held, heard], now };
    const first = decide({ ...given, current: onAir("ann", "1") });
    expect(first).toMatchObject({ onAir: { setId: "2" }, standby: ["s-ann"] });
    const gone = [held, stream("bob", { state: "down", disconnectedAt: now + 1_000 })];
    const dropped = decide({ ...given, streams: gone, now: now + 1_000, current: first.onAir });
    expect(dropped.onAir).toMatchObject({ setId: "2", status: "reconnecting" });
    const over = decide({ ...given, streams: gone, now: now + 9_000, current: dropped.onAir });
    expect(over).toMatchObject({ onAir: null, standby: ["s-ann"] });
  });

  test("does not put a performer back on air after the end of their set, even if no one else is heard", () => {
    const held = [stream("ann", { claimedBy: "stage/a" })];
    expect(decide({ minutes: 60.5, schedule, streams: held })).toMatchObject({
      onAir: null,
      standby: ["s-ann"],
    });
  });

  test("keeps a silent overrunning performer on until the next one is heard", () => {
    const quiet = stream("ann", { silentSince: noon + 59 * minute });
    const given = { minutes: 60.5, schedule, current: onAir("ann", "1") };
    expect(decide({ ...given, streams: [quiet] }).onAir?.setId).toBe("1");
    expect(decide({ ...given, streams: [quiet, stream("bob")] }).onAir?.setId).toBe("2");
  });

  test("ends the overrun for an early performer in a gap between sets", () => {
    const gap = [set("1", "ann", 0, 60), set("2", "bob", 61, 120)];
    const both = decide({ minutes: 60, schedule: gap, streams, current: onAir("ann", "1") });
    expect(both).toMatchObject({ onAir: { performerId: "bob" }, standby: ["s-ann"] });
    const alone = decide({
      minutes: 60,
      schedule: gap,
      streams: [stream("ann")],
      current: onAir("ann", "1"),
    });
    expect(alone.onAir?.performerId).toBe("ann");
    const due = decide({ minutes: 61, schedule: gap, streams: [stream("ann")], current: onAir("ann", "1") });
    expect(due.onAir?.performerId).toBe("ann");
    const cut = decide({ minutes: 62, schedule: gap, streams: [stream("ann")], current: onAir("ann", "1") });
    expect(cut.onAir).toBeNull();
  });

  test("between two sets of one performer changes the set but not the stream", () => {
    const own = [set("1", "ann", 0, 60), set("2", "ann", 60, 120)];
    const decision = decide({ minutes: 60, schedule: own, streams, current: onAir("ann", "1") });
    expect(decision.onAir).toMatchObject({ stream: "s-ann", setId: "2" });
  });
});

describe("a performer with sets on two stages", () => {
  const schedule = [set("1", "ann", 0, 60, "a"), set("2", "ann", 60, 120, "b")];
  const stageB = { kind: "booking", path: "stage/b", id: "b" } as const;

  test.each([
    [59, true, false],
    [60, false, true],
    [61, false, true],
  ])("is at %d min on the stage of the current set", (minutes, onA, onB) => {
    const a = decide({ minutes, schedule, streams: [stream("ann")], current: onAir("ann", "1") });
    const b = decide({ minutes, schedule, streams: [stream("ann")], room: stageB });
    expect([a.wants("s-ann"), b.wants("s-ann")]).toEqual([onA, onB]);
  });
});

describe("a room without a schedule", () => {
  const own = stream("a", { stream: "own", ownerKind: "stage" });

  test("carries only its own mount as an on-demand stage", () => {
    const room = { kind: "onDemand", path: "stage/a", id: "a" } as const;
    expect(decide({ room, streams: [stream("a"), own] }).onAir).toMatchObject({
      stream: "own",
      performerId: null,
      setId: null,
    });
    expect(decide({ room, streams: [stream("a")] }).onAir).toBeNull();
  });

  test("carries its performer as a profile unless a stage has claimed the stream", () => {
    const room = { kind: "profile", path: "profile/ann", id: "ann" } as const;
    expect(decide({ room, streams: [stream("ann")] }).onAir?.performerId).toBe("ann");
    const claimed = [stream("ann", { claimedBy: "stage/a" })];
    expect(decide({ room, streams: claimed, current: onAir("ann", null) }).onAir).toBeNull();
  });
});

describe("a drop", () => {
  const schedule = [set("1", "ann", 0, 60)];
  const now = noon + 10 * minute;
  const down = (agoMs: number) => [stream("ann", { state: "down", disconnectedAt: now - agoMs })];
  const current = onAir("ann", "1");

  test("is reconnecting for 8 s, then the broadcast ends", () => {
    const first = decide({ now, schedule, streams: down(1_000), current });
    expect(first.onAir).toMatchObject({
      status: "reconnecting",
      lost: { state: "down", since: now - 1_000 },
    });
    expect(first.nextDecisionAt).toBe(now + 7_000);
    const later = { schedule, streams: down(1_000), current: first.onAir };
    expect(decide({ ...later, now: now + 6_999 }).onAir?.status).toBe("reconnecting");
    expect(decide({ ...later, now: now + 7_000 }).onAir).toBeNull();
  });

  test("that is reported very late still has some grace time", () => {
    const first = decide({ now, schedule, streams: down(30_000), current });
    expect(first.nextDecisionAt).toBe(now + onAirTimes.graceMs - onAirTimes.reportDelayMs);
  });

  test("never starts a broadcast", () => {
    expect(decide({ now, schedule, streams: down(100), current: null }).onAir).toBeNull();
  });

  test("ends with the sound of the new connection", () => {
    const lost = onAir("ann", "1", { status: "reconnecting", lost: { state: "down", since: now - 7_900 } });
    const back = stream("ann", { connectedAt: now - 200, firstAudioAt: null });
    expect(decide({ now, schedule, streams: [back], current: lost }).onAir?.status).toBe("reconnecting");
    const heard = { ...back, firstAudioAt: now };
    expect(decide({ now, schedule, streams: [heard], current: lost }).onAir).toMatchObject({
      status: "live",
      lost: null,
    });
  });
});

describe("an encoder that reconnects in silence", () => {
  const schedule = [set("1", "ann", 0, 60)];
  const now = noon + 10 * minute;
  const lost = onAir("ann", "1", { status: "reconnecting", lost: { state: "down", since: now - 4_000 } });
  const streams = [stream("ann", { connectedAt: now - 1_000, firstAudioAt: null })];

  test("continues the broadcast as soon as packets arrive", () => {
    const decision = decide({ now, schedule, streams, current: lost, lastPacketAt: now });
    expect(decision.onAir).toMatchObject({ status: "live", lost: null });
  });

  test("counts as disconnected while only packets of its previous connection have arrived", () => {
    const decision = decide({ now, schedule, streams, current: lost, lastPacketAt: now - 1_500 });
    expect(decision.onAir?.status).toBe("reconnecting");
  });
});

describe("sound that stops", () => {
  const schedule = [set("1", "ann", 0, 60)];
  const now = noon + 10 * minute;
  const current = onAir("ann", "1");
  const streams = [stream("ann")];

  test("is reconnecting after 2 s before a drop is reported, and does not end the broadcast", () => {
    const before = decide({ now, schedule, streams, current, lastPacketAt: now - 1_999 });
    expect(before.onAir?.status).toBe("live");
    expect(before.soundMissedAt).toBe(now + 1);
    const after = decide({ now, schedule, streams, current, lastPacketAt: now - 2_000 });
    expect(after.onAir).toMatchObject({ status: "reconnecting", lost: { state: "unknown", since: now } });
    const long = { schedule, streams, current: after.onAir, lastPacketAt: now - 2_000 };
    expect(decide({ ...long, now: now + 10 * minute }).onAir?.status).toBe("reconnecting");
  });

  test("counts from then if the agent turns out to be disconnected", () => {
    const lost = onAir("ann", "1", {
      status: "reconnecting",
      lost: { state: "unknown", since: now - 13_000 },
    });
    const unknown = [stream("ann", { state: "unknown" })];
    const decision = decide({ now, schedule, streams: unknown, current: lost, lastPacketAt: now - 15_000 });
    expect(decision.nextDecisionAt).toBe(now + 47_000);
  });

  test("does not affect a next performer who has not been heard yet", () => {
    const next = [set("1", "ann", -60, 10), set("2", "bob", 10, 60)];
    const both = [stream("ann"), stream("bob")];
    const decision = decide({ now, schedule: next, streams: both, current, lastPacketAt: now - 5_000 });
    expect(decision.onAir).toMatchObject({ stream: "s-bob", status: "live" });
  });
});

describe("a disconnected agent", () => {
  const schedule = [set("1", "ann", 0, 60)];
  const now = noon + 10 * minute;
  const unknown = [stream("ann", { state: "unknown" })];
  const current = onAir("ann", "1");

  test("changes nothing while packets arrive", () => {
    const decision = decide({ now, schedule, streams: unknown, current, lastPacketAt: now - 500 });
    expect(decision.onAir?.status).toBe("live");
    expect(decision.soundMissedAt).toBe(now + 1_500);
  });

  test("is reconnecting for 60 s without packets, then the broadcast ends", () => {
    const first = decide({ now, schedule, streams: unknown, current, lastPacketAt: now - 2_000 });
    expect(first.onAir).toMatchObject({ status: "reconnecting", lost: { state: "unknown", since: now } });
    const later = { schedule, streams: unknown, current: first.onAir };
    expect(decide({ ...later, now: now + 59_999 }).onAir?.status).toBe("reconnecting");
    expect(decide({ ...later, now: now + 60_000 }).onAir).toBeNull();
  });

  test("that reconnects with a drop starts the drop's own grace time", () => {
    const lost = onAir("ann", "1", {
      status: "reconnecting",
      lost: { state: "unknown", since: now - 20_000 },
    });
    const gone = [stream("ann", { state: "down", disconnectedAt: now - 20_000 })];
    expect(decide({ now, schedule, streams: gone, current: lost }).nextDecisionAt).toBe(now + 8_000);
  });
});

describe("in every situation", () => {
  const performers = ["ann", "bob", "cid"];
  const time = fc.integer({ min: -30, max: 150 });
  const someSet = fc
    .tuple(fc.constantFrom(...performers), time, fc.integer({ min: 1, max: 60 }), fc.constantFrom("a", "b"))
    .map(([performerId, from, length, stageId]) =>
      set(`${performerId}${from}${stageId}`, performerId, from, from + length, stageId),
    );
  const someStream = fc
    .record({
      performerId: fc.constantFrom(...performers),
      state: fc.constantFrom("up" as const, "unknown" as const, "down" as const),
      isHeard: fc.boolean(),
      silentSince: fc.constantFrom(null, noon + minute),
      disconnected: fc.option(time),
      claimedBy: fc.constantFrom(null, null, "stage/a", "stage/b"),
    })
    .map(({ performerId, isHeard, disconnected, ...facts }) =>
      stream(performerId, {
        ...facts,
        firstAudioAt: isHeard ? noon : null,
        disconnectedAt: disconnected === null ? null : noon + disconnected * minute,
      }),
    );
  const scene = fc.record({
    schedule: fc.uniqueArray(someSet, { selector: (each) => each.id, maxLength: 6 }),
    streams: fc.uniqueArray(someStream, { selector: (each) => each.stream, maxLength: 3 }),
    minutes: fc.double({ min: -30, max: 150, noNaN: true }),
    packetAgoMs: fc.option(fc.integer({ min: 0, max: 5_000 })),
  });

  test("at most one stream is on air within its time window, and the next decision is in the future", () => {
    fc.assert(
      fc.property(scene, fc.constantFrom(...performers), (given, was) => {
        const now = noon + given.minutes * minute;
        const current = onAir(was, given.schedule[0]?.id ?? null);
        const lastPacketAt = given.packetAgoMs === null ? null : now - given.packetAgoMs;
        const input = { ...given, now, current, lastPacketAt };
        const decision = decide(input);
        const carried = decision.onAir;
        if (carried !== null) {
          const its = given.schedule.find((each) => each.id === carried.setId);
          expect(its).toMatchObject({ stageId: "a", performerId: carried.performerId });
          expect(now).toBeGreaterThanOrEqual((its?.startsAt ?? 0) - onAirTimes.earlyMs);
          expect(now).toBeLessThan((its?.endsAt ?? 0) + onAirTimes.overrunMs);
          expect(decision.standby).not.toContain(carried.stream);
          expect(decision.wants(carried.stream)).toBe(true);
        }
        if (decision.nextDecisionAt !== null) expect(decision.nextDecisionAt).toBeGreaterThan(now);
        // The same facts in any order give the same decision.
        const again = decide({
          ...input,
          schedule: given.schedule.toReversed(),
          streams: given.streams.toReversed(),
        });
        expect(again.onAir).toEqual(decision.onAir);
        expect(again.standby.toSorted()).toEqual(decision.standby.toSorted());
      }),
      { numRuns: 500 },
    );
  });

  test("a stage is never empty while a connected performer is heard at a boundary", () => {
    const schedule = [set("1", "ann", 0, 60), set("2", "bob", 60, 120)];
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: onAirTimes.overrunMs - 1 }),
        fc.integer({ min: -onAirTimes.earlyMs, max: onAirTimes.overrunMs }),
        fc.array(fc.integer({ min: 0, max: onAirTimes.overrunMs - 1 }), { maxLength: 8 }),
        (heardAfterMs, connectsAfterMs, looks) => {
          const end = noon + 60 * minute;
          const heardAt = end + Math.max(heardAfterMs, connectsAfterMs);
          const times = [end, heardAt, ...looks.map((ms) => end + ms)].filter((at) => at < end + 2 * minute);
          let current: OnAir | null = onAir("ann", "1");
          for (const now of times.toSorted((a, b) => a - b)) {
            const bob = stream("bob", {
              state: now < end + connectsAfterMs ? "down" : "up",
              connectedAt: end + connectsAfterMs,
              firstAudioAt: now < heardAt ? null : heardAt,
            });
            const ann = stream("ann", { claimedBy: "stage/a" });
            current = decide({ now, schedule, streams: [ann, bob], current }).onAir;
            expect(current?.setId).toBe(now < heardAt ? "1" : "2");
          }
        },
      ),
    );
  });

  test("two stages never want the same unclaimed stream", () => {
    fc.assert(
      fc.property(scene, (given) => {
        const streams = given.streams.map((each) => ({ ...each, claimedBy: null }));
        const a = decide({ ...given, streams });
        const b = decide({ ...given, streams, room: { kind: "booking", path: "stage/b", id: "b" } });
        for (const each of streams) expect(a.wants(each.stream) && b.wants(each.stream)).toBe(false);
      }),
    );
  });

  test("a drop shorter than the grace time keeps one broadcast anywhere in the set", () => {
    const schedule = [set("1", "ann", 0, 60)];
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 59 * minute }),
        fc.integer({ min: 1, max: onAirTimes.graceMs - 1 }),
        fc.array(fc.integer({ min: 0, max: onAirTimes.graceMs }), { maxLength: 5 }),
        (dropAfterMs, goneMs, looks) => {
          const dropAt = noon + dropAfterMs;
          let current: OnAir | null = onAir("ann", "1");
          for (const now of [dropAt, ...looks.map((ms) => dropAt + ms), dropAt + goneMs].toSorted(
            (a, b) => a - b,
          )) {
            const isBack = now >= dropAt + goneMs;
            const facts: Partial<Stream> = isBack
              ? { connectedAt: dropAt + goneMs, firstAudioAt: dropAt + goneMs }
              : { state: "down", disconnectedAt: dropAt };
            current = decide({ now, schedule, streams: [stream("ann", facts)], current }).onAir;
            expect(current?.setId).toBe("1");
            expect(current?.status).toBe(isBack ? "live" : "reconnecting");
          }
        },
      ),
    );
  });
});
