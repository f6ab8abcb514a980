/** Many listeners in one process: connects them, counts what each gets, and watches its own event loop. */
import { request } from "node:http";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { io } from "socket.io-client";
import WebSocket from "ws";
import { LiveReader } from "#tests/helpers/live-reader.ts";
import { Histogram } from "../statistics.ts";
import type { LoadCommand, LoadOptions, LoadReport } from "./load.ts";
import { findPacket, packetBytes, readPacket } from "./packet.ts";

const connectsPerBatch = 20;
const batchMs = 100;

class Listener {
  #last: number | undefined;

  constructor(tally: Tally) {
    this.#tally = tally;
  }
  readonly #tally: Tally;

  /** One packet of the load has come. */
  packet(bytes: Buffer, offset = 0): void {
    const packet = readPacket(bytes, offset);
    if (packet === undefined) return;
    if (this.#last !== undefined && this.#tally.isCounting) {
      this.#tally.lost += Math.max(0, packet.number - this.#last - 1);
    }
    this.#last = packet.number;
    this.#tally.packets++;
    this.#latest = packet.sentAt;
  }
  #latest = 0;

  /** All packets of a message are in: the newest waited only for the fan-out. */
  messageEnd(receivedAt: number): void {
    if (this.#tally.isCounting && this.#latest > 0) this.#tally.delays.add(receivedAt - this.#latest);
  }
}

class Tally {
  isCounting = false;
  packets = 0;
  lost = 0;
  events = 0;
  delays = new Histogram();
}

const options = JSON.parse(process.argv[2] ?? "{}") as LoadOptions;
const tally = new Tally();
const lag = monitorEventLoopDelay({ resolution: 10 });

// The wall clock with fractions: a millisecond is a third of what is measured.
const now = () => performance.timeOrigin + performance.now();

const connect: Record<LoadOptions["kind"], (listener: Listener) => Promise<unknown>> = {
  async cue(listener) {
    return LiveReader.open({
      origin: options.url,
      room: options.room ?? "",
      class: "normal",
      onMessage(message) {
        const receivedAt = now();
        for (const { opus } of message.packets) listener.packet(opus);
        if (message.packets.length > 0) listener.messageEnd(receivedAt);
        tally.events += message.events.length;
      },
      onEvent() {
        tally.events++;
      },
    });
  },

  async ws(listener) {
    const socket = new WebSocket(options.url, { perMessageDeflate: false });
    socket.on("message", (bytes: Buffer, isBinary) => receiveBatch(listener, bytes, isBinary));
    await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
  },

  async socketIo(listener) {
    const socket = io(options.url, { transports: ["websocket"], forceNew: true, reconnection: false });
    socket.on("audio", (bytes: Buffer) => receiveBatch(listener, bytes, true));
    await new Promise<void>((resolve, reject) => {
      socket.once("connect", () => resolve());
      socket.once("connect_error", reject);
    });
  },

  async icecast(listener) {
    await new Promise<void>((resolve, reject) => {
      const call = request(options.url, { agent: false }, (response) => {
        resolve();
        let rest: Buffer = Buffer.alloc(0);
        response.on("data", (chunk: Buffer) => {
          const receivedAt = now();
          const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
          let from = 0;
          for (let at = findPacket(bytes, 0); at !== -1; at = findPacket(bytes, from)) {
            listener.packet(bytes, at);
            listener.messageEnd(receivedAt);
            from = at + packetBytes;
          }
          rest = bytes.subarray(from);
        });
      });
      call.on("error", reject);
      call.end();
    });
  },
};

/** The peers' message: packets of one size, one after another, or an event as text. */
function receiveBatch(listener: Listener, bytes: Buffer, isBinary: boolean): void {
  const receivedAt = now();
  if (!isBinary) {
    tally.events++;
    return;
  }
  for (let offset = 0; offset < bytes.length; offset += packetBytes) listener.packet(bytes, offset);
  listener.messageEnd(receivedAt);
}

function report(): LoadReport {
  const { packets, lost, events, delays } = tally;
  return { packets, lost, events, delays: delays.bins, worstLagMs: lag.max / 1e6 };
}

process.on("message", (command: LoadCommand) => {
  if (command === "count") {
    Object.assign(tally, { isCounting: true, packets: 0, lost: 0, events: 0, delays: new Histogram() });
    lag.enable();
    lag.reset();
  } else if (command === "report") process.send?.({ type: "report", ...report() });
  else process.exit();
});
process.on("disconnect", () => process.exit());

for (let made = 0; made < options.count; made += connectsPerBatch) {
  const batch = Array.from({ length: Math.min(connectsPerBatch, options.count - made) }, () =>
    connect[options.kind](new Listener(tally)),
  );
  await Promise.all(batch);
  await sleep(batchMs);
}
process.send?.({ type: "connected" });
