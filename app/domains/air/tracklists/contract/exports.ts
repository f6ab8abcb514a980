/** Reports of a tracklist to collecting societies, and how its performer fills what is missing. Times are epoch ms. */
import * as z from "zod/mini";
import { confidences, evidenceKinds, Society, societies } from "./tracklists.ts";

const Known = z.nullable(z.string());

export const describedFields = [
  "isrc",
  "composer",
  "publisher",
  "album",
  "label",
  "catalogueNumber",
  "labelCode",
] as const;
export type DescribedField = (typeof describedFields)[number];

/**
 * The sources of facts about a recording: the performer or a manager of this set, the performer of another one, their
 * own file or history file, and `public`, which everyone sees: an operator, or another service.
 */
export const fieldSources = ["performer", "manager", "elsewhere", "file", "history", "public"] as const;
export type FieldSource = (typeof fieldSources)[number];

const Sources = z.partialRecord(z.enum(describedFields), z.enum(fieldSources));

/** Facts that are reported of the recording in this set now. */
export const DescribedView = z.object({
  line: z.string(),
  track: z.string(),
  isrc: Known,
  composer: Known,
  publisher: Known,
  album: Known,
  /** Its name. */
  label: Known,
  catalogueNumber: Known,
  labelCode: Known,
  /** Sources of the fields that have a value. */
  sources: Sources,
});
export type DescribedView = z.infer<typeof DescribedView>;

export const SocietyInput = z.object({ for: Society });

const FiledLine = z.object({
  id: z.string(),
  order: z.number(),
  start: z.number(),
  end: z.nullable(z.number()),
  artist: z.string(),
  title: z.string(),
  album: Known,
  label: Known,
  labelCode: Known,
  catalogueNumber: Known,
  isrc: Known,
  composer: Known,
  publisher: Known,
  durationMs: z.nullable(z.number()),
  /** Sources of the fields of `tracklist/describe` that have a value. */
  sources: Sources,
  source: z.enum(evidenceKinds),
  confidence: z.enum(confidences),
  isOwn: z.boolean(),
  listeners: z.nullable(z.number()),
});

export const SocietyReport = z.object({
  society: z.enum(societies),
  /** The name that people use. */
  name: z.string(),
  /** The file that it is sent: with commas or with tabs. */
  file: z.enum(["csv", "txt"]),
  set: z.object({
    id: z.string(),
    name: z.string(),
    performer: z.string(),
    stage: z.nullable(z.string()),
    start: z.number(),
    end: z.nullable(z.number()),
    service: z.string(),
  }),
  /** Those that lack nothing. */
  lines: z.array(FiledLine),
  /** The others, except samples: `missing` in words, `fields` of `tracklist/describe` that would fill it. */
  leftOut: z.array(
    z.object({
      ...FiledLine.shape,
      missing: z.array(z.string()),
      fields: z.array(z.enum(describedFields)),
    }),
  ),
});
export type SocietyReport = z.infer<typeof SocietyReport>;
