import * as z from "zod/mini";
import { playConfidences, playSources, TrackView } from "#app/domains/music/tracks/contract/tracks.ts";
import { RecordingClock } from "../../replays/recording-clock.ts";

const Id = z.string().check(z.minLength(1), z.maxLength(64));
const Name = z.string().check(z.maxLength(200));
const At = z.number().check(z.int(), z.minimum(0));

export const evidenceKinds = playSources;
export const confidences = playConfidences;

/** The collecting societies for which a tracklist can be exported. */
export const societies = ["soundexchange", "prs", "ppl", "gema", "gvl", "stim", "dsr"] as const;
export const Society = z.enum(societies);
export type Society = z.infer<typeof Society>;

/**
 * A line as its performer, a manager of the stage (without what is hidden), and (also without what is only possible)
 * everyone sees it.
 */
export const TracklistLine = z.object({
  id: z.string(),
  /** Null for a line without a name, and for all but the performer while it is hidden ("ID – ID"). */
  track: z.nullable(TrackView),
  /** The ear's possible track, for the performer, where no one has played that track before. */
  possible: z.nullable(z.object({ artist: z.string(), title: z.string() })),
  /** Epoch ms. */
  start: z.number(),
  end: z.nullable(z.number()),
  source: z.enum(evidenceKinds),
  confidence: z.enum(confidences),
  /** All sources that agree. */
  kinds: z.array(z.enum(evidenceKinds)),
  isConfirmed: z.boolean(),
  isOwn: z.boolean(),
  /** Shown to others as "ID – ID" now. */
  isHidden: z.boolean(),
  isContradicted: z.boolean(),
  isSample: z.boolean(),
  hiddenUntil: z.nullable(z.number()),
  /** Recordings that the ear cannot tell apart from this one; `line`: the line that has it, to be confirmed instead. */
  versions: z.array(z.object({ artist: z.string(), title: z.string(), line: z.nullable(z.string()) })),
  /** Nobody has named it for sure: listeners may suggest a name. */
  takesSuggestions: z.boolean(),
  /** All of them for who may correct it; for others their own. */
  suggestions: z.array(
    z.object({
      id: z.string(),
      artist: z.string(),
      title: z.string(),
      /** The part of the line that it is for; null: all of it. */
      start: z.nullable(z.number()),
      end: z.nullable(z.number()),
      /** Number of people who say so. */
      count: z.number(),
      isMine: z.boolean(),
      /** The performer who gave the same sound this name in their own tracklist; null where listeners suggest it. */
      from: z.nullable(z.object({ id: z.string(), username: z.string() })),
    }),
  ),
});
export type TracklistLine = z.infer<typeof TracklistLine>;

export const TracklistView = z.object({
  /** The set's id, or that of the first broadcast of a performance on a profile. */
  set: z.string(),
  /** The clock of times into the performance, of its lines and of everything else. */
  clock: RecordingClock,
  /** Time when it went off the air, epoch ms; null while it is on. */
  endTime: z.nullable(z.number()),
  lines: z.array(TracklistLine),
  /** The performer and managers of the stage. */
  canEdit: z.boolean(),
  canSuggest: z.boolean(),
  /** The performer alone: a history file may be laid onto it, and lines may be hidden. */
  canImport: z.boolean(),
  /** Time on air that is heard as something, and time that has a name, ms. */
  heardMs: z.number(),
  namedMs: z.number(),
});
export type TracklistView = z.infer<typeof TracklistView>;

export const TracklistInput = z.object({ set: Id });
export type TracklistInput = z.infer<typeof TracklistInput>;

/** One correction of the performer or of a manager. Times are epoch ms. */
export const Correction = z.discriminatedUnion("act", [
  z.object({ act: z.literal("confirm"), line: Id }),
  z.object({ act: z.literal("confirm-all") }),
  z.object({ act: z.literal("name"), line: Id, artist: Name, title: Name }),
  z.object({ act: z.literal("add"), start: At, end: z.nullish(At), artist: Name, title: Name }),
  z.object({ act: z.literal("remove"), line: Id }),
  z.object({ act: z.literal("split"), line: Id, at: At }),
  z.object({ act: z.literal("merge"), line: Id, into: Id }),
  z.object({ act: z.literal("move"), line: Id, start: At, end: z.nullish(At) }),
  /** A line hidden until a time, or (null) shown again; the performer alone. */
  z.object({ act: z.literal("hide"), line: Id, until: z.nullable(At) }),
  z.object({ act: z.literal("own"), line: Id, isOwn: z.boolean() }),
  z.object({ act: z.literal("accept"), suggestion: Id }),
  /**
   * The name is wrong: it is not suggested for this line again, by anyone. Who gave the same sound this name elsewhere
   * suggests nothing more for it.
   */
  z.object({ act: z.literal("dismiss"), suggestion: Id }),
  /** Takes a correction of one's own back, by an id that the answer to it has named. */
  z.object({ act: z.literal("undo"), evidence: Id }),
]);
export type Correction = z.infer<typeof Correction>;

export const CorrectedView = z.object({
  tracklist: TracklistView,
  /** The ids of the rows that were stored, for `undo`. What was said already is not stored again. */
  evidence: z.array(z.string()),
  /** The ids of the rows that say each correction, which may have been stored before. */
  acts: z.array(z.array(z.string())),
});
export type CorrectedView = z.infer<typeof CorrectedView>;

/**
 * Names to choose from: tracks that the performer has played before, and (for the performer alone) those in their
 * crate.
 */
export const KnownNamesView = z.object({
  names: z.array(z.object({ artist: z.string(), title: z.string() })),
});
export type KnownNamesView = z.infer<typeof KnownNamesView>;

/** `start`: epoch ms, inside a span without a name. */
export const SuggestInput = z.object({ set: Id, start: At, title: Name, artist: Name });
export type SuggestInput = z.infer<typeof SuggestInput>;

/**
 * `file`: base64 of the history file; `name`: its file name, which tells some formats apart; `timeZone`: of the
 * performer's computer (IANA), for files with local times; `charset`: of its text, where the guess is wrong; `preview`:
 * only answers what would be stored.
 */
export const ImportHistoryInput = z.object({
  set: Id,
  file: z.string().check(z.minLength(1), z.maxLength(8_000_000)),
  name: z.string().check(z.minLength(1), z.maxLength(200)),
  timeZone: z.optional(z.string().check(z.maxLength(64))),
  charset: z.optional(z.string().check(z.maxLength(40))),
  preview: z.optional(z.boolean()),
});
export type ImportHistoryInput = z.infer<typeof ImportHistoryInput>;

export const ImportedView = z.object({
  format: z.string(),
  /** Rows of the file, those that were laid onto the set, and those left out, with why. */
  read: z.number(),
  placed: z.number(),
  leftOut: z.array(z.object({ artist: z.string(), title: z.string(), reason: z.string() })),
  /** Entries that were laid onto the set, and their times: epoch ms. */
  entries: z.array(
    z.object({
      artist: z.string(),
      title: z.string(),
      start: z.number(),
      end: z.number(),
      /** The file has no time for it. */
      isApproximate: z.boolean(),
    }),
  ),
  /** Lines of the file that were not understood, as they are written. */
  unread: z.array(z.string()),
  /** The charset that its text was decoded with; null where the format says it. */
  charset: z.nullable(z.object({ name: z.string(), isGuessed: z.boolean() })),
  /** Nothing was stored. */
  isPreview: z.boolean(),
  tracklist: TracklistView,
});
export type ImportedView = z.infer<typeof ImportedView>;
