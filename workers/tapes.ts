/** Reads recordings from R2 and from the objects that record them. */
import type { Tapes } from "#app/domains/air/replays/port.ts";
import {
  chunkKey,
  indexKey,
  joinedKey,
  offsetOf,
  type TapeChunk,
  type TapeFile,
  type TapeIndex,
  tapePrefix,
} from "#app/domains/air/replays/tape-index.ts";
import { tape } from "#durable-objects/stubs.ts";
import { TapeBucket } from "#durable-objects/tape/tape-bucket.ts";

interface Part {
  file: TapeFile;
  offset: number;
  length: number;
}

export function createTapes(env: Env): Tapes {
  return {
    of: (performance) => tape(env, performance),

    async readIndex(id) {
      const object = await env.TAPES.get(indexKey(id));
      return object === null ? null : object.json<TapeIndex>();
    },

    async readChunk(index, chunk, part) {
      if (chunk.n < (index.joined ?? 0)) {
        const offset = offsetOf(index, chunk.n, part.file) + part.offset;
        return readJoined(env, index, { ...part, offset });
      }
      const fromBucket = () => readFromBucket(env, index.id, chunk, part);
      const fromTape = () => readFromTape(env, index.performance, chunk, part);
      // It may have moved since the index was read.
      const places = chunk.place === "r2" ? [fromBucket, fromTape] : [fromTape, fromBucket];
      return (await places[0]?.()) ?? (await places[1]?.()) ?? null;
    },

    readJoined: (index, part) => readJoined(env, index, part),

    async erase({ id, performance }) {
      await tape(env, performance).erase();
      // A tape that lost its storage does not know of its files.
      await removeFiles(env, id);
    },

    async check() {
      const key = `status/${crypto.randomUUID()}`;
      await env.TAPES.put(key, key);
      try {
        const object = await env.TAPES.get(key);
        if ((await object?.text()) !== key) throw new Error("what was written was not read back");
      } finally {
        await env.TAPES.delete(key);
      }
    },
  };
}

/** Throws where R2 refuses, or does not answer in time. */
async function removeFiles(env: Env, id: string): Promise<void> {
  const bucket = new TapeBucket(env.TAPES);
  const prefix = tapePrefix(id);
  for (;;) {
    const { objects, truncated } = await bucket.list({ prefix });
    if (objects.length > 0) await bucket.delete(objects.map(({ key }) => key));
    if (!truncated) return;
  }
}

async function readFromBucket(env: Env, id: string, { n }: TapeChunk, { file, offset, length }: Part) {
  const object = await env.TAPES.get(chunkKey(id, n, file), { range: { offset, length } });
  return object?.body ?? null;
}

async function readJoined(
  env: Env,
  { id, joined = 0 }: Pick<TapeIndex, "id" | "joined">,
  { file, offset, length }: Part,
) {
  const object = await env.TAPES.get(joinedKey(id, joined, file), { range: { offset, length } });
  return object?.body ?? null;
}

async function readFromTape(env: Env, performance: string, { n }: TapeChunk, { file, offset, length }: Part) {
  const bytes = await tape(env, performance).readChunk(n, file);
  return bytes?.subarray(offset, offset + length) ?? null;
}
