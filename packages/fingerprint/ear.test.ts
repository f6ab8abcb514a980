import { expect, test } from "vitest";
import { makeMusic, toInputRate, withNoise } from "#tests/helpers/made-music.ts";
import { isSweep } from "#tests/helpers/sweep.ts";
import { Ear, type EarEvent } from "./ear.ts";
import { LandmarkIndex } from "./landmark-index.ts";
import { encodePeaks } from "./peak-format.ts";
import { extractPeaks } from "./peak-stream.ts";
import { resample } from "./resample.ts";
import { hopSamples } from "./scale.ts";
import type { SoundPiece } from "./sound-pieces.ts";

const seconds = 60;
const start = 1_700_000_000_000;
const tracks = Array.from({ length: 8 }, (_, seed) => makeMusic(seed + 1, seconds));
const references = tracks.map((sound, place) => ({
  id: `track ${place}`,
  peaks: encodePeaks({ frames: sound.length / hopSamples, peaks: extractPeaks(sound) }),
}));
const index = new LandmarkIndex();
index.add(references);

/** Returns the events of an ear for sound of 8 kHz. */
function hear(sound: Float32Array, share = 1): EarEvent[] {
  let clock = 0;
  const ear = new Ear({ index, share, processorMs: () => (clock += 10) });
  return pushAll(ear, toInputRate(sound));
}

/** Brings sound of 48 kHz in pieces of 0.1 s, and ends the stream. */
function pushAll(ear: Ear, sound: Float32Array): EarEvent[] {
  const events: EarEvent[] = [];
  for (let first = 0; first < sound.length; first += 4_800)
    events.push(...ear.push(sound.subarray(first, first + 4_800), start + first / 48));
  return [...events, ...ear.end()];
}

const closed = (events: readonly EarEvent[]) =>
  events.filter(({ kind }) => kind === "closed").map(({ line }) => line);
const excerpt = (track: number, from: number, to: number) => tracks[track]!.slice(from * 8_000, to * 8_000);
const joined = (...parts: Float32Array[]) => Float32Array.from(parts.flatMap((part) => [...part]));
const other = makeMusic(98, 48);
const mixed = (one: Float32Array, other: Float32Array) =>
  one.map((value, place) => value + (other[place] ?? 0));

test.each(isSweep ? [0.92, 0.97, 1, 1.033, 1.08] : [1, 1.08])(
  "a record at %f of its speed is named",
  (speed) => {
    const lines = closed(hear(resample(excerpt(2, 10, 45), speed)));
    expect(lines).toMatchObject([{ reference: "track 2", certainty: "named", playback: "varispeed" }]);
    expect(lines[0]!.speed).toBeCloseTo(speed, 3);
  },
);

test("a record in noise of 10 dB is named", () => {
  const lines = closed(hear(withNoise(excerpt(4, 5, 40), 10, 3)));
  expect(lines).toMatchObject([{ reference: "track 4", certainty: "named" }]);
});

test("of two records in one blend both are named, each with its times", () => {
  const silence = new Float32Array(15 * 8_000);
  const one = joined(excerpt(0, 0, 45), silence);
  const other = joined(silence, silence.subarray(0, 5 * 8_000), resample(excerpt(1, 0, 42), 1.05));
  const lines = closed(hear(mixed(one, other)));
  expect(lines.map(({ reference, certainty }) => `${reference} ${certainty}`).toSorted()).toEqual([
    "track 0 named",
    "track 1 named",
  ]);
  const [first, second] = lines.toSorted((a, b) => a.from - b.from);
  expect(Math.abs(first!.from - start)).toBeLessThan(2_500);
  expect(Math.abs(first!.to - start - 45_000)).toBeLessThan(2_500);
  expect(Math.abs(second!.from - start - 20_000)).toBeLessThan(2_500);
});

test("of two records that begin at once both are named", () => {
  const lines = closed(hear(mixed(excerpt(5, 5, 40), resample(excerpt(7, 5, 42), 1.03))));
  expect(lines.map(({ reference, certainty }) => `${reference} ${certainty}`).toSorted()).toEqual([
    "track 5 named",
    "track 7 named",
  ]);
});

test("what has three in eight of a record's notes is not it: it may be a version of something else", () => {
  // Of eight bars of 2 s each three are of the record.
  const version = Float32Array.from(excerpt(2, 0, 48), (value, sample) =>
    [0, 3, 6].includes(Math.floor(sample / 4_000) % 8) ? value : (other[sample] ?? 0),
  );
  expect(closed(hear(version)).filter(({ certainty }) => certainty === "named")).toEqual([]);
});

