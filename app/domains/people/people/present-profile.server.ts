/** Builds a person's page from their row: the only place that decides who sees which part of it. */
import type { AppContext, LiveEntry } from "#app/context.ts";
import type { ProfileView } from "./contract/people.ts";
import { findRelation, type ProfileRow } from "./queries/people.ts";
import { toBadgeView, toPersonView } from "./views.ts";

/** A person as the viewer may see them; their relation and what is on air are read here. */
export async function presentProfile(ctx: AppContext, row: ProfileRow): Promise<ProfileView> {
  const [relation, live] = await Promise.all([
    ctx.viewer === null ? strangers : findRelation(ctx.db, ctx.viewer.id, row.id),
    findOnAir(ctx, row.id),
  ]);
  return toProfileView(row, relation, live, ctx.viewer?.id === row.id);
}

const strangers = { isFollowing: false, hasAlert: false, isBlocked: false };

/** Finds the place where this performer is on air now: a stage, or their own profile. */
async function findOnAir(
  ctx: Pick<AppContext, "lobby" | "log">,
  userId: string,
): Promise<LiveEntry | undefined> {
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
    wornBadge: toBadgeView(row),
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
    hideFollowsPlayer: row.hideFollowsPlayer,
    following: relation.isFollowing,
    alert: relation.hasAlert,
    blocked: relation.isBlocked,
    takesMessages: !row.disableDms,
  };
}
