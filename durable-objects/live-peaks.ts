/** Peaks of live sound in R2: by day, stream and time, so that both a stream's and a day's are found together. */

import type { LivePeaks } from "#app/domains/music/recognition/port.ts";
import type { SoundPiece } from "#packages/fingerprint/sound-pieces.ts";

const prefix = "live-peaks/";
const dayMs = 24 * 3_600_000;
const pieceMs = 60_000;
/** R2 takes at most 1,000 keys in one deletion, and lists as many. */
const removedAtOnce = 1_000;
const readAtOnce = 6;

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
const timeOf = (key: string) => Number(key.slice(key.lastIndexOf("/") + 1));

export function createLivePeaks({ TAPES }: Pick<Env, "TAPES">): LivePeaks {
  return {
    async put(stream, { from, peaks }) {
      await TAPES.put(`${prefix}${dayOf(from)}/${stream}/${from}`, peaks);
    },

    async read(stream, time) {
      const keys = await keysOf(TAPES, stream, time);
      const pieces: SoundPiece[] = [];
      const waiting = keys.values();
      const readNext = async () => {
        for (const key of waiting) {
          const object = await TAPES.get(key);
          if (object !== null)
            pieces.push({ from: timeOf(key), peaks: new Uint8Array(await object.arrayBuffer()) });
        }
      };
      await Promise.all(Array.from({ length: readAtOnce }, readNext));
      return pieces.toSorted((a, b) => a.from - b.from);
    },

    async remove(stream, time) {
      await deleteAll(TAPES, await keysOf(TAPES, stream, time));
    },

    async removeBefore(time) {
      const { delimitedPrefixes } = await TAPES.list({ prefix, delimiter: "/" });
      for (const day of delimitedPrefixes.filter((each) => each <= `${prefix}${dayOf(time)}/`)) {
        const old: string[] = [];
        for await (const key of listKeys(TAPES, day)) if (timeOf(key) < time) old.push(key);
        await deleteAll(TAPES, old);
      }
    },
  };
}

/** The keys of a stream's pieces that have sound of this time. */
async function keysOf(bucket: R2Bucket, stream: string, { from, to }: { from: number; to: number }) {
  const keys: string[] = [];
  const first = from - pieceMs;
  for (let day = Math.floor(first / dayMs) * dayMs; day < to; day += dayMs)
    for await (const key of listKeys(bucket, `${prefix}${dayOf(day)}/${stream}/`))
      if (timeOf(key) > first && timeOf(key) < to) keys.push(key);
  return keys;
}

async function deleteAll(bucket: R2Bucket, keys: readonly string[]): Promise<void> {
  for (let first = 0; first < keys.length; first += removedAtOnce)
    await bucket.delete(keys.slice(first, first + removedAtOnce));
}

async function* listKeys(bucket: R2Bucket, under: string): AsyncGenerator<string> {
  for (let cursor: string | undefined; ; ) {
    const listed = await bucket.list({ prefix: under, ...(cursor !== undefined && { cursor }) });
    for (const { key } of listed.objects) yield key;
    if (!listed.truncated) return;
    cursor = listed.cursor;
  }
}
