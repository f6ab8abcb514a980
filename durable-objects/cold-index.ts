/** The index of all references, spread over objects by hash. */
import { ownerNumber, toMatches, toNumbers } from "#app/domains/music/recognition/cold/postings.ts";
import { askedTriplets, storedTriplets, type Triplet } from "#app/domains/music/recognition/cold/triplets.ts";
import { findCandidates } from "#app/domains/music/recognition/cold/votes.ts";
import type { ColdIndex } from "#app/domains/music/recognition/port.ts";
import { decodePeaks } from "#packages/fingerprint/peak-format.ts";
import { referenceShard } from "./stubs.ts";

/** Changing it means to build the index again. A local copy has one. */
const deployedShards = 16;

export function createColdIndex(env: Pick<Env, "REFERENCE_SHARD" | "CUE_MODE">): ColdIndex {
  const count = (env.CUE_MODE as string) === "local" ? 1 : deployedShards;
  const shards = Array.from({ length: count }, (_, number) => ({
    number,
    shard: referenceShard(env, number),
  }));
  const shardOf = ({ hash }: Pick<Triplet, "hash">) => hash % count;
  return {
    async add(references) {
      const ids = references.map(({ id }) => id);
      const owners = references.map(({ owner }) => ownerNumber(owner));
      const rows = references.flatMap(({ peaks }, place) =>
        storedTriplets(decodePeaks(peaks).peaks).map((triplet) => ({ ...triplet, place })),
      );
      const byShard = Map.groupBy(rows, shardOf);
      await Promise.all(
        shards.map(({ shard, number }) =>
          shard.add({ ids, owners, numbers: toNumbers(byShard.get(number) ?? []) }),
        ),
      );
    },

    async remove(ids) {
      await Promise.all(shards.map(({ shard }) => shard.remove(ids)));
    },

    async find(peaks) {
      const asked = askedTriplets(decodePeaks(peaks).peaks);
      const byShard = Map.groupBy(asked, shardOf);
      const found = await Promise.all(
        shards.map(({ shard, number }) => {
          const hashes = new Set((byShard.get(number) ?? []).map(({ hash }) => hash));
          return shard.find(Float64Array.from(hashes));
        }),
      );
      const matches = found.flatMap(toMatches);
      return findCandidates(asked, matches).map(({ reference }) => reference);
    },
  };
}
