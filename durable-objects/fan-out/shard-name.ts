import { isRegion, type Region } from "../regions.ts";

/** A shard among those of its room: its number in a region, or among those for listeners of whom none is known. */
export type ShardName = number | `${Region}/${number}`;

export const shardName = (region: Region | null, index: number): ShardName =>
  region === null ? index : `${region}/${index}`;

/** Reads `2` or `weur/2`; null for all else. */
export function readShardName(text: string): ShardName | null {
  const [, region, index] = /^(?:(\w+)\/)?(\d{1,4})$/.exec(text) ?? [];
  if (index === undefined) return null;
  if (region === undefined) return Number(index);
  return isRegion(region) ? `${region}/${Number(index)}` : null;
}

export function regionOfShard(shard: ShardName): Region | null {
  const [region = ""] = String(shard).split("/");
  return isRegion(region) ? region : null;
}
