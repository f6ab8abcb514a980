import type { AppContext } from "#app/context.ts";
import { findUploadDefault, saveUploadDefault } from "#app/domains/air/sets/queries/upload-default.ts";
import { discardPictures, keepPicture } from "#app/domains/base/pictures/keep.server.ts";
import { AppError, requireOk } from "#app/errors.ts";
import { requirePerformer, requireViewer } from "../accounts/guards.ts";
import { findUser, isUsernameTaken, type UserRow, updateUser } from "../accounts/queries/accounts.ts";
import { isReservedName } from "../accounts/reserved-names.ts";
import {
  canChangeUsername,
  checkUsername,
  cleanUsername,
  foldUsername,
  usernameChangeableAt,
} from "../accounts/rules.ts";
import { toUsernameClaims, toUsernameColumns } from "../accounts/usernames.ts";
import { getConnectedAccounts } from "../integrations/operations.server.ts";
import type {
  MyProfileView,
  PerformerProfile,
  SavePerformerInput,
  SaveProfileInput,
} from "./contract/my-profile.ts";
import { notifyRooms } from "./notify-rooms.server.ts";
import { presentProfile } from "./present-profile.server.ts";
import { findProfile, type ProfileRow } from "./queries/people.ts";
import { getOwnPart, type ProfileChange, updateProfile } from "./queries/profile.ts";
import { decideTags } from "./rules.ts";
import { toPersonView } from "./views.ts";
import { wearAwards } from "./worn-awards.server.ts";

/** The viewer's own profile. Throws `authorization`. */
export async function openMyProfile(ctx: AppContext): Promise<MyProfileView> {
  const row = await findProfile(ctx.db, { id: requireViewer(ctx).id });
  if (row === undefined) throw new AppError("authorization");
  return presentMyProfile(ctx, row);
}

/** The viewer's own profile from its row. Callers have checked that it is the viewer's. */
export async function presentMyProfile(ctx: AppContext, row: ProfileRow): Promise<MyProfileView> {
  const [view, own] = await Promise.all([presentProfile(ctx, row), getOwnPart(ctx.db, row.id)]);
  return {
    ...view,
    email: own.email,
    emailVerified: own.emailVerifiedAt !== null,
    badgeDisplayChat: row.badgeDisplayChat,
    disableDMs: row.disableDms,
    hideFollowsPlayer: row.hideFollowsPlayer,
    referrer: own.referrer && toPersonView(own.referrer),
    referralCount: own.referralCount,
    usernameChangeableAt: usernameChangeableAt(row),
  };
}

/**
 * Changes the given fields of the viewer's profile, all of them or none. Throws `username-invalid`, `username-mixed`,
 * `username-like-id`, `username-too-soon`, `username-taken`, `too-many-tags`, `picture-type`, `picture-size`, `rate-limited`, and
 * `conflict` where another device changed name or picture at the same moment.
 */
export async function saveProfile(ctx: AppContext, input: SaveProfileInput): Promise<MyProfileView> {
  const user = await findUser(ctx.db, requireViewer(ctx).id);
  if (user === undefined) throw new AppError("authorization");
  const texts = { ...decideName(ctx, user, input.username), ...toTexts(input) };
  await requireFreeName(ctx, user, texts.username);

  const pictures = await keepPictures(ctx, user, input);
  try {
    await writeProfile(ctx, user, { ...texts, ...pictures.paths });
  } catch (error) {
    await discardPictures(ctx, pictures.kept);
    throw error;
  }
  await discardPictures(ctx, pictures.replaced);
  if (texts.username !== undefined || pictures.paths.photo !== undefined) await notifyRooms(ctx, user);
  return openMyProfile(ctx);
}

/** The new name in all its forms, or nothing where it is exactly the present one. */
function decideName(ctx: Pick<AppContext, "clock">, user: UserRow, given: string | undefined): ProfileChange {
  if (given === undefined || cleanUsername(given) === user.username) return {};
  requireOk(checkUsername(given));
  // A name that is older than the list stays its owner's, in any spelling.
  if (foldUsername(given) !== user.usernameKey && isReservedName(given)) throw new AppError("username-taken");
  const now = ctx.clock.now();
  requireOk(canChangeUsername(user, now));
  return { ...toUsernameColumns(given), usernameChangedAt: now };
}

async function requireFreeName(
  ctx: Pick<AppContext, "db">,
  user: UserRow,
  username: string | undefined,
): Promise<void> {
  if (username !== undefined && (await isUsernameTaken(ctx.db, toUsernameClaims(username), user.id)))
    throw new AppError("username-taken");
}

