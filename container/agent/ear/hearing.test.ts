import { expect, test } from "vitest";
import { Budget } from "#packages/fingerprint/budget.ts";
import { decodePeaks } from "#packages/fingerprint/peak-format.ts";
import { makeMusic, toInputRate } from "#tests/helpers/made-music.ts";
import { peaksOf } from "#tests/helpers/made-peaks.ts";
import { Hearing } from "./hearing.ts";
import { createRing, RingWriter } from "./sound-ring.ts";
import type { FromEar } from "./thread-messages.ts";

const startedAt = 1_800_000_000_000;

interface HeardOptions {
  budget?: Budget;
  /** The thread has no time before all of the music has come. */
  isStarved?: boolean;
}

/** Lets a thread hear this music of 8 kHz; returns what it says. */
function hearAll(
  sound: Float32Array,
  references: { id: string; peaks: Uint8Array }[],
  { budget = new Budget(1, () => 0), isStarved = false }: HeardOptions = {},
): FromEar[] {
  const told: FromEar[] = [];
  const hearing = new Hearing("start", budget, (message) => told.push(message));
  const ring = createRing();
  const writer = new RingWriter(ring);
  const ids = references.map(({ id }) => id);
  hearing.receive({ type: "references", add: references, keep: ids });
  hearing.receive({ type: "open", stream: "s", ring });
  hearing.receive({ type: "wanted", stream: "s", references: ids, suspects: [] });
  const samples = toInputRate(sound);
  const piece = 48_000;
  for (let first = 0; first + piece <= samples.length; first += piece) {
    const pcm = Buffer.alloc(piece * 4);
    for (let each = 0; each < piece; each++) {
      const value = Math.round(32_767 * Math.max(-1, Math.min(1, samples[first + each] ?? 0)));
      pcm.writeInt16LE(value, each * 4);
      pcm.writeInt16LE(value, each * 4 + 2);
    }
    let pieces = 0;
    writer.push(pcm, () => startedAt + (first / 48 + 100 * pieces++));
    while (!isStarved && hearing.listen());
  }
  while (hearing.listen());
  hearing.receive({ type: "probe", id: "probe" });
  hearing.receive({ type: "close", stream: "s" });
  return told;
}

test("of a stream without a name the last seconds are asked about once a minute, of a named one nothing", () => {
  const music = makeMusic(9, 130);
  const told = hearAll(music, [{ id: "other", peaks: peaksOf(makeMusic(10, 60)) }]);
  const asked = told.filter((message) => message.type === "unnamed");
  expect(asked.map(({ from }) => Math.round((from - startedAt) / 1_000))).toEqual([35, 95]);
  const [first] = asked;
  expect(decodePeaks(first?.peaks ?? new Uint8Array()).frames).toBeCloseTo(25 * 62.5, -1);
  const named = hearAll(music, [{ id: "own", peaks: peaksOf(music) }]);
  expect(named.some(({ type }) => type === "unnamed")).toBe(false);
  expect(named.some((message) => message.type === "heard")).toBe(true);
});

test("a thread without time searches less before it loses sound, and says what it loses", () => {
  const count = (options: HeardOptions) => {
    let searches = 0;
    const budget = new (class extends Budget {
      override spend<T>(work: () => T): T {
        searches += 1;
        return super.spend(work);
      }
    })(1, () => 0);
    const references = [{ id: "other", peaks: peaksOf(makeMusic(12, 30)) }];
    const told = hearAll(makeMusic(13, 30), references, { ...options, budget });
    return { searches, told };
  };
  const [rested, starved] = [count({}), count({ isStarved: true })];
  // Of 29 s the ring holds 25.6, and only beside its last 2 s something is searched for.
  expect(starved.searches).toBeLessThan(rested.searches / 2);
  const of = ({ told }: { told: FromEar[] }) => ({
    lostMs: told.flatMap((message) => (message.type === "lost" ? [message.lostMs] : [])),
    isWorking: told.find((message) => message.type === "probed")?.isRecognized,
  });
  expect([of(rested), of(starved)]).toEqual([
    { lostMs: [], isWorking: true },
    { lostMs: [3_400], isWorking: false },
  ]);
});

test("all of a stream's sound is sent on as peaks, a minute at a time", () => {
  const told = hearAll(makeMusic(11, 90), []);
  const sounds = told.filter((message) => message.type === "sound");
  expect(sounds.map(({ from }) => Math.round((from - startedAt) / 1_000))).toEqual([0, 60]);
});
