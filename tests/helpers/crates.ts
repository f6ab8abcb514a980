/** Crates with made music. */
import { env } from "cloudflare:test";
import { ulid } from "ulidx";
import type { CrateTrackInput } from "#app/domains/music/recognition/contract.ts";
import { peaksKey } from "#app/domains/music/recognition/port.ts";
import type { NewReference } from "#app/domains/music/recognition/queries/references.ts";
import { openDb } from "#db/client.ts";
import { trackReferences } from "#db/schema/index.ts";
import { createReferencePeaks } from "#durable-objects/reference-peaks.ts";
import { makeMusic } from "./made-music.ts";
import { peaksOf } from "./made-peaks.ts";

const toBase64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes));

/** A track as a browser sends it; `sound` is music of this seed, 20 s of it. */
export function crateTrack(
  seed: number,
  tags: Partial<CrateTrackInput> = {},
  sound = makeMusic(seed, 20),
): CrateTrackInput {
  return {
    title: `Track ${seed}`,
    artists: [`Maker ${seed}`],
    duration: (sound.length / 8_000) * 1_000,
    peaks: toBase64(peaksOf(sound)),
    ...tags,
  };
}

/** Stores a reference with peaks; by default one of grade A. */
export async function makeReference(facts: Partial<NewReference> & { ownerId: string }) {
  const id = ulid();
  const peaks = peaksOf(makeMusic(3, 12));
  const row = {
    id,
    grade: "A" as const,
    title: "A track",
    artists: ["A maker"],
    durationMs: 12_000,
    peaks: peaksKey(id),
    peaksBytes: peaks.length,
    digest: id,
    createdAt: Date.now(),
    ...facts,
  };
  await createReferencePeaks(env).put(id, peaks);
  await openDb(env.DB).insert(trackReferences).values(row);
  return row;
}
