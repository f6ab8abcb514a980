/** Prints how much memory a recording has with ten minutes of sound behind one missing packet. Needs `--expose-gc`. */
import { recordInNode } from "#tests/helpers/recording-in-node.ts";
import { batchOf, soundOf } from "#tests/helpers/tapes.ts";

const startAt = Date.parse("2030-05-01T12:00:00Z");
const missing = 1_005;
const batchS = 5;
const subject = {
  broadcast: "b",
  performance: "b",
  room: "stage/s",
  stageId: "s",
  performerId: null,
  setId: null,
};

const { recording } = recordInNode();
const send = (fromS: number, toS: number) => {
  let most = 0;
  for (let s = fromS; s < toS; s += batchS) {
    const frames = soundOf("a", startAt, s, s + batchS).flatMap((frame) => {
      if (frame.kind !== "opus") return [frame];
      return frame.seq === missing ? [] : [{ ...frame, payload: new Uint8Array(320).fill(0xfc) }];
    });
    recording.append(batchOf({ ...subject, room: "stage/s" }, "a", frames), startAt + (s + batchS) * 1_000);
    most = Math.max(most, held());
  }
  return most;
};

/** Returns the memory of JavaScript: the rows of SQLite are not among it. */
function held(): number {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

send(0, 20);
const before = held();
const most = send(20, 620);
process.stdout.write(JSON.stringify({ bytes: most - before, waits: recording.index(startAt)?.durationMs }));