function toTexts(input: SaveProfileInput): ProfileChange {
  const change: ProfileChange = {};
  if (input.first !== undefined) change.first = input.first;
  if (input.last !== undefined) change.last = input.last;
  if (input.location !== undefined) change.location = input.location;
  if (input.bio !== undefined) change.bio = input.bio;
  if (input.hideFollows !== undefined) change.hideFollows = input.hideFollows;
  if (input.badgeDisplayChat !== undefined) change.badgeDisplayChat = input.badgeDisplayChat;
  if (input.disableDMs !== undefined) change.disableDms = input.disableDMs;
  if (input.tags !== undefined) {
    const decision = decideTags(input.tags);
    requireOk(decision);
    if (decision.ok) change.tags = decision.tags;
  }
  return change;
}

interface PictureChange {
  paths: Pick<ProfileChange, "photo" | "banner">;
  /** Paths of the new pictures, and of those they replace. */
  kept: string[];
  replaced: string[];
}

/** Stores the new pictures, both or none. The row is not changed yet. */
async function keepPictures(
  ctx: Pick<AppContext, "limits" | "log" | "pictures">,
  user: UserRow,
  input: Pick<SaveProfileInput, "profile" | "banner">,
): Promise<PictureChange> {
  const change: PictureChange = { paths: {}, kept: [], replaced: [] };
  const wanted = [
    { given: input.profile, column: "photo", kind: "profile" },
    { given: input.banner, column: "banner", kind: "banner" },
  ] as const;
  for (const { given, column, kind } of wanted) {
    if (given === undefined) continue;
    try {
      const path =
        given === null ? null : await keepPicture(ctx, user, { dataUrl: given, kind, ownerId: user.id });
      if (path !== null) change.kept.push(path);
      change.paths[column] = path;
    } catch (error) {
      await discardPictures(ctx, change.kept);
      throw error;
    }
    const present = user[column];
    if (present !== null) change.replaced.push(present);
  }
  return change;
}

async function writeProfile(
  ctx: Pick<AppContext, "db">,
  user: UserRow,
  change: ProfileChange,
): Promise<void> {
  const { username } = change;
  const claims = username === undefined ? null : toUsernameClaims(username);
  if (Object.keys(change).length === 0 || (await updateProfile(ctx.db, user, change, claims))) return;
  await requireFreeName(ctx, user, username);
  throw new AppError("conflict");
}

/**
 * The viewer's performer fields; for a user who is not a performer, with the initial values. Throws `authorization`.
 */
export async function getPerformerProfile(ctx: Pick<AppContext, "db" | "viewer">): Promise<PerformerProfile> {
  const user = await findUser(ctx.db, requireViewer(ctx).id);
  if (user === undefined) throw new AppError("authorization");
  return toPerformerProfile(user, await findUploadDefault(ctx.db, user.id));
}

/**
 * Changes the given performer fields; another type also changes the wording of title and badge. Throws `not-found` for
 * a user who is not a performer, `mixcloud-not-linked`.
 */
export async function savePerformerProfile(
  ctx: AppContext,
  input: SavePerformerInput,
): Promise<PerformerProfile> {
  const viewer = requirePerformer(ctx);
  if (input.mixcloudUpload === true && !(await getConnectedAccounts(ctx)).mixcloud)
    throw new AppError("mixcloud-not-linked");
  const { performerType, mixcloudUpload, hideProfileStats, hideFollowsPlayer, profileOnConnect } = input;
  const { controller, program, experience } = input;
  const { replayVisibility, replayDownload, replayFeed } = input;
  const change = {
    performerType,
    hideProfileStats,
    hideFollowsPlayer,
    profileOnConnect,
    controller,
    program,
    experience,
    replayVisibility,
    isReplayChoiceOpen: replayVisibility === undefined ? undefined : false,
    replayDownload,
    replayFeed,
  };
  if (mixcloudUpload !== undefined) await saveUploadDefault(ctx.db, viewer.id, mixcloudUpload);
  if (Object.values(change).some((value) => value !== undefined)) await updateUser(ctx.db, viewer.id, change);
  // Also for an encoder that is connected: what happens at the end of its set.
  if (profileOnConnect !== undefined) await ctx.media.setProfileOnConnect(viewer.id, profileOnConnect);
  if (performerType !== undefined) await wearAwards(ctx, viewer.id);
  return getPerformerProfile(ctx);
}

function toPerformerProfile(user: UserRow, mixcloudUpload: boolean): PerformerProfile {
  const { performerType, controller, program, experience } = user;
  const { hideProfileStats, hideFollowsPlayer, profileOnConnect } = user;
  const { replayVisibility, replayDownload, replayFeed } = user;
  return {
    performerType,
    controller,
    program,
    experience,
    mixcloudUpload,
    hideProfileStats,
    hideFollowsPlayer,
    profileOnConnect,
    replayVisibility,
    replayDownload,
    replayFeed,
  };
}
