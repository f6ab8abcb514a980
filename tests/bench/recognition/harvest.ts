/** Set F: two broadcasts with titles teach references, by which a third without titles is recognized. */

import type { Line } from "#app/domains/air/tracklists/evidence.ts";
import { cutSound, joinPieces, type Run } from "#app/domains/air/tracklists/harvest/sound.ts";
import { namedSpans, type Span } from "#app/domains/air/tracklists/harvest/spans.ts";
import { Ear } from "#packages/fingerprint/ear.ts";
import type { Playback } from "#packages/fingerprint/ladder.ts";
import { LandmarkIndex, type Reference } from "#packages/fingerprint/landmark-index.ts";
import { commonPart } from "#packages/fingerprint/same-recording.ts";
import { msPerFrame } from "#packages/fingerprint/scale.ts";
import type { SoundPiece } from "#packages/fingerprint/sound-pieces.ts";
import type { RowFigure } from "./acceptance.ts";
import { openColdIndex } from "./cold-index.ts";
import { play } from "./excerpts.ts";
import { hear } from "./hearing.ts";
import { composeTracks, type Track } from "./material.ts";
import { createRandom, pick } from "./music/random.ts";

const rate = 48_000;
const trackSeconds = 300;
const playSeconds = 250;
const blendSeconds = 20;
/** Titles come so much too late at most. */
const maxLateSeconds = 20;
/** Any time will do. */
const start = 1_000_000_000_000;

interface Played {
  track: Track;
  /** The encoder's title, if any: one that stays, or that of another track. */
  title: Track | null;
  from: number;
  to: number;
}

interface Broadcast {
  sound: Float32Array;
  plays: Played[];
}

/**
 * `tracks` is how many each broadcast has; one in four titles is left out or wrong. What was taught with the pitch moved
 * is not found again where the same change keeps the pitch: then neither of the ladder's playbacks is the relation.
 */
export function measureHarvest(tracks: number): RowFigure[] {
  const known = composeTracks(tracks, trackSeconds);
  return [
    ...measure("varispeed", known, ["varispeed"]),
    ...measure("key lock", known, ["keyLock"]),
    ...measure("both", known, ["varispeed", "keyLock"]),
  ];
}

function measure(name: string, known: readonly Track[], playbacks: readonly Playback[]): RowFigure[] {
  const broadcasts = [1, 2].map((seed) => makeBroadcast(known, seed, playbacks));
  const [first, second] = broadcasts.map(learn);
  if (first === undefined || second === undefined) return [];
  const references = agree(first, second);
  const index = new LandmarkIndex();
  index.add(references);
  const last = makeBroadcast(known, 3, playbacks);
  const heard = hear(index, last.sound, { share: 0.03, lookUp: openColdIndex(references) });
  const named = heard.lines.filter(({ certainty }) => certainty === "named");
  const ids = new Set(references.map(({ id }) => id));
  const taught = last.plays.filter(({ track }) => ids.has(track.id));
  const right = taught.filter(({ track, from, to }) =>
    named.some((line) => line.reference === track.id && line.from < to && line.to > from),
  );
  const wrong = named.filter(
    (line) =>
      !last.plays.some(
        ({ track, from, to }) => track.id === line.reference && line.from < to && line.to > from,
      ),
  );
  const poisoned = broadcasts.flatMap(({ plays }) => plays).filter(({ track, title }) => title !== track);
  return [
    {
      what: `F, ${name}: plays with titles in two broadcasts, of them with none or a wrong one; references both agree on`,
      value: `${2 * known.length}, ${poisoned.length}; ${references.length}`,
    },
    {
      what: `F, ${name}: their tracks named in a third broadcast without titles`,
      value: `${right.length}/${taught.length}`,
      ...(playbacks.length === 1 && {
        aim: "≥ 90 %",
        row: 8,
        isReached: right.length >= 0.9 * taught.length,
      }),
    },
    {
      what: `F, ${name}: wrong names`,
      value: String(wrong.length),
      aim: "0",
      row: 8,
      isReached: wrong.length === 0,
    },
  ];
}

