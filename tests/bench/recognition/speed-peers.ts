/** Set A for peers: what fits best counts, however badly it fits. */
import type { LandmarkIndex } from "#app/domains/recognition/ear/landmark-index.ts";
import type { RowFigure } from "./acceptance.ts";
import { hear, namedAt } from "./hearing.ts";
import type { Track } from "./material.ts";
import type { Peer } from "./peers/peer.ts";
import { casesOf, excerptSeconds, soundOf, type SpeedCase } from "./speeds.ts";

export function measurePeers(
  index: LandmarkIndex,
  tracks: readonly Track[],
  peers: readonly Peer[],
): RowFigure[] {
  const cases = casesOf(tracks);
  if (cases.length === 0) return [];
  const named = (range?: number) =>
    cases.map((each) => namedAt(hear(index, soundOf(each), { range }), each.track.id) !== undefined);
  const right = (peer: Peer) =>
    peer
      .match(cases.map((each) => ({ sound: soundOf(each), from: 0, to: excerptSeconds })))
      .map((answer, place) => answer?.id === cases[place]?.track.id);
  const results = [
    { name: "ours, named", isRight: named() },
    { name: "our landmarks without a ladder, named", isRight: named(0) },
    ...peers.map((peer) => ({ name: `${peer.name}, best of all references`, isRight: right(peer) })),
  ];
  return results.map(({ name, isRight }) => ({
    what: `A, peers' part, at the track's own speed and at others: ${name}`,
    value: [true, false].map((isOwn) => countOf(cases, isRight, isOwn)).join(" and "),
  }));
}

function countOf(cases: readonly SpeedCase[], isRight: readonly boolean[], isOwnSpeed: boolean): string {
  const own = isRight.filter((_, place) => (cases[place]?.speed === 1) === isOwnSpeed);
  return `${own.filter(Boolean).length}/${own.length}`;
}
