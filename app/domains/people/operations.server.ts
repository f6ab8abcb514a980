import type { AppContext, LiveEntry } from "#app/context.ts";
import { AppError } from "#app/errors.ts";
import { findProfile, findRelation, type ProfileRow } from "#db/queries/people.ts";
import { foldUsername } from "../accounts/rules.ts";
import type { PersonView, ProfileInput, ProfileView } from "./contract.ts";
import { toPersonView } from "./views.ts";

/** A person as everybody may see them. Throws `not-found`. */
export async function getPerson(ctx: AppContext, userId: string): Promise<PersonView & { bio: string }> {
  const row = await findProfile(ctx.db, { id: userId });
  if (row === undefined) throw new AppError("not-found");
  return { ...toPersonView(row), bio: row.bio };
}

/**
 * A person's page, by user id or by username (spaces may stand as dashes, as in a player's address). Throws
 * `not-found`, also for a banned account.
 */
export async function openProfile(ctx: AppContext, input: ProfileInput): Promise<ProfileView> {
  const row =
    (await findProfile(ctx.db, { id: input.user })) ??
    (await findProfile(ctx.db, { usernameKey: foldUsername(input.user) })) ??
    (await findProfile(ctx.db, { usernameKey: foldUsername(input.user.replaceAll("-", " ")) }));
  if (row === undefined) throw new AppError("not-found");
  const [relation, live] = await Promise.all([
    ctx.viewer === null ? strangers : findRelation(ctx.db, ctx.viewer.id, row.id),
    findOnAir(ctx, row.id),
  ]);
  return toProfileView(row, relation, live, ctx.viewer?.id === row.id);
}

const strangers = { isFollowing: false, hasAlert: false, isBlocked: false };

/** Where this performer is on air now: a stage carries their stream, or their own profile does. */
async function findOnAir(ctx: AppContext, userId: string): Promise<LiveEntry | undefined> {
  try {
    const entries = await ctx.lobby.live();
    return entries.find(
      (entry) => entry.onAir.currentDj?.id === userId || (entry.kind === "profile" && entry.id === userId),
    );
  } catch (error) {
    ctx.log.warn("lobby-unavailable", { reason: String(error) });
    return undefined;
  }
}

function toProfileView(
  row: ProfileRow,
  relation: typeof strangers,
  live: LiveEntry | undefined,
  isOwn: boolean,
): ProfileView {
  const hidesStats = row.hideProfileStats && !isOwn;
  const hidesFollows = row.hideFollows && !isOwn;
  const onAir = live?.onAir;
  return {
    ...toPersonView(row),
    banner: row.banner,
    title: row.title,
    badges: row.badge === null ? [] : [row.badge],
    first: row.first,
    last: row.last,
    location: row.location,
    bio: row.bio,
    tags: row.tags,
    performerType: row.performerType,
    controller: row.controller,
    program: row.program,
    experience: row.experience,
    dj: row.isPerformer,
    djTest: row.hasPassedTest,
    manager: row.isManager,
    live: onAir?.online ?? false,
    room: onAir?.currentSet?.room ?? null,
    url: onAir?.currentUrl ?? null,
    startTime: onAir?.startTime ?? null,
    currentListeners: onAir?.currentListeners ?? 0,
    currentTrack: onAir?.currentTrack ?? null,
    currentTrackHistory: onAir?.currentTrackHistory ?? null,
    currentTitle: onAir?.currentTitle ?? null,
    currentArtist: onAir?.currentArtist ?? null,
    listens: hidesStats ? null : row.listens,
    favorites: hidesStats ? null : row.favorites,
    cheers: hidesStats ? null : row.cheers,
    setsPlayed: hidesStats ? null : row.setsPlayed,
    followerCount: hidesFollows ? null : row.followerCount,
    followingCount: hidesFollows ? null : row.followingCount,
    hideProfileStats: row.hideProfileStats,
    hideFollows: row.hideFollows,
    following: relation.isFollowing,
    alert: relation.hasAlert,
    blocked: relation.isBlocked,
  };
}