/** All tracks in another order, each at its own speed and blended into the next. */
function makeBroadcast(tracks: readonly Track[], seed: number, playbacks: readonly Playback[]): Broadcast {
  const random = createRandom(seed);
  const order = tracks
    .map((track) => ({ track, by: random() }))
    .toSorted((a, b) => a.by - b.by)
    .map(({ track }) => track);
  const step = playSeconds - blendSeconds;
  const sound = new Float32Array((order.length * step + blendSeconds) * rate);
  const plays = order.map((track, place) => {
    const from = place * step;
    const speed = 0.97 + Math.round(random() * 60) / 1_000;
    const playback = pick(random, playbacks);
    const part = play({ track, playback, speed, from: 2, seconds: playSeconds }, false);
    addFaded(sound, part, from);
    const chance = random();
    const other = order[(place + 2) % order.length] ?? track;
    const title = chance < 1 / 8 ? null : chance < 1 / 4 ? other : track;
    return { track, title, from, to: from + part.length / rate };
  });
  return { sound, plays };
}

function addFaded(sound: Float32Array, part: Float32Array, from: number): void {
  for (let each = 0; each < part.length; each++) {
    const [at, left] = [each / rate, (part.length - each) / rate];
    const level = Math.min(1, at / blendSeconds, left / blendSeconds);
    const place = from * rate + each;
    if (place < sound.length) sound[place]! += 0.7 * level * (part[each] ?? 0);
  }
}

interface Learned {
  track: string;
  span: Span;
  runs: readonly Run[];
}

/** Returns the references of a broadcast, by the product's own rules. */
function learn({ sound, plays }: Broadcast): Learned[] {
  const pieces: SoundPiece[] = [];
  const ear = new Ear({ processorMs: () => 0, isSearching: () => false });
  for (let first = 0; first < sound.length; first += rate) {
    ear.push(sound.subarray(first, first + rate), start + first / 48);
    const piece = ear.nextPiece();
    if (piece !== undefined) pieces.push(piece);
  }
  const runs = joinPieces(pieces);
  const random = createRandom(plays.length);
  const titles = plays.flatMap(({ title, from }) =>
    title === null ? [] : [{ track: title.id, at: start + (from + random() * maxLateSeconds) * 1_000 }],
  );
  const endsAt = start + sound.length / 48;
  const lines = titles.map(({ track, at }, place) => toLine(track, at, titles[place + 1]?.at ?? endsAt));
  return namedSpans(lines, [{ from: start, to: endsAt }]).map(({ line, span }) => ({
    track: line.trackId,
    span,
    runs,
  }));
}

/** The part that both broadcasts have of what they call by one name. */
function agree(first: readonly Learned[], second: readonly Learned[]): Reference[] {
  return second.flatMap(({ track, span, runs }) => {
    const peaks = cutSound(runs, span);
    for (const other of first.filter((each) => each.track === track)) {
      const known = cutSound(other.runs, other.span);
      const part = peaks === null || known === null ? null : commonPart(peaks, known);
      if (part === null) continue;
      const common = {
        from: span.from + part.from * msPerFrame,
        to: span.from + part.to * msPerFrame,
      };
      const agreed = cutSound(runs, common);
      if (agreed !== null) return [{ id: track, peaks: agreed }];
    }
    return [];
  });
}

const toLine = (track: string, startsAt: number, endsAt: number): Line => ({
  id: `${track} at ${startsAt}`,
  plays: [],
  namedBy: [],
  trackId: track,
  artist: "",
  title: track,
  startsAt,
  endsAt,
  source: "encoder",
  kinds: ["encoder"],
  confidence: "named",
  isConfirmed: false,
  isOwn: false,
  hiddenUntil: null,
  isSample: false,
  isContradicted: false,
  isAnothers: false,
  versions: [],
  suggestions: [],
});
