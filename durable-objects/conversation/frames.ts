import type { Connection } from "partyserver";
import { ConversationClientFrame } from "#app/domains/air/messages/live/conversation-client-frames.ts";
import type { RoomReply } from "#app/domains/air/stages/live/protocol.ts";
import { AppError } from "#app/errors.ts";
import { readTextFrame } from "#packages/durable/sockets.ts";
import { ack, parseFrame, refuse, reply } from "../frames.ts";
import type { SocketState } from "./audience.ts";
import type { ConversationCore } from "./core.ts";
import type { Members } from "./members.ts";
import type { ConversationParts } from "./parts.ts";
import type { Said, Talk } from "./talk.ts";

/** Handles a frame of a participant's page, and responds after storage. */
export async function answerFrame(
  socket: Connection<SocketState>,
  message: string | ArrayBuffer,
  core: ConversationCore,
  parts: ConversationParts,
): Promise<void> {
  const userId = socket.state?.userId;
  if (userId == null) return;
  const text = readTextFrame(socket, message);
  if (text === undefined) return;
  const frame = parseFrame(ConversationClientFrame, text);
  if (!parts.budgets.admits(socket, frame, userId)) return;
  if ("error" in frame) return reply(socket, frame);
  if (frame.event === "typing") {
    await passOnTyping(userId, core, parts);
    return;
  }
  reply(socket, await answer(socket, { userId, frame, members: core.members }, parts));
}

/** Sends "typing" to the others. Without D1 the recipients are unknown and no one gets it; there is no retry. */
async function passOnTyping(
  userId: string,
  { members, people }: ConversationCore,
  { talk, audience }: ConversationParts,
): Promise<void> {
  if (members.find(userId) === undefined || !audience.isTypingNews(userId, Date.now())) return;
  const facts = await people.readCached(members.list().map((member) => member.userId)).catch(() => undefined);
  if (facts !== undefined && talk.mayWrite(userId, facts).ok) audience.typing(userId, facts);
}

type Asked = Exclude<ConversationClientFrame, { event: "typing" }>;

async function answer(
  socket: Connection<SocketState>,
  { userId, frame, members }: { userId: string; frame: Asked; members: Members },
  { talk, marks, views }: ConversationParts,
): Promise<RoomReply> {
  if (frame.event === "read") {
    const member = members.find(userId);
    if (member === undefined) return refuse(frame.id, "not-found");
    marks.read(member, Math.floor(frame.data.upTo), Date.now());
    return ack(frame.id, {});
  }
  // The socket may be closed while D1 is read: because its session has ended, or they were removed.
  const isWanted = () => socket.state !== null;
  try {
    const said = await ask(userId, frame, isWanted, talk);
    return said.ok
      ? ack(frame.id, views.message(said.message))
      : refuse(frame.id, said.code, said.retryAfterMs);
  } catch (error) {
    if (error instanceof AppError) return refuse(frame.id, error.code, error.retryAfterMs);
    throw error;
  }
}

function ask(
  userId: string,
  frame: Exclude<Asked, { event: "read" }>,
  isWanted: () => boolean,
  talk: Talk,
): Said | Promise<Said> {
  switch (frame.event) {
    case "chat":
      return talk.say(userId, { message: frame.data.message, picture: null, clientId: frame.id }, isWanted);
    case "edit":
      return talk.edit(userId, frame.data.messageId, frame.data.message, isWanted);
    case "deleteMessage":
      return talk.takeBack(userId, frame.data.messageId);
  }
}
