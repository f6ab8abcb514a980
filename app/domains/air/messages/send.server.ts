/** Sends a message: to a conversation, or to people with whom there may be none yet. */
import type { AppContext, Viewer } from "#app/context.ts";
import { discardPictures, keepPicture } from "#app/domains/base/pictures/keep.server.ts";
import { requireViewer } from "#app/domains/people/accounts/guards.ts";
import { hashToken } from "#app/domains/people/accounts/token.ts";
import { AppError, requireOk } from "#app/errors.ts";
import type { ConversationInput, NewMessageInput, SentView } from "./contract.ts";
import { refused, requireMembership } from "./conversations.server.ts";
import { Facts } from "./facts.ts";
import type { Beginning, Words } from "./port.ts";
import { findDirect, readWritingFacts, releaseDirect, reserveDirect } from "./queries/messages.ts";
import { readIsNewcomer, requireReach } from "./reach.server.ts";
import { decideSize, decideText } from "./rules.ts";

/**
 * Stores a message, once per `clientId`. Throws `authorization`, `bad-input` without a recipient, `not-found`,
 * `chat-empty`, `chat-too-long`, `picture-type`, `picture-size`, `banned`, `you-blocked`, `not-welcome`, `dms-off`,
 * `conversation-full`, `newcomer-limit`, `rate-limited`, `unavailable`.
 */
export async function sendMessage(ctx: AppContext, input: NewMessageInput): Promise<SentView> {
  const viewer = requireViewer(ctx);
  requireOk(decideText(input.message, input.picture != null));
  const { conversation: id } = input;
  const to = id == null ? await findOrBegin(ctx, viewer, input) : await existing(ctx, { conversation: id });
  return withPicture(ctx, viewer, input.picture ?? null, (picture) =>
    say(ctx, viewer, to, { message: input.message, picture, clientId: input.clientId ?? null }),
  );
}

interface Recipient {
  id: string;
  begin?: Beginning;
}

async function existing(
  ctx: Pick<AppContext, "conversations" | "db" | "viewer">,
  input: ConversationInput,
): Promise<Recipient> {
  await requireMembership(ctx, input);
  return { id: input.conversation };
}

async function findOrBegin(ctx: AppContext, viewer: Viewer, input: NewMessageInput): Promise<Recipient> {
  const others = [...new Set(input.participants ?? [])].filter((id) => id !== viewer.id);
  const [other] = others;
  if (other === undefined) throw new AppError("bad-input", { message: "Choose who to write to." });
  requireOk(decideSize(others.length + 1, false));
  if (others.length === 1) return findOrBeginDirect(ctx, viewer, other);
  await requireContact(ctx, viewer, others);
  await requireMayBegin(ctx, viewer, others.length + 1);
  const clientId = input.clientId ?? null;
  // A repeated request finds the conversation that the first has started.
  const id = clientId === null ? ctx.ids.next() : await keyOf(["group", viewer.id, clientId]);
  return { id, begin: { others, isDirect: false } };
}

async function findOrBeginDirect(ctx: AppContext, viewer: Viewer, other: string): Promise<Recipient> {
  const directKey = await keyOf(["direct", ...[viewer.id, other].toSorted()]);
  const begin = { others: [other], isDirect: true };
  const known = await findDirect(ctx.db, directKey);
  if (known !== undefined) return { id: known, begin };
  await requireContact(ctx, viewer, [other]);
  await requireMayBegin(ctx, viewer, 2);
  const id = await reserveDirect(ctx.db, { id: ctx.ids.next(), directKey, now: ctx.clock.now() });
  return { id, begin };
}

async function say(ctx: AppContext, viewer: Viewer, { id, begin }: Recipient, words: Words) {
  const answer = await ctx.conversations.of(id).say(viewer.id, { ...words, begin });
  if (answer.ok) return answer;
  const [other] = begin?.others ?? [];
  if (answer.code !== "conflict" || begin === undefined || other === undefined) throw refused(answer);
  // It was between these two, and no longer is: they start another.
  await releaseDirect(ctx.db, id);
  const anew = await findOrBeginDirect(ctx, viewer, other);
  const second = await ctx.conversations.of(anew.id).say(viewer.id, { ...words, begin });
  if (!second.ok) throw refused(second);
  return second;
}

/** Deletes the picture where the message was not sent. */
async function withPicture(
  ctx: Pick<AppContext, "limits" | "log" | "pictures">,
  viewer: Viewer,
  dataUrl: string | null,
  send: (path: string | null) => Promise<{ sent: SentView; isNew: boolean }>,
): Promise<SentView> {
  if (dataUrl === null) return (await send(null)).sent;
  const path = await keepPicture(ctx, viewer, { dataUrl, kind: "message", ownerId: viewer.id });
  try {
    const { sent, isNew } = await send(path);
    if (!isNew) await discardPictures(ctx, [path]);
    return sent;
  } catch (error) {
    // Without a response it may have been sent all the same.
    if (error instanceof AppError && error.status < 500) await discardPictures(ctx, [path]);
    throw error;
  }
}

/**
 * No conversation is started with someone who does not exist or does not want it. The conversation decides once more.
 */
async function requireContact(ctx: AppContext, viewer: Viewer, ids: readonly string[]): Promise<void> {
  const facts = new Facts(await readWritingFacts(ctx.db, [viewer.id, ...ids]));
  for (const id of ids) {
    const verdict = facts.mayDrawIn(viewer.id, id);
    if (!verdict.ok) throw refused(verdict);
  }
}

async function requireMayBegin(
  ctx: Pick<AppContext, "clock" | "db" | "limits">,
  viewer: Viewer,
  participants: number,
): Promise<void> {
  const isNew = await readIsNewcomer(ctx, viewer);
  requireOk(decideSize(participants, isNew));
  await requireReach(ctx, viewer, "begin", isNew);
}

const keyOf = async (parts: readonly string[]) => (await hashToken(parts.join(" "))).slice(0, 32);
