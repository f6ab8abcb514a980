import * as z from "zod/mini";

/** A person as everyone may see them. `profile` is the path of their photo, or null for the drawn placeholder. */
export const PersonView = z.object({
  id: z.string(),
  _id: z.string(),
  username: z.string(),
  profile: z.nullable(z.string()),
});
export type PersonView = z.infer<typeof PersonView>;

/** The badge beside someone's name: the path of its image, and its name. */
export const BadgeView = z.object({ badge: z.string(), name: z.string() });
export type BadgeView = z.infer<typeof BadgeView>;

/** A person in a list, with their badge. */
export const ListedPersonView = z.object({ ...PersonView.shape, wornBadge: z.nullable(BadgeView) });
export type ListedPersonView = z.infer<typeof ListedPersonView>;

/** A person's page. The numbers are null where their owner hides them from the viewer. */
export const ProfileView = z.object({
  ...PersonView.shape,
  banner: z.nullable(z.string()),
  title: z.nullable(z.string()),
  /** Paths of images. */
  badges: z.array(z.string()),
  /** The first of them, with its name. */
  wornBadge: z.nullable(BadgeView),
  first: z.string(),
  last: z.string(),
  location: z.string(),
  bio: z.string(),
  tags: z.array(z.string()),
  performerType: z.nullable(z.enum(["dj", "musician"])),
  /** Equipment or instruments. */
  controller: z.string(),
  /** Software. */
  program: z.string(),
  experience: z.string(),
  /** Is a performer. */
  dj: z.boolean(),
  /** Has passed the stream test. */
  djTest: z.boolean(),
  manager: z.boolean(),
  /** True on air, on their own profile or on a stage. */
  live: z.boolean(),
  /** The stage they are on air on, or null. */
  room: z.nullable(z.object({ id: z.string(), name: z.string() })),
  /** Path of the stream on air, `/live/{stream}`, or null. */
  url: z.nullable(z.string()),
  startTime: z.nullable(z.number()),
  currentListeners: z.number(),
  currentTrack: z.nullable(z.string()),
  currentTrackHistory: z.nullable(z.string()),
  currentTitle: z.nullable(z.string()),
  currentArtist: z.nullable(z.string()),
  /** Cumulative peak listeners. */
  listens: z.nullable(z.number()),
  favorites: z.nullable(z.number()),
  cheers: z.nullable(z.number()),
  setsPlayed: z.nullable(z.number()),
  followerCount: z.nullable(z.number()),
  followingCount: z.nullable(z.number()),
  hideProfileStats: z.boolean(),
  hideFollows: z.boolean(),
  /** Their public player does not show how many follow them. */
  hideFollowsPlayer: z.boolean(),
  /** Whether the viewer follows them, has alerts on for them, has blocked them. */
  following: z.boolean(),
  alert: z.boolean(),
  blocked: z.boolean(),
  /** Whether a conversation may be started with them. */
  takesMessages: z.boolean(),
});
export type ProfileView = z.infer<typeof ProfileView>;

/** A user id, or a username as it is written or as it appears in a player's address; oneself where it is left out. */
export const ProfileInput = z.object({
  user: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
});
export type ProfileInput = z.infer<typeof ProfileInput>;
