/** Peaks of references in R2, for Workers and objects alike. */
import { peaksKey, type ReferencePeaks } from "#app/domains/music/recognition/port.ts";

/** R2 takes at most 1,000 keys in one deletion; six requests of a Worker are open at a time. */
const limits = { removed: 1_000, read: 6 } as const;

/** Returns the peaks of these references by id; those that are not there are missing. */
export async function readPeaks(
  env: Pick<Env, "TAPES">,
  ids: readonly string[],
): Promise<Map<string, Uint8Array<ArrayBuffer>>> {
  const found = new Map<string, Uint8Array<ArrayBuffer>>();
  const waiting = [...new Set(ids)].values();
  const readNext = async () => {
    for (const id of waiting) {
      const object = await env.TAPES.get(peaksKey(id));
      if (object !== null) found.set(id, new Uint8Array(await object.arrayBuffer()));
    }
  };
  await Promise.all(Array.from({ length: limits.read }, readNext));
  return found;
}

export function createReferencePeaks(env: Pick<Env, "TAPES">): ReferencePeaks {
  return {
    async put(id, peaks) {
      await env.TAPES.put(peaksKey(id), peaks);
    },
    read: (ids) => readPeaks(env, ids),
    async remove(ids) {
      for (let from = 0; from < ids.length; from += limits.removed)
        await env.TAPES.delete(ids.slice(from, from + limits.removed).map(peaksKey));
    },
  };
}
