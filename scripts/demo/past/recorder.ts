/** Calls of a running copy that a deployed one does not have: `workers/local/dev-recordings.ts`. */
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { encodeUplink, type UplinkFrame } from "#app/domains/air/media/contract/frames.ts";
import type { ChatMessage } from "#app/domains/air/stages/live/protocol.ts";

const batchMs = 5_000;
/** The server has live sound to carry: a set of eight minutes takes about fifteen seconds. */
const usualPauseMs = 150;
const readyWithinMs = 60_000;

const Broadcast = z.object({
  startedAt: z.number(),
  endedAt: z.number(),
  status: z.nullable(z.enum(["planned", "recording", "ready", "deleted"])),
});

export interface Recorder {
  /** Null where there is no such broadcast, or it is not over. */
  find(id: string): Promise<z.infer<typeof Broadcast> | null>;
  /** Sends what a connection of an encoder would have sent. What is recorded already is ignored. */
  send(id: string, frames: readonly UplinkFrame[]): Promise<{ bytes: number; isKept: boolean }>;
  say(id: string, chat: readonly ChatMessage[]): Promise<void>;
  /** Resolves when its replay can be heard. Throws where that takes too long. */
  end(id: string): Promise<void>;
  /** Makes R2 refuse every call of this recording, or take them again. Returns how many chunks it lacks. */
  refuseBucket(id: string, isRefused: boolean): Promise<{ waiting: number }>;
  /** Ends the instance of its room or its recording at once; the next call starts another. */
  abort(id: string, object: "room" | "tape"): Promise<void>;
  /** Returns the keys of its objects in R2. */
  objects(id: string): Promise<string[]>;
}

/** `pauseMs`: after each five seconds of sound. */
export function connectRecorder(address: string, key: string, pauseMs = usualPauseMs): Recorder {
  const call = async (path: string, init: { method?: string; body?: RequestInit["body"] } = {}) => {
    const signal = AbortSignal.timeout(30_000);
    const type = typeof init.body === "string" ? "application/json" : "application/octet-stream";
    const headers = { authorization: `Bearer ${key}`, "content-type": type };
    const response = await fetch(`${address}/dev/recordings/${path}`, { ...init, headers, signal });
    if (response.status === 404) return null;
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  const post = (path: string, body: string | Uint8Array<ArrayBuffer>) => call(path, { method: "POST", body });
  const find = async (id: string) => z.nullable(Broadcast).parse(await call(id));
  return {
    find,
    async send(id, frames) {
      let bytes = 0;
      const [first] = frames;
      for (let from = first?.at ?? 0, next = 0; next < frames.length; from += batchMs) {
        const start = next;
        while (next < frames.length && (frames[next]?.at ?? 0) < from + batchMs) next += 1;
        const batch = packFrames(frames.slice(start, next));
        bytes += batch.byteLength;
        const answer = z.object({ keeps: z.boolean() }).parse(await post(`${id}/frames`, batch));
        if (!answer.keeps) return { bytes, isKept: false };
        await sleep(pauseMs);
      }
      return { bytes, isKept: true };
    },
    async say(id, chat) {
      await post(`${id}/chat`, JSON.stringify(chat));
    },
    async end(id) {
      await post(`${id}/end`, "");
      for (const began = Date.now(); Date.now() - began < readyWithinMs; await sleep(1_000)) {
        if ((await find(id))?.status === "ready") return;
      }
      throw new Error(`The recording of ${id} was not complete in time.`);
    },
    async refuseBucket(id, isRefused) {
      return z
        .object({ waiting: z.number() })
        .parse(await post(`${id}/bucket`, JSON.stringify({ isRefused })));
    },
    async abort(id, object) {
      await post(`${id}/abort`, JSON.stringify({ object }));
    },
    async objects(id) {
      return z.array(z.string()).parse(await call(`${id}/objects`));
    },
  };
}

/** Each after its length, as a room hands them to a recording. */
function packFrames(frames: readonly UplinkFrame[]): Uint8Array<ArrayBuffer> {
  const encoded = frames.map(encodeUplink);
  const bytes = new Uint8Array(encoded.reduce((sum, { byteLength }) => sum + 4 + byteLength, 0));
  const view = new DataView(bytes.buffer);
  let offset = 0;
  for (const frame of encoded) {
    view.setUint32(offset, frame.byteLength);
    bytes.set(frame, offset + 4);
    offset += 4 + frame.byteLength;
  }
  return bytes;
}
