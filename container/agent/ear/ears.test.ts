import { expect, test } from "vitest";
import type { HeardLine } from "#app/domains/media/contract/heard.ts";
import { ServerClock } from "../server-clock.ts";
import { Ears } from "./ears.ts";

/** A thread that hears something on each stream that is opened, and fails at a probe. */
const script = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from "node:worker_threads";
    parentPort.on("message", ({ type, stream }) => {
      if (type === "probe") throw new Error("failed on purpose");
      const line = { line: "line of " + stream, reference: "r", isOver: false };
      if (type === "open") parentPort.postMessage({ type: "heard", stream, lines: [line] });
    });
  `)}`,
);

test("a thread that fails is started again with its streams, and what it heard is over; sound is taken all along", async () => {
  const heard: string[] = [];
  const ears = new Ears({
    origin: "http://127.0.0.1:1",
    agentKey: "none",
    clock: new ServerClock(),
    script,
    onHeard: (mount, connection, { isOver }: HeardLine) => heard.push(`${mount} ${connection} ${isOver}`),
  });
  const stop = ears.start();
  try {
    ears.begin("mount", "c1");
    await expect.poll(() => heard).toEqual(["mount c1 false"]);
    void ears.probe("question");
    for (let piece = 0; piece < 200; piece++) ears.push("c1", Buffer.alloc(19_200));
    await expect
      .poll(() => heard, { timeout: 10_000 })
      .toEqual(["mount c1 false", "mount c1 true", "mount c1 false"]);
    ears.end("c1");
    ears.push("c1", Buffer.alloc(19_200));
  } finally {
    stop();
  }
});
