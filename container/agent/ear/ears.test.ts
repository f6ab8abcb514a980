import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import type { HeardLine } from "#app/domains/air/media/contract/heard.ts";
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

/** A thread that has no name for what it hears, and tells which references it is given. */
const askingScript = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from "node:worker_threads";
    parentPort.on("message", ({ type, stream, references }) => {
      if (type === "wanted" && references.length === 1)
        parentPort.postMessage({ type: "unnamed", stream, from: Date.now(), peaks: new Uint8Array(9) });
      const line = { line: String(references), reference: "r", isOver: true };
      if (type === "wanted") parentPort.postMessage({ type: "heard", stream, lines: [line] });
    });
  `)}`,
);

test("what the index of all references knows of a stream without a name is looked for in it, too", async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.method ?? "");
    request.resume();
    response.end(JSON.stringify({ references: ["likely", "less likely"] }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const wanted: string[] = [];
  const ears = new Ears({
    origin: `http://127.0.0.1:${port}`,
    agentKey: "a key for tests",
    clock: new ServerClock(),
    script: askingScript,
    onHeard: (_mount, _connection, { line }) => wanted.push(line),
  });
  const stop = ears.start();
  try {
    ears.route("mount", "stream");
    ears.begin("mount", "c1");
    ears.setReferences({ stream: "stream", references: ["own"] });
    await expect.poll(() => wanted.at(-1)).toBe("likely,less likely,own");
    expect(asked).toContain("POST");
    ears.setReferences({ stream: "stream", references: ["own", "more"] });
    await expect.poll(() => wanted.at(-1)).toBe("likely,less likely,own,more");
  } finally {
    stop();
    server.close();
  }
});
