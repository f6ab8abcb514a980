/** Versions of a track, as labels and performers make them. */
import { composeTrack, type Track, toTrack } from "../material.ts";
import { powerOf } from "./levels.ts";
import { decode } from "./sound-files.ts";

export interface Version {
  name: string;
  track: Track;
  /** The same performance in the same arrangement: it may be called by the name of the original. */
  isSameMaster: boolean;
}

const rate = 48_000;
/** The part that the edit leaves out, in seconds. */
const cut = { from: 35, to: 60 } as const;

const filters = {
  "the same master, compressed and brighter":
    "acompressor=threshold=0.1:ratio=3,treble=g=5,bass=g=-2,alimiter=limit=0.8",
  "a dub": "lowpass=f=1400,aecho=0.8:0.6:333|500:0.4|0.3",
} as const;
type Filtered = keyof typeof filters;

/** Returns the track with versions of it that share its drums, its melody, parts or all of its sound. */
export function makeVersions(track: Track, seed: number): Version[] {
  const filtered = (name: Filtered) =>
    version(track, name, () => decode(track.file, { filter: filters[name] }));
  return [
    { name: "the original", track, isSameMaster: true },
    { ...filtered("the same master, compressed and brighter"), isSameMaster: true },
    version(track, "an edit", () => {
      const sound = track.sound();
      const kept = [sound.subarray(0, cut.from * rate), sound.subarray(cut.to * rate)] as const;
      const edit = new Float32Array(kept[0].length + kept[1].length);
      edit.set(kept[0]);
      edit.set(kept[1], kept[0].length);
      return edit;
    }),
    filtered("a dub"),
    version(track, "a remix with drums on top", () => withDrums(track.sound(), seed)),
  ];
}

/** Returns three generated tracks of which the second has the drums of the first, the third its melody. */
export function makeRemixes(seed: number, seconds: number): Version[] {
  const id = `relative-${seed}-${seconds}`;
  const make = (name: string, ending: string, parts?: Parameters<typeof composeTrack>[2]) => ({
    name,
    isSameMaster: false,
    track: toTrack(`${id}-${ending}`, false, () => composeTrack(seed, seconds, parts)),
  });
  return [
    make("the original", "original"),
    make("another track over the same drums", "drums", { harmony: seed + 1 }),
    make("the same melody over other drums", "melody", { drums: seed + 2 }),
  ];
}

function version({ id, isReal }: Track, name: string, make: () => Float32Array): Version {
  const ending = name.replaceAll(/\W+/g, "-");
  return { name, isSameMaster: false, track: toTrack(`${id}-${ending}`, isReal, make) };
}

function withDrums(sound: Float32Array, seed: number): Float32Array {
  const drums = composeTrack(seed, sound.length / rate, { harmony: null });
  const factor = powerOf(sound) / powerOf(drums);
  return sound.map((value, each) => 0.5 * (value + factor * (drums[each] ?? 0)));
}