test("a jump on a record is one line", () => {
  const lines = closed(hear(joined(excerpt(3, 0, 20), excerpt(3, 35, 55))));
  expect(lines).toMatchObject([{ reference: "track 3", certainty: "named" }]);
  expect(lines[0]!.seconds).toBeGreaterThan(30);
});

test("music that is not in the index is not named, nor possible", () => {
  expect(hear(makeMusic(99, 40))).toEqual([]);
});

test("a record far from its speed is found by the slow lane", () => {
  const slow = new LandmarkIndex();
  const sound = makeMusic(50, 100);
  slow.add([
    ...references,
    { id: "far", peaks: encodePeaks({ frames: sound.length / hopSamples, peaks: extractPeaks(sound) }) },
  ]);
  const ear = new Ear({ index: slow, share: 1, processorMs: () => 0 });
  const lines = closed([...ear.push(toInputRate(resample(sound, 1.13)), start), ...ear.end()]);
  expect(lines).toMatchObject([{ reference: "far", certainty: "named" }]);
  expect(lines[0]!.speed).toBeCloseTo(1.13, 3);
});

test("after a gap in the stream times are those of the sound behind it", () => {
  const ear = new Ear({ index, share: 1, processorMs: () => 0 });
  const gap = 60_000;
  const events = [
    ...ear.push(toInputRate(new Float32Array(10 * 8_000)), start),
    ...ear.push(toInputRate(excerpt(6, 10, 40)), start + 10_000 + gap),
    ...ear.end(),
  ];
  const [line] = closed(events);
  expect(Math.abs(line!.from - start - 10_000 - gap)).toBeLessThan(2_500);
});

test("sound that is lost shifts nothing: the track goes on at its place on the record", () => {
  const sound = toInputRate(resample(excerpt(2, 0, 60), 1.02));
  const ear = new Ear({ index, share: 1, processorMs: () => 0 });
  const events: EarEvent[] = [];
  const pieces: SoundPiece[] = [];
  for (let piece = 0; piece * 4_800 < sound.length; piece++) {
    // Three of each eight seconds are lost.
    if (piece > 150 && piece % 80 < 30) continue;
    events.push(...ear.push(sound.subarray(piece * 4_800, (piece + 1) * 4_800), start + piece * 100));
    pieces.push(...[ear.nextPiece()].flatMap((each) => each ?? []));
  }
  const lines = closed([...events, ...ear.end()]);
  expect(lines).toMatchObject([{ reference: "track 2", certainty: "named" }]);
  const [line] = lines;
  expect(line!.speed).toBeCloseTo(1.02, 2);
  expect(Math.abs(line!.position - ((line!.to - start) / 1_000) * 1.02)).toBeLessThan(0.1);
  expect(line!.to - line!.from).toBeGreaterThan(50_000);
  // Nothing is learned from sound with gaps.
  expect(pieces).toEqual([]);
});

test("without a budget nothing is searched for", () => {
  expect(hear(excerpt(2, 0, 30), -1)).toEqual([]);
});

test("of the same recording twice none is named alone", () => {
  const twice = new LandmarkIndex();
  const louder = encodePeaks({
    frames: (seconds * 8_000) / hopSamples,
    peaks: extractPeaks(withNoise(tracks[2]!, 30, 5)),
  });
  twice.add([references[2]!, { id: "track 2 again", peaks: louder }]);
  const ear = new Ear({ index: twice, share: 1, processorMs: () => 0 });
  const events = [...ear.push(toInputRate(excerpt(2, 10, 45)), start), ...ear.end()];
  const lines = closed(events);
  expect(lines.some(({ certainty }) => certainty === "named")).toBe(false);
  expect(lines.some(({ versions }) => versions.length === 1)).toBe(true);
});

test.each(isSweep ? [2, 8, 16] : [8])(
  "music that repeats itself is followed at its own place, %d s into it",
  (from) => {
    const bar = makeMusic(31, 4);
    // Bars alone, then with a melody: until it begins, every bar is as likely.
    const song = makeMusic(32, 60).map(
      (melody, place) => bar[place % bar.length]! + (place < 24 * 8_000 ? 0 : melody),
    );
    const repetitive = new LandmarkIndex();
    const frames = song.length / hopSamples;
    repetitive.add([{ id: "song", peaks: encodePeaks({ frames, peaks: extractPeaks(song) }) }]);
    const ear = new Ear({ index: repetitive, share: 1, processorMs: () => 0 });
    const events = pushAll(ear, toInputRate(song.slice(from * 8_000, (from + 36) * 8_000)));
    const [line, ...others] = closed(events);
    expect(others).toEqual([]);
    expect(line).toMatchObject({ reference: "song", certainty: "named" });
    expect(line!.share).toBeGreaterThan(0.9);
    expect(line!.position - (line!.to - start) / 1_000).toBeCloseTo(from, 1);
  },
);
