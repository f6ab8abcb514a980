/** Lists of people: following, followers, blocked, and search results. */
import type { AppContext } from "#app/context.ts";
import { listBlockedIds as listBlockedIdRows } from "#app/domains/air/stages/queries/rooms.ts";
import { AppError, requireOk } from "#app/errors.ts";
import { pageOf } from "#app/paging.ts";
import { wordsOf } from "#db/full-text.ts";
import { requireViewer } from "../accounts/guards.ts";
import { foldUsername } from "../accounts/rules.ts";
import type {
  FollowPage,
  FollowView,
  FoundPersonView,
  PerformerSearchInput,
  PersonCard,
  PersonInput,
  PersonPageInput,
  PersonSearchInput,
} from "./contract/relations.ts";
import {
  type FollowRow,
  type FoundRow,
  findCard,
  listBlocked as listBlockedRows,
  listFollowedAmong,
  listFollowers as listFollowerRows,
  listFollowing as listFollowingRows,
  type SearchedPeople,
  searchPeople as searchPeopleRows,
} from "./queries/relations.ts";
import { toFoundPersonView, toPersonCard } from "./views.ts";

const pageSize = 30;
const maxFound = 20;
/** Searching while typing sends at most one request per 400 ms. */
const searchRate = { max: 120, perMs: 60_000 };

/** Lists the people whom a person follows, newest first; the first page of them. */
export async function listFollowing(
  ctx: Pick<AppContext, "db" | "viewer">,
  input: PersonInput,
): Promise<FollowView[]> {
  return (await openFollowing(ctx, input)).items;
}

/** Lists the followers of a person, newest first; the first page of them. */
export async function listFollowers(
  ctx: Pick<AppContext, "db" | "viewer">,
  input: PersonInput,
): Promise<FollowView[]> {
  return (await openFollowers(ctx, input)).items;
}

/** One page of whom a person follows, newest first. Empty where they hide it from the viewer. Throws `not-found`. */
export async function openFollowing(
  ctx: Pick<AppContext, "db" | "viewer">,
  input: PersonPageInput,
): Promise<FollowPage> {
  return openFollows(ctx, input, listFollowingRows, (owner, other) => ({ user: owner, following: other }));
}

/** One page of who follows a person, newest first. Empty where they hide it from the viewer. Throws `not-found`. */
export async function openFollowers(
  ctx: Pick<AppContext, "db" | "viewer">,
  input: PersonPageInput,
): Promise<FollowPage> {
  return openFollows(ctx, input, listFollowerRows, (owner, other) => ({ user: other, following: owner }));
}

async function openFollows(
  ctx: Pick<AppContext, "db" | "viewer">,
  { user, dateCursor, idCursor }: PersonPageInput,
  listRows: typeof listFollowerRows,
  pairOf: (owner: PersonCard, other: PersonCard) => Pick<FollowView, "user" | "following">,
): Promise<FollowPage> {
  const viewer = requireViewer(ctx);
  const ownerRow = await findCard(ctx.db, viewer.id, user);
  if (ownerRow === undefined) throw new AppError("not-found");
  const isHidden = ownerRow.hideFollows && ownerRow.id !== viewer.id;
  if (isHidden || idCursor === "end") return { items: [], dateCursor: null, idCursor: "end" };
  const before = dateCursor == null || idCursor == null ? undefined : { createdAt: dateCursor, id: idCursor };
  const rows = await listRows(ctx.db, { userId: user, viewerId: viewer.id, limit: pageSize + 1, before });
  const page = pageOf(rows, pageSize, (row) => ({ date: row.createdAt, id: row.id }));
  const owner = toPersonCard(ownerRow);
  const toFollowView = (row: FollowRow): FollowView => {
    const pair = pairOf(owner, toPersonCard(row));
    const id = `${pair.user.id}.${pair.following.id}`;
    return { id, _id: id, ...pair, timestamp: row.createdAt };
  };
  return { ...page, items: page.items.map(toFollowView) };
}

/** Lists the people whom the viewer has blocked, newest first. */
export async function listBlocked(ctx: Pick<AppContext, "db" | "viewer">): Promise<PersonCard[]> {
  return (await listBlockedRows(ctx.db, requireViewer(ctx).id)).map(toPersonCard);
}

/** The ids of people the viewer has blocked; none where no one is signed in. */
export async function listBlockedIds(ctx: Pick<AppContext, "db" | "viewer">): Promise<string[]> {
  return ctx.viewer === null ? [] : listBlockedIdRows(ctx.db, ctx.viewer.id);
}

/** Lists which of these people the viewer follows; none where no one is signed in. */
export async function listFollowedIds(
  ctx: Pick<AppContext, "db" | "viewer">,
  personIds: string[],
): Promise<string[]> {
  return ctx.viewer === null ? [] : listFollowedAmong(ctx.db, ctx.viewer.id, personIds);
}

/**
 * People whose names contain words that start with the typed ones, ignoring case and (for Latin letters) accents; at
 * most 20, the best matches first. Without the viewer, and without anyone who has blocked them or whom they have
 * blocked.
 */
export async function searchPeople(
  ctx: Pick<AppContext, "db" | "limits" | "viewer">,
  input: PersonSearchInput,
): Promise<PersonCard[]> {
  await requireSearchRate(ctx, input.user);
  return (await findRows(ctx, input.user, "others")).map(toPersonCard);
}

/** Searches like `searchPeople`, limited to people who can be booked: performers who have passed the stream test. */
export async function searchPerformers(
  ctx: Pick<AppContext, "db" | "limits" | "viewer">,
  input: PerformerSearchInput,
): Promise<PersonCard[]> {
  await requireSearchRate(ctx, input.search);
  return (await findRows(ctx, input.search, "performers")).map(toPersonCard);
}

/**
 * Counts a search for this text, of whatever kind, against the viewer's limit; a text without words does not count.
 * Throws `authorization`, `rate-limited`.
 */
export async function requireSearchRate(
  ctx: Pick<AppContext, "limits" | "viewer">,
  text: string,
): Promise<void> {
  const viewer = requireViewer(ctx);
  if (wordsOf(text).length > 0) requireOk(await ctx.limits.take(`search:${viewer.id}`, searchRate));
}

/** Searches like `searchPeople`, also by place and tags, with the viewer, and without counting against the limit. */
export async function findPeople(ctx: AppContext, text: string): Promise<FoundPersonView[]> {
  return (await findRows(ctx, text, "everybody")).map(toFoundPersonView);
}

function findRows(
  ctx: Pick<AppContext, "db" | "viewer">,
  text: string,
  among: SearchedPeople,
): Promise<FoundRow[]> {
  const viewer = requireViewer(ctx);
  const usernameKey = foldUsername(text);
  const words = wordsOf(usernameKey);
  if (words.length === 0) return Promise.resolve([]);
  return searchPeopleRows(ctx.db, { viewerId: viewer.id, usernameKey, words, limit: maxFound, among });
}
