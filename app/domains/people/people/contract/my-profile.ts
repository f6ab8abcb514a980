/** One's own profile: the parts that only its owner sees, and how it is changed. */
import * as z from "zod/mini";
import { line, paragraphs } from "#app/domains/base/text/fields.ts";
import { PersonView, ProfileView } from "./people.ts";

/** Returned by `users/getProfile` for one's own id, and by every call that changes it. */
export const MyProfileView = z.object({
  ...ProfileView.shape,
  email: z.string(),
  emailVerified: z.boolean(),
  badgeDisplayChat: z.boolean(),
  disableDMs: z.boolean(),
  hideFollowsPlayer: z.boolean(),
  referrer: z.nullable(PersonView),
  referralCount: z.number(),
  /** Epoch ms from which the username may be changed; in the past where it may be now. */
  usernameChangeableAt: z.number(),
});
export type MyProfileView = z.infer<typeof MyProfileView>;

const Name = line(60);

/** A picture as a data URL; null removes the present one. One that is too long is refused by `picture-size`. */
const Picture = z.nullish(z.string());

export const profileLimits = { tags: 5, tagLength: 40, bioLength: 2000, locationLength: 120 } as const;

/** Only the given fields change. */
export const SaveProfileInput = z.object({
  username: z.optional(z.string().check(z.maxLength(400))),
  first: z.optional(Name),
  last: z.optional(Name),
  bio: z.optional(paragraphs(profileLimits.bioLength)),
  location: z.optional(line(profileLimits.locationLength)),
  tags: z.optional(z.array(z.string().check(z.trim(), z.minLength(1), z.maxLength(profileLimits.tagLength)))),
  hideFollows: z.optional(z.boolean()),
  badgeDisplayChat: z.optional(z.boolean()),
  disableDMs: z.optional(z.boolean()),
  profile: Picture,
  banner: Picture,
});
export type SaveProfileInput = z.infer<typeof SaveProfileInput>;

/**
 * People who may hear a replay: no one, and nothing is recorded; its performer; everyone for a day after its end;
 * everyone.
 */
export const ReplayVisibility = z.enum(["never", "me", "day", "always"]);
export type ReplayVisibility = z.infer<typeof ReplayVisibility>;

const Long = paragraphs(1000);

export const PerformerProfile = z.object({
  performerType: z.nullable(z.enum(["dj", "musician"])),
  /** Equipment, or instruments of a musician. */
  controller: z.string(),
  /** DJ software, or digital audio workstation. */
  program: z.string(),
  experience: z.string(),
  mixcloudUpload: z.boolean(),
  hideProfileStats: z.boolean(),
  hideFollowsPlayer: z.boolean(),
  /**
   * Connecting an encoder puts the profile on air where no stage has it. False: only its performer hears it, until they
   * put it there.
   */
  profileOnConnect: z.boolean(),
  /** The rights of new replays: who may hear them, whether they may be downloaded, whether feeds contain them. */
  replayVisibility: ReplayVisibility,
  replayDownload: z.boolean(),
  replayFeed: z.boolean(),
});
export type PerformerProfile = z.infer<typeof PerformerProfile>;
/** Only the given fields change. A change of type also changes the wording of title and badge. */
export const SavePerformerInput = z.object({
  performerType: z.optional(z.enum(["dj", "musician"])),
  controller: z.optional(Long),
  program: z.optional(Long),
  experience: z.optional(Long),
  mixcloudUpload: z.optional(z.boolean()),
  hideProfileStats: z.optional(z.boolean()),
  hideFollowsPlayer: z.optional(z.boolean()),
  profileOnConnect: z.optional(z.boolean()),
  replayVisibility: z.optional(ReplayVisibility),
  replayDownload: z.optional(z.boolean()),
  replayFeed: z.optional(z.boolean()),
});
export type SavePerformerInput = z.infer<typeof SavePerformerInput>;

export const CityInput = z.object({ city: z.string().check(z.maxLength(100)) });
export type CityInput = z.infer<typeof CityInput>;
export const CityView = z.object({
  id: z.number(),
  name: z.string(),
  /** e.g. "Portland, Oregon, United States": the value for `location`. */
  label: z.string(),
});
export type CityView = z.infer<typeof CityView>;
