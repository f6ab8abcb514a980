import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { crafted } from "#container/tests/crafted.ts";
import { Broadcasts } from "./broadcasts.ts";
import { ServerClock } from "./server-clock.ts";
import { noStalls } from "./stall-watch.ts";

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;
const heldBytes = () => {
  // Memory that the first collection finds is released by the second.
  collectGarbage();
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
};

const headerBytes = 3_500_000;
const sources = 10;

/** Headers that are buffered because their sound may follow. */
function headers(): Buffer[] {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for (const piece of crafted.headers()) {
    bytes += piece.length;
    if (bytes > headerBytes) return pieces;
    pieces.push(piece);
  }
  return pieces;
}

test("a source's headers are released when it disconnects or is ended", () => {
  const broadcasts = new Broadcasts({
    origin: "ws://127.0.0.1:1",
    agentKey: "x",
    clock: new ServerClock(),
    stalls: noStalls,
  });
  const faults: string[] = [];
  const listener = {
    onDecoded: () => {},
    onFirstAudio: () => {},
    onLevel: () => {},
    onSilence: () => {},
    onTitle: () => {},
    onSamples: () => {},
    onSamplesRestart: () => {},
    onFault: ({ code }: { code: string }) => faults.push(code),
  };
  const pieces = headers();
  const mounts = Array.from({ length: sources }, (_, index) => `m${index}`);
  const before = heldBytes();
  for (const mount of mounts) {
    broadcasts.begin(mount, "c", listener);
    for (const piece of pieces) broadcasts.push(mount, "c", Buffer.from(piece));
  }
  expect(heldBytes() - before).toBeGreaterThan(sources * headerBytes * 0.9);

  // Half of them break a limit and stay connected; the other half disconnect.
  for (const mount of mounts.slice(0, sources / 2))
    for (const piece of pieces.slice(1)) broadcasts.push(mount, "c", Buffer.from(piece));
  expect(faults).toEqual(Array.from({ length: sources / 2 }, () => "headers"));
  for (const mount of mounts.slice(sources / 2)) broadcasts.end(mount, "c");
  expect(heldBytes() - before).toBeLessThan(headerBytes / 2);
  broadcasts.endAll();
});
