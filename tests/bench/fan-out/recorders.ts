/** The other load of a machine that carries live sound: recordings are written, and listened to. */
import { setTimeout as sleep } from "node:timers/promises";
import type { UplinkFrame } from "#app/domains/air/media/contract/frames.ts";
import type { CueInstance } from "#tests/fixtures/instance.ts";
import type { Unrecorded } from "#tests/fixtures/recorded-tones.ts";

/** Ends what was started. Returns how much of it there was. Throws what went wrong meanwhile. */
export type Stop = () => Promise<number>;

/** Ten seconds of sound. */
const readBytes = 160_000;

/** Each asks for ten seconds of sound again and again, `everyMs` after they have come. Counts bytes. */
export function startReaders(
  { origin }: CueInstance,
  { replay, bytes, readers, everyMs }: { replay: string; bytes: number; readers: number; everyMs: number },
): Stop {
  return untilStopped(readers, async () => {
    const from = Math.floor(Math.random() * (bytes - readBytes));
    const response = await fetch(`${origin}/replay/${replay}.opus`, {
      headers: { range: `bytes=${from}-${from + readBytes - 1}` },
      signal: AbortSignal.timeout(15_000),
    });
    if (!response.ok) throw new Error(`A recording could not be read: ${response.status}`);
    const { byteLength } = await response.arrayBuffer();
    await sleep(everyMs);
    return byteLength;
  });
}

/** Sends five seconds of another broadcast's sound again and again, `everyMs` apart. Counts seconds of sound. */
export function startWriter({ id, recorder }: Unrecorded, slices: UplinkFrame[][], everyMs: number): Stop {
  return untilStopped(1, async () => {
    const slice = slices.shift();
    if (slice === undefined) throw new Error("There was not enough sound to record.");
    const { isKept } = await recorder.send(id, slice);
    if (!isKept) throw new Error("The copy does not record.");
    await sleep(everyMs);
    return sliceMs / 1_000;
  });
}

/** The sound that an agent sends at once. */
export const sliceMs = 5_000;

/** Five seconds each. */
export function inSlices(frames: readonly UplinkFrame[]): UplinkFrame[][] {
  const startAt = frames[0]?.at ?? 0;
  const slices: UplinkFrame[][] = [];
  for (const frame of frames) {
    const place = Math.max(0, Math.floor((frame.at - startAt) / sliceMs));
    const slice = slices[place] ?? [];
    slices[place] = slice;
    slice.push(frame);
  }
  return slices.filter(Boolean);
}

function untilStopped(count: number, work: () => Promise<number>): Stop {
  let isOver = false;
  let sum = 0;
  const run = async () => {
    while (!isOver) sum += await work();
  };
  // Settled, so that a failure waits for whoever stops it.
  const running = Promise.allSettled(Array.from({ length: count }, run));
  return async () => {
    isOver = true;
    for (const outcome of await running) if (outcome.status === "rejected") throw outcome.reason;
    return sum;
  };
}
