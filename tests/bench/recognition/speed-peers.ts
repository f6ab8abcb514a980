/** Set A for peers: what fits best counts, however badly it fits. */
import type { LandmarkIndex } from "#packages/fingerprint/landmark-index.ts";
import type { RowFigure } from "./acceptance.ts";
import { hear, namedAt } from "./hearing.ts";
import type { Peer } from "./peers/peer.ts";
import { excerptSeconds, type SpeedCase, type SpeedResult, soundOf } from "./speeds.ts";

/** `ours`: what the ear has named of the same cases. */
export function measurePeers(
  index: LandmarkIndex,
  ours: readonly SpeedResult[],
  peers: readonly Peer[],
): RowFigure[] {
  if (ours.length === 0) return [];
  const withoutLadder = (each: SpeedCase) =>
    namedAt(hear(index, soundOf(each), { range: 0 }), each.track.id) !== undefined;
  const right = (peer: Peer) =>
    peer
      .match(ours.map((each) => ({ sound: soundOf(each), from: 0, to: excerptSeconds })))
      .map((answer, place) => answer?.id === ours[place]?.track.id);
  const results = [
    { name: "ours, named", isRight: ours.map((each) => each.namedAt !== undefined) },
    { name: "our landmarks without a ladder, named", isRight: ours.map(withoutLadder) },
    ...peers.map((peer) => ({ name: `${peer.name}, best of all references`, isRight: right(peer) })),
  ];
  return results.map(({ name, isRight }) => ({
    what: `A, peers' part, at the track's own speed and at others: ${name}`,
    value: [true, false].map((isOwn) => countOf(ours, isRight, isOwn)).join(" and "),
  }));
}

function countOf(cases: readonly SpeedCase[], isRight: readonly boolean[], isOwnSpeed: boolean): string {
  const own = isRight.filter((_, place) => (cases[place]?.speed === 1) === isOwnSpeed);
  return `${own.filter(Boolean).length}/${own.length}`;
}
