/** The index of all references, spread over objects by hash. */

import { sleep } from "#app/domains/base/time/sleep.ts";
import {
  ownerNumber,
  type Postings,
  toMatches,
  toNumbers,
} from "#app/domains/music/recognition/cold/postings.ts";
import { askedTriplets, storedTriplets, type Triplet } from "#app/domains/music/recognition/cold/triplets.ts";
import { findCandidates } from "#app/domains/music/recognition/cold/votes.ts";
import type { ColdIndex } from "#app/domains/music/recognition/port.ts";
import { decodePeaks } from "#packages/fingerprint/peak-format.ts";
import { referenceShard } from "./stubs.ts";

/** Changing it means to build the index again. A local copy has one. */
const deployedShards = 16;
/** Hashes that one object works through in one go: some 20 ms. Others have their turn before the next. */
const atOnce = { added: 500, asked: 1_000 } as const;

export function createColdIndex(env: Pick<Env, "REFERENCE_SHARD" | "CUE_MODE">): ColdIndex {
  const count = (env.CUE_MODE as string) === "local" ? 1 : deployedShards;
  const shards = Array.from({ length: count }, (_, number) => ({
    number,
    shard: referenceShard(env, number),
  }));
  const shardOf = ({ hash }: Pick<Triplet, "hash">) => hash % count;
  return {
    async add(references) {
      for (const { id, owner, peaks } of references) {
        const rows = storedTriplets(decodePeaks(peaks).peaks).map((triplet) => ({ ...triplet, place: 0 }));
        // All of one hash together: how many places it has is counted.
        const byHash = [...Map.groupBy(rows, ({ hash }) => hash).values()];
        const byShard = Map.groupBy(byHash, ([first]) => shardOf(first ?? { hash: 0 }));
        await Promise.all(
          shards.map(async ({ shard, number }) => {
            for (const part of inParts(byShard.get(number) ?? [], atOnce.added)) {
              const numbers = toNumbers(part.flat());
              await shard.add({ ids: [id], owners: [ownerNumber(owner)], numbers });
              await sleep(0);
            }
          }),
        );
      }
    },

    async remove(ids) {
      await Promise.all(shards.map(({ shard }) => shard.remove(ids)));
    },

    async find(peaks) {
      const asked = askedTriplets(decodePeaks(peaks).peaks);
      const byShard = Map.groupBy(asked, shardOf);
      const found = await Promise.all(
        shards.map(async ({ shard, number }) => {
          const hashes = [...new Set((byShard.get(number) ?? []).map(({ hash }) => hash))];
          const postings: Postings[] = [];
          for (const part of inParts(hashes, atOnce.asked)) {
            postings.push(await shard.find(Float64Array.from(part)));
            await sleep(0);
          }
          return postings;
        }),
      );
      const matches = found.flat().flatMap(toMatches);
      return findCandidates(asked, matches).map(({ reference }) => reference);
    },
  };
}

const inParts = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, part) =>
    all.slice(part * size, (part + 1) * size),
  );
