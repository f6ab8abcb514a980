import type { BenchOptions } from "../options.ts";
import type { Chapter, Figure } from "../report.ts";
import { type Site, sites } from "./distances.ts";
import { type Added, addedBy, placeNear } from "./way.ts";

/** The places on the way from a performer to a listener. `first`: who opened the room first, `shardFirst`: its shard. */
type Way = (who: { performer: Site; listener: Site; first: Site; shardFirst: Site }) => readonly Site[];

const aims = { same: 30, other: 120 } as const;

/** Computes what the places of objects add to the network's own time; measures nothing. */
export async function benchPlaces(_options: BenchOptions): Promise<Chapter> {
  const everywhere = { isEverywhere: true };
  const today = { isEverywhere: false };
  const figures = [
    ...describe(
      "room near its performer",
      waysOf(({ performer }) => [placeNear(performer, everywhere)]),
    ),
    ...describe(
      "the same, and a shard near the listener",
      waysOf(({ performer, listener }) => [
        placeNear(performer, everywhere),
        placeNear(listener, everywhere),
      ]),
    ),
    ...describe(
      "the same, without objects in South America, Africa and the Middle East",
      waysOf(({ performer, listener }) => [placeNear(performer, today), placeNear(listener, today)]),
    ),
    ...describe(
      "the same, with the media host in the Netherlands for all",
      waysOf(({ performer, listener }) => [
        placeNear(sites[5] as Site, everywhere),
        placeNear(performer, everywhere),
        placeNear(listener, everywhere),
      ]),
    ),
    ...describe(
      "before: room near whoever came first",
      waysOf(({ first }) => [placeNear(first, everywhere)]),
    ),
    ...describe(
      "before: the same, and a shard near whoever came first there",
      waysOf(({ first, shardFirst }) => [placeNear(first, everywhere), placeNear(shardFirst, everywhere)]),
    ),
  ];
  return {
    name: "places",
    title: "What the places of objects add to the network's time",
    method: `Computed, not measured: the way performer, media host, room, (shard,) listener against the direct way, for all pairs of ${sites.length} places in nine regions. Network times are half of the round trips (95th percentile, 30 days to 30 July 2026) between data centers of Azure, by Microsoft; objects of a region are in one of them. The media host is at the room, except where it is said. "Before": averaged over all places from which the first visitor may have come. Work in the objects is not included.`,
    figures,
    closing: `Of a room near its performer, and with shards, over the aim: ${farthest(
      waysOf(({ performer, listener }) => [
        placeNear(performer, everywhere),
        placeNear(listener, everywhere),
      ]),
    )}.`,
    voidBecause: [],
  };
}

/** All pairs, each with every place of those who came first, where the way depends on it. */
function waysOf(way: Way): Added[] {
  return sites.flatMap((performer) =>
    sites.flatMap((listener) =>
      sites.flatMap((first) =>
        sites.map((shardFirst) =>
          addedBy(performer, way({ performer, listener, first, shardFirst }), listener),
        ),
      ),
    ),
  );
}

const isSame = ({ performer, listener }: Added) => performer.continent === listener.continent;

function describe(what: string, all: readonly Added[]): Figure[] {
  const figure = (where: string, some: Added[], aim: number): Figure => {
    const sorted = some.map(({ ms }) => ms).toSorted((a, b) => a - b);
    const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
    const within = sorted.filter((ms) => ms <= aim).length / sorted.length;
    return {
      what: `${what}, ${where}: median / p95 / most, share within the aim`,
      value: `${at(0.5).toFixed(0)} / ${at(0.95).toFixed(0)} / ${at(1).toFixed(0)} ms, ${(within * 100).toFixed(0)} %`,
      aim: `≤ ${aim} ms`,
    };
  };
  return [
    figure("same continent", all.filter(isSame), aims.same),
    figure(
      "elsewhere",
      all.filter((added) => !isSame(added)),
      aims.other,
    ),
  ];
}

function farthest(all: readonly Added[]): string {
  const over = all.filter((added) => added.ms > (isSame(added) ? aims.same : aims.other));
  const texts = new Map(
    over.map(({ performer, listener, ms }) => [
      `${performer.name} to ${listener.name}`,
      `${performer.name} to ${listener.name} ${ms.toFixed(0)} ms`,
    ]),
  );
  return texts.size === 0 ? "none" : [...texts.values()].join(", ");
}
