/** Set E: versions of one track are references beside each other, and each of them is played. */
import { LandmarkIndex, type Reference } from "#packages/fingerprint/landmark-index.ts";
import type { TrackLine } from "#packages/fingerprint/line.ts";
import type { RowFigure } from "./acceptance.ts";
import { play } from "./excerpts.ts";
import { hear } from "./hearing.ts";
import { type Track, toReference } from "./material.ts";
import { makeRemixes, makeVersions, type Version } from "./music/versions.ts";
import { toList, toShares } from "./shares.ts";

/** It spans what the edit leaves out. */
const excerpt = { from: 25, seconds: 40 } as const;
const remixSeconds = 105;
/** Seed of generated tracks that are nothing else's. */
const firstSeed = 20_000;

type Outcome = "named" | "one of these" | "nothing" | "wrong";

interface Result {
  version: Version;
  outcome: Outcome;
  /** Names of other versions that were told as if they were it. */
  wrong: string[];
}

/** `references` are the index beside them, `originals` some of its tracks. */
export function measureRelatives(references: readonly Reference[], originals: readonly Track[]): RowFigure[] {
  const families = originals.flatMap((track, place) => [
    makeVersions(track, firstSeed + 10 * place),
    makeRemixes(firstSeed + 10 * place + 5, remixSeconds),
  ]);
  const index = new LandmarkIndex();
  index.add([...references, ...families.flat().map(({ track }) => toReference(track))]);
  const results = families.flatMap((family) =>
    family.map((version, place) => listen(index, family, version, place)),
  );
  return toFigures(results);
}

function listen(index: LandmarkIndex, family: readonly Version[], version: Version, place: number): Result {
  const { track } = version;
  // Either playback, each at a speed of its own.
  const speed = place % 2 === 0 ? 1.02 : 0.97;
  const playback = place % 2 === 0 ? "varispeed" : "keyLock";
  const { lines } = hear(index, play({ track, playback, speed, ...excerpt }));
  const right = new Set(
    version.isSameMaster
      ? family.filter((each) => each.isSameMaster).map((each) => each.track.id)
      : [track.id],
  );
  const isAmong = ({ reference, versions }: TrackLine) =>
    [reference, ...versions].some((id) => right.has(id));
  const named = lines.filter(({ certainty }) => certainty === "named");
  const wrong = named
    .filter((line) => !isAmong(line))
    .map(({ reference }) => family.find((each) => each.track.id === reference)?.name ?? reference);
  const isNamed = named.some(({ reference }) => right.has(reference));
  const outcome =
    wrong.length > 0 ? "wrong" : isNamed ? "named" : lines.some(isAmong) ? "one of these" : "nothing";
  return { version, outcome, wrong };
}

function toFigures(results: readonly Result[]): RowFigure[] {
  const cases = (outcomes: readonly Outcome[]) =>
    results.map(({ version, outcome }) => ({ track: version.track, isGood: outcomes.includes(outcome) }));
  const good = ["named", "one of these"] as const;
  const missed = results.filter(({ outcome }) => outcome === "nothing");
  const wrong = results.filter((each) => each.wrong.length > 0);
  return [
    {
      what: "E: the right version, or “one of these”",
      value: toShares(cases(good)),
      aim: "all",
      row: 7,
      isReached: results.every(({ outcome }) => outcome !== "nothing" && outcome !== "wrong"),
    },
    { what: "E: of them the right version by name", value: toShares(cases(["named"])) },
    {
      what: "E: nothing told of",
      value: toList(missed.map(({ version }) => version.name)),
    },
    {
      what: "E: wrong names",
      value: toList(wrong.map(({ version, wrong: told }) => `${version.name} called ${told.join(", ")}`)),
      aim: "0",
      row: 7,
      isReached: wrong.length === 0,
    },
  ];
}
