/** A recording that is longer than a bench: its sound is sent to the copy faster than it would be heard. */
import { ulid } from "ulidx";
import type { UplinkFrame } from "#app/domains/media/contract/frames.ts";
import { encodeSound, toUplinkFrames } from "#scripts/demo/past/encode.ts";
import type { Recorder } from "#scripts/demo/past/recorder.ts";
import { openDatabase } from "#tests/fixtures/database.ts";
import type { CueInstance } from "#tests/fixtures/instance.ts";
import { trackHz } from "#tests/fixtures/rig/signal.ts";
import { recorderOf } from "./recordings.ts";

/** ffmpeg's sine has an eighth of full scale; the rig's tones have more. */
const volume = 2.4;

export interface Tones {
  stageId: string;
  parts: number;
  partMs: number;
}

/** A broadcast that is over and that nothing is recorded of yet: its sound, and what sends it. */
export interface Unrecorded {
  id: string;
  duration: number;
  frames: UplinkFrame[];
  recorder: Recorder;
}

/** Parts of this length, each with the tone of its number, in turn. Returns the replay's id, once it can be heard. */
export async function recordTones(cue: CueInstance, tones: Tones): Promise<{ id: string; duration: number }> {
  const { id, duration, frames, recorder } = await makeTones(cue, tones);
  const { isKept } = await recorder.send(id, frames);
  if (!isKept) throw new Error("The copy does not record.");
  await recorder.end(id);
  return { id, duration };
}

export async function makeTones(cue: CueInstance, { stageId, parts, partMs }: Tones): Promise<Unrecorded> {
  const duration = parts * partMs;
  const endedAt = Date.now() - 3_600_000;
  const startedAt = endedAt - duration;
  const id = ulid(startedAt);
  const database = openDatabase(cue);
  database
    .prepare(
      "insert into broadcasts (id, stream_id, stage_id, started_at, ended_at, performance) values (?1, 'bench', ?2, ?3, ?4, ?1)",
    )
    .run(id, stageId, startedAt, endedAt);
  database.close();
  const sources = Array.from(
    { length: parts },
    (_, part) =>
      `sine=frequency=${trackHz[part % trackHz.length]}:sample_rate=48000:duration=${partMs / 1_000}[p${part}]`,
  );
  const all = sources.map((_, part) => `[p${part}]`).join("");
  const joined = `${all}concat=n=${parts}:v=0:a=1,volume=${volume}[sound]`;
  const sound = await encodeSound([], [...sources, joined].join(";"));
  return { id, duration, frames: toUplinkFrames(sound, startedAt), recorder: recorderOf(cue) };
}
