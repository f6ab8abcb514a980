import { askedSeconds, UnnamedWatch } from "#container/agent/ear/unnamed-watch.ts";
import { Ear, type EarEvent } from "#packages/fingerprint/ear.ts";
import type { LandmarkIndex } from "#packages/fingerprint/landmark-index.ts";
import type { TrackLine } from "#packages/fingerprint/line.ts";

export interface Heard {
  /** Lines as they were when the sound ended; times are seconds of the sound. */
  lines: TrackLine[];
  events: { at: number; event: EarEvent }[];
  /** Processor time, of all and of what it took beside searching. */
  processorMs: number;
  seconds: number;
}

/** Any time will do: lines tell seconds since then. */
const start = 1_000_000_000_000;
const piece = 4_800;

export const processorMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

export interface HearOptions {
  /** 0 leaves the ladder out. */
  range?: number;
  /** Budget for searching as a share of a core; all that it wants if left out. */
  share?: number;
  /**
   * The answer of the index of all references for 25 s of peaks; it is asked as the agent does. Not asked if left out.
   */
  lookUp?: (peaks: Uint8Array) => readonly string[];
}

/** Lets an ear hear a sound of 48 kHz in pieces of 0.1 s. */
export function hear(
  index: LandmarkIndex,
  sound: Float32Array,
  { range, share = 1, lookUp }: HearOptions = {},
): Heard {
  let suspects: readonly string[] = [];
  const unnamed = new UnnamedWatch();
  const ear = new Ear({ processorMs, index, range, share, suspects: () => suspects });
  const begun = processorMs();
  const events: Heard["events"] = [];
  for (let first = 0; first < sound.length; first += piece) {
    const told = ear.push(sound.subarray(first, first + piece), start + first / 48);
    for (const event of told) events.push({ at: (first + piece) / 48_000, event: inSeconds(event) });
    unnamed.note(told);
    if (unnamed.pass(piece / 48) && lookUp !== undefined)
      suspects = [...new Set([...lookUp(ear.latestPeaks(askedSeconds)), ...suspects])];
  }
  const seconds = sound.length / 48_000;
  for (const event of ear.end()) events.push({ at: seconds, event: inSeconds(event) });
  const lines = events.filter(({ event }) => event.kind === "closed").map(({ event }) => event.line);
  return { lines, events, processorMs: processorMs() - begun, seconds };
}

function inSeconds({ kind, line }: EarEvent): EarEvent {
  return { kind, line: { ...line, from: (line.from - start) / 1_000, to: (line.to - start) / 1_000 } };
}

/** Returns when a reference was first named, in seconds; undefined if it was not. */
export function namedAt({ events }: Heard, reference: string): number | undefined {
  return events.find(({ event }) => event.line.reference === reference && event.line.certainty === "named")
    ?.at;
}
