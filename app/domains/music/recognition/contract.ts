import * as z from "zod/mini";
import { maxPrintLength, printPattern } from "./crate/acoustid-print.ts";

const Id = z.string().check(z.minLength(1), z.maxLength(64));
const Name = z.string().check(z.maxLength(200));

export const CrateTrackInput = z.object({
  title: Name,
  artists: z.array(Name).check(z.maxLength(20)),
  isrc: z.nullish(z.string().check(z.maxLength(20))),
  composer: z.nullish(Name),
  label: z.nullish(Name),
  catalogueNumber: z.nullish(z.string().check(z.maxLength(60))),
  /** Milliseconds. */
  duration: z.number().check(z.minimum(1_000), z.maximum(4 * 3_600_000)),
  /** Base64 of the peaks in the format of `ear/peaks-format.ts`. */
  peaks: z.string().check(z.minLength(1), z.maxLength(400_000)),
  /** The fingerprint for AcoustID, in its compressed text form; only where `CrateView.asksAcoustId`. */
  fingerprint: z.optional(z.string().check(z.maxLength(maxPrintLength), z.regex(printPattern))),
});
export type CrateTrackInput = z.infer<typeof CrateTrackInput>;

/** Tracks to add: at most 50, and 4 MB. */
export const AddToCrateInput = z.object({
  tracks: z.array(CrateTrackInput).check(z.minLength(1), z.maxLength(50)),
});
export type AddToCrateInput = z.infer<typeof AddToCrateInput>;

export const CrateTrackView = z.object({
  id: z.string(),
  title: z.string(),
  artists: z.array(z.string()),
  isrc: z.nullable(z.string()),
  composer: z.nullable(z.string()),
  label: z.nullable(z.string()),
  catalogueNumber: z.nullable(z.string()),
  duration: z.number(),
  addedAt: z.number(),
  /** It is the recording of another track in this crate, which stands for both. */
  sameAs: z.nullable(z.string()),
  /** Fields that an export to collecting societies would miss. */
  missing: z.array(z.enum(["title", "artist", "isrc", "label", "composer"])),
});
export type CrateTrackView = z.infer<typeof CrateTrackView>;

/** The tracks that were sent, in their order; one that the crate had already is that one. */
export const AddedToCrateView = z.object({ tracks: z.array(CrateTrackView) });
export type AddedToCrateView = z.infer<typeof AddedToCrateView>;

export const CrateView = z.object({
  /** Newest first. */
  tracks: z.array(CrateTrackView),
  /** Maximum number of tracks. */
  most: z.number(),
  /** AcoustID is asked about new tracks that are sent with a `fingerprint`. */
  asksAcoustId: z.boolean(),
});
export type CrateView = z.infer<typeof CrateView>;

/** The track, by its id in the crate, or several. */
export const CrateTrackChoice = z.object({
  track: z.union([Id, z.array(Id).check(z.minLength(1), z.maxLength(500))]),
});
export type CrateTrackChoice = z.infer<typeof CrateTrackChoice>;

/** Those that are no longer in the crate. */
export const DeletedFromCrateView = z.object({ tracks: z.array(z.string()) });
export type DeletedFromCrateView = z.infer<typeof DeletedFromCrateView>;
