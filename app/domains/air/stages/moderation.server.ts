/**
 * Moderation of a stage's chat. The performer on air may delete messages and time people out while their set is on air;
 * everything else is for managers. The log names who did what to whom, and never contains a message.
 */
import type { AppContext } from "#app/context.ts";
import type { NoticeView } from "#app/domains/people/accounts/contract/accounts.ts";
import { requireViewer } from "#app/domains/people/accounts/guards.ts";
import { getPerson } from "#app/domains/people/people/open-profile.server.ts";
import { toPersonView } from "#app/domains/people/people/views.ts";
import { AppError } from "#app/errors.ts";
import { toWordFilter } from "./blocked-words.ts";
import type {
  ChatSettingsInput,
  ChatterInput,
  ModerationNoticeView,
  ModerationView,
  StageMessageInput,
  StageMessagesInput,
  TimeoutInput,
} from "./contract/moderation.ts";
import type { StageInput } from "./contract/stages.ts";
import { deletedText } from "./live/deleted-text.ts";
import { logOnStage } from "./log.server.ts";
import { peopleLimits, tooMany } from "./people-limits.server.ts";
import {
  type ChatSettingsRow,
  deleteRestriction,
  findChatSettings,
  isBanned,
  listRestrictions,
  putRestriction,
  saveChatSettings,
} from "./queries/moderation.ts";
import { isStageManager } from "./queries/stages.ts";
import { requireManagedStage, requireStageId } from "./require-stage.server.ts";

/** The chat's settings, and who may not write in it. Managers only, others get `not-found`. */
export async function getModeration(
  ctx: Pick<AppContext, "clock" | "db" | "viewer">,
  input: StageInput,
): Promise<ModerationView> {
  const { id } = await requireManagedStage(ctx, input.room);
  return readModeration(ctx, id);
}

/** Throws `bad-input` for a blocked word without a letter or digit, `not-found`. */
export async function updateChatSettings(
  ctx: AppContext,
  input: ChatSettingsInput,
): Promise<ModerationNoticeView> {
  const { id } = await requireManagedStage(ctx, input.room);
  const change = {
    slowSeconds: input.slowSeconds ?? undefined,
    hasLinks: input.hasLinks ?? undefined,
    blockedWords: input.blockedWords == null ? undefined : [...new Set(input.blockedWords)],
  };
  const unusable = change.blockedWords?.find((word) => !toWordFilter([word])(word));
  if (unusable !== undefined) {
    throw new AppError("bad-input", {
      message: `“${unusable}” is not a word: it needs at least one letter or digit.`,
    });
  }
  const before = await findChatSettings(ctx.db, id);
  await saveChatSettings(ctx.db, id, change);
  const after = await findChatSettings(ctx.db, id);
  const changed = changesOf(before, after);
  if (Object.keys(changed).length > 0) await logOnStage(ctx, id, "chat-changed", changed);
  await ctx.rooms.stage(id).refresh();
  return tell(ctx, id, "Chat settings saved");
}

/** Deletes a message for everyone immediately. Throws `not-found`. */
export async function deleteStageMessage(ctx: AppContext, input: StageMessageInput): Promise<NoticeView> {
  const { stageId } = await requireModerator(ctx, input.room);
  const [authorId] = await ctx.rooms.stage(stageId).deleteMessages({ messageIds: [input.messageId] });
  if (authorId === undefined) throw new AppError("not-found");
  const author = await getPerson(ctx, authorId).catch(() => null);
  const person = author?.username ?? "someone";
  await logOnStage(ctx, stageId, "chat-message-deleted", { person });
  return { type: "confirm", message: "Message deleted" };
}

/**
 * Deletes several messages for everyone immediately: those that still exist. Throws `not-found`, also where none does.
 */
export async function deleteStageMessages(ctx: AppContext, input: StageMessagesInput): Promise<NoticeView> {
  const { stageId } = await requireModerator(ctx, input.room);
  const authorIds = await ctx.rooms.stage(stageId).deleteMessages(input);
  if (authorIds.length === 0) throw new AppError("not-found");
  const authors = await Promise.all(
    [...new Set(authorIds)].map((id) => getPerson(ctx, id).catch(() => null)),
  );
  const people = authors.map((author) => author?.username ?? "someone").join(", ");
  const messages = String(authorIds.length);
  await logOnStage(ctx, stageId, "chat-messages-deleted", { messages, people });
  return { type: "confirm", message: deletedText(authorIds.length) };
}

const inWords = { 1: "1 minute", 10: "10 minutes", 60: "1 hour", 1440: "24 hours" } as const;

