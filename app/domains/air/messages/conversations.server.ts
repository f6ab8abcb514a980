/** The viewer's conversations: their list, and what they do with one of them. */
import type { AppContext, Viewer } from "#app/context.ts";
import { requireViewer } from "#app/domains/people/accounts/guards.ts";
import { toPersonView } from "#app/domains/people/people/views.ts";
import { AppError, messageFor } from "#app/errors.ts";
import type {
  ChatNameInput,
  ConversationInput,
  ConversationMessageView,
  ConversationPageInput,
  ConversationView,
  EditMessageInput,
  MuteInput,
  OwnMessageInput,
  ParticipantInput,
} from "./contract.ts";
import type { ConversationAnswer, ConversationPort, ConversationRefusal } from "./port.ts";
import { isMember, listConversations, listMembersOf } from "./queries/messages.ts";
import { readIsNewcomer, requireReach } from "./reach.server.ts";
import { muteEnd } from "./rules.ts";
import { toConversationView } from "./views.ts";

/** The maximum number of conversations in a list; messages in older ones can be found by search. */
const listLimit = 300;

/** The viewer's conversations, the one with the newest message first. Throws `authorization`. */
export async function getConversations(
  ctx: Pick<AppContext, "clock" | "db" | "viewer">,
): Promise<ConversationView[]> {
  const viewer = requireViewer(ctx);
  const rows = await listConversations(ctx.db, viewer.id, listLimit);
  const ids = rows.map(({ id }) => id);
  const members = Map.groupBy(
    await listMembersOf(ctx.db, ids, viewer.id),
    ({ conversationId }) => conversationId,
  );
  return rows.map(({ afterSeq, lastSeq, lastMessage, lastUserId, movedAt, ...row }) => {
    const participants = (members.get(row.id) ?? []).map(
      ({ hasRead, isMarkedUnread, isBlocked, ...person }) => ({
        person: toPersonView(person),
        hasRead,
        isMarkedUnread,
        isBlocked,
      }),
    );
    const last = lastSeq > afterSeq ? { message: lastMessage, senderId: lastUserId } : null;
    return toConversationView({ ...row, participants, last, lastAt: movedAt }, viewer.id, ctx.clock.now());
  });
}

/**
 * A page of a conversation's messages, newest first. Throws `authorization`, `bad-input` for an invalid cursor, and
 * `not-found` for a user who is not in it.
 */
export async function getConversation(
  ctx: Pick<AppContext, "conversations" | "db" | "viewer">,
  input: ConversationPageInput,
): Promise<{ items: ConversationMessageView[]; dateCursor: number | null; idCursor: string }> {
  const { viewer, conversation } = await requireMembership(ctx, input);
  const cursor = input.idCursor ?? null;
  if (cursor !== null && !/^[0-9]{1,15}$/.test(cursor)) throw new AppError("bad-input");
  const answer = await conversation.page(viewer.id, cursor === null ? null : Number(cursor));
  if (!answer.ok) throw refused(answer);
  return answer.page;
}

/** Replaces the text of one's own message. Throws what `sendMessage` does. */
export async function editMessage(
  ctx: Pick<AppContext, "conversations" | "db" | "viewer">,
  input: EditMessageInput,
): Promise<ConversationMessageView> {
  const { viewer, conversation } = await requireMembership(ctx, input);
  const answer = await conversation.edit(viewer.id, input.messageId, input.message);
  if (!answer.ok) throw refused(answer);
  return answer.message;
}

/** Deletes a message of the viewer's own, for everyone. Throws `authorization`, `not-found`. */
export async function deleteMessage(
  ctx: Pick<AppContext, "conversations" | "db" | "viewer">,
  input: OwnMessageInput,
): Promise<ConversationMessageView> {
  const { viewer, conversation } = await requireMembership(ctx, input);
  const answer = await conversation.takeBack(viewer.id, input.messageId);
  if (!answer.ok) throw refused(answer);
  return answer.message;
}

/**
 * Any participant who may write there may add another, who sees messages from then on. Throws `authorization`,
 * `not-found`, `banned`, `already-in`, `has-left`, `conversation-full`, `you-blocked`, `not-welcome`, `dms-off`,
 * `newcomer-limit`, `rate-limited`, `unavailable`.
 */
export function addParticipant(ctx: AppContext, input: ParticipantInput): Promise<ConversationView> {
  return change(ctx, input, async (conversation, viewer) => {
    await requireReach(ctx, viewer, "add", await readIsNewcomer(ctx, viewer));
    return conversation.addParticipant(viewer.id, input.participant);
  });
}

/** Oneself, or another. Throws `authorization`, `not-found`, `remove-not-first`, `remove-direct`. */
export function removeParticipant(ctx: AppContext, input: ParticipantInput): Promise<ConversationView> {
  return change(ctx, input, (conversation, viewer) =>
    conversation.removeParticipant(viewer.id, input.participant),
  );
}

/** Changes the name for users who may write there. Throws what `sendMessage` does. */
export function setChatName(ctx: AppContext, input: ChatNameInput): Promise<ConversationView> {
  return change(ctx, input, (conversation, viewer) => conversation.rename(viewer.id, input.name));
}

/** Throws `authorization`, `not-found`, as do the functions below. */
export function markRead(ctx: AppContext, input: ConversationInput): Promise<ConversationView> {
  return change(ctx, input, (conversation, viewer) => conversation.markRead(viewer.id));
}

export function markUnread(ctx: AppContext, input: ConversationInput): Promise<ConversationView> {
  return change(ctx, input, (conversation, viewer) => conversation.markUnread(viewer.id));
}

/** Also throws `bad-input` for a time that cannot be chosen. */
export function muteConversation(ctx: AppContext, input: MuteInput): Promise<ConversationView> {
  return change(ctx, input, async (conversation, viewer) => {
    const until = muteEnd(input.time ?? null, ctx.clock.now());
    if (until === undefined) throw new AppError("bad-input");
    return conversation.mute(viewer.id, until);
  });
}

export function unmuteConversation(ctx: AppContext, input: ConversationInput): Promise<ConversationView> {
  return change(ctx, input, (conversation, viewer) => conversation.unmute(viewer.id));
}

/** Deletes the conversation for the viewer alone, and until someone writes in it again. */
export function deleteConversation(ctx: AppContext, input: ConversationInput): Promise<ConversationView> {
  return change(ctx, input, (conversation, viewer) => conversation.clear(viewer.id));
}

async function change(
  ctx: AppContext,
  input: ConversationInput,
  work: (conversation: ConversationPort, viewer: Viewer) => Promise<ConversationAnswer>,
): Promise<ConversationView> {
  const { viewer, conversation } = await requireMembership(ctx, input);
  const answer = await work(conversation, viewer);
  if (!answer.ok) throw refused(answer);
  return answer.conversation;
}

/**
 * A conversation that the viewer is in, as D1 has it: a guessed id creates no object. The object checks once more.
 * Throws `authorization`, `not-found`.
 */
export async function requireMembership(
  ctx: Pick<AppContext, "conversations" | "db" | "viewer">,
  { conversation: id }: ConversationInput,
): Promise<{ viewer: Viewer; conversation: ConversationPort }> {
  const viewer = requireViewer(ctx);
  if (!(await isMember(ctx.db, id, viewer.id))) throw new AppError("not-found");
  return { viewer, conversation: ctx.conversations.of(id) };
}

/** The error for what a conversation has refused, naming the person that caused it. */
export function refused({ code, person, retryAfterMs }: ConversationRefusal): AppError {
  return new AppError(code, { retryAfterMs, message: messageFor(code, person) });
}