/** Does not shorten a ban. Throws `manager-protected`, `not-found`. */
export async function timeOut(ctx: AppContext, input: TimeoutInput): Promise<NoticeView> {
  const { stageId, isManager } = await requireModerator(ctx, input.room);
  const person = await requireChatter(ctx, stageId, input.user);
  const isForGood = await isBanned(ctx.db, stageId, person.id);
  // A performer may not shorten what a manager has decided permanently.
  if (isForGood && !isManager) throw new AppError("not-found");
  const time = inWords[input.minutes];
  await restrict(ctx, stageId, person.id, ctx.clock.now() + input.minutes * 60_000);
  await logOnStage(ctx, stageId, "chat-timeout", { person: person.username, for: time });
  return { type: "confirm", message: `${person.username} cannot write here for ${time}` };
}

/** They can still listen and read; their messages here are deleted. Throws `manager-protected`, `not-found`. */
export async function banFromChat(ctx: AppContext, input: ChatterInput): Promise<ModerationNoticeView> {
  const { id } = await requireManagedStage(ctx, input.room);
  const person = await requireChatter(ctx, id, input.user);
  await restrict(ctx, id, person.id, null);
  await logOnStage(ctx, id, "chat-banned", { person: person.username });
  return tell(ctx, id, `${person.username} is banned from this chat`);
}

/** Ends a time-out or a ban; without one it has no effect. Throws `not-found`. */
export async function liftRestriction(ctx: AppContext, input: ChatterInput): Promise<ModerationNoticeView> {
  const { id } = await requireManagedStage(ctx, input.room);
  const person = await getPerson(ctx, input.user);
  const isLifted = await deleteRestriction(ctx.db, id, person.id, ctx.clock.now());
  await ctx.rooms.stage(id).restrict(person.id, null);
  if (isLifted) await logOnStage(ctx, id, "chat-lifted", { person: person.username });
  return tell(ctx, id, `${person.username} can write here again`);
}

/** A manager of the stage, or the performer on air there. Throws `not-found` for everyone else. */
async function requireModerator(
  ctx: Pick<AppContext, "db" | "rooms" | "viewer">,
  stage: string,
): Promise<{ stageId: string; isManager: boolean }> {
  const viewer = requireViewer(ctx);
  const stageId = await requireStageId(ctx, stage);
  if (await isStageManager(ctx.db, stageId, viewer.id)) return { stageId, isManager: true };
  const { currentDj } = await ctx.rooms.stage(stageId).onAir();
  if (currentDj?.id !== viewer.id) throw new AppError("not-found");
  return { stageId, isManager: false };
}

async function requireChatter(ctx: Pick<AppContext, "db">, stageId: string, userId: string) {
  const person = await getPerson(ctx, userId);
  if (await isStageManager(ctx.db, stageId, person.id)) throw new AppError("manager-protected");
  return person;
}

/** First in D1, which the room reads. Throws `conflict` where too many are restricted. */
async function restrict(
  ctx: AppContext,
  stageId: string,
  userId: string,
  until: number | null,
): Promise<void> {
  const { id: byId } = requireViewer(ctx);
  const now = ctx.clock.now();
  const max = peopleLimits["bans and timeouts"];
  if (!(await putRestriction(ctx.db, { stageId, userId, until, byId, createdAt: now }, max)))
    throw tooMany("bans and timeouts");
  await ctx.rooms.stage(stageId).restrict(userId, { until });
}

async function readModeration(
  ctx: Pick<AppContext, "clock" | "db">,
  stageId: string,
): Promise<ModerationView> {
  const [settings, rows] = await Promise.all([
    findChatSettings(ctx.db, stageId),
    listRestrictions(ctx.db, stageId, ctx.clock.now()),
  ]);
  return { settings, restricted: rows.map((row) => ({ ...row, user: toPersonView(row.user) })) };
}

async function tell(ctx: AppContext, stageId: string, message: string): Promise<ModerationNoticeView> {
  return { ...(await readModeration(ctx, stageId)), type: "confirm", message };
}

/** Returns what was changed, before and after. For blocked words only their number: they should not be repeated. */
function changesOf(before: ChatSettingsRow, after: ChatSettingsRow): Record<string, string> {
  const fields: [string, (row: ChatSettingsRow) => string][] = [
    ["slow mode", ({ slowSeconds }) => (slowSeconds === 0 ? "off" : `${slowSeconds} s`)],
    ["links", ({ hasLinks }) => (hasLinks ? "on" : "off")],
  ];
  const changed = fields
    .filter(([, of]) => of(before) !== of(after))
    .map(([name, of]) => [name, `${of(before)} → ${of(after)}`]);
  if (JSON.stringify(before.blockedWords) !== JSON.stringify(after.blockedWords)) {
    changed.push(["blocked words", `${before.blockedWords.length} → ${after.blockedWords.length}`]);
  }
  return Object.fromEntries(changed);
}
