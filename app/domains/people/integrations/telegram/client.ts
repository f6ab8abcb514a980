/** A bot at Telegram that writes in one chat, by https://core.telegram.org/bots/api. */
import * as z from "zod/mini";
import type { Refusal } from "#app/errors.ts";
import type { Outcome } from "../../deliveries/outcome.ts";
import type { Connection } from "../elsewhere.ts";
import { ask, type Reply, retryAfterOf } from "../http.ts";
import type { Post, PostClient } from "../post-client.ts";
import { telegramLimit } from "./limit.ts";
import type { TelegramSecret } from "./names.ts";

/** `chat`: its number, which stays when its name changes. */
export type CheckedChat = { ok: true; name: string; chat: string } | Refusal;

export interface TelegramClient extends PostClient {
  /** Whether the bot exists and knows the chat, and how the chat is called. */
  check(): Promise<CheckedChat>;
  edit(remote: string, post: Post): Promise<Outcome>;
}

/** `onSecret`: the group has become a supergroup with another number; keep this instead. */
export function connectTelegram(
  connection: Connection,
  secret: TelegramSecret,
  onSecret: (secret: TelegramSecret) => Promise<void> = async () => {},
): TelegramClient {
  let { chat } = secret;
  const call = (method: string, fields: Record<string, unknown>) =>
    ask(connection, `${connection.at("api.telegram.org")}/bot${secret.token}/${method}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(fields),
    });
  /** Nothing of it was taken where the chat has moved: it is sent once more, to where it is now. */
  const write = async (method: string, fields: Record<string, unknown>): Promise<Outcome> => {
    const reply = await call(method, { chat_id: chat, ...fields });
    const moved = movedTo(reply);
    if (moved === null) return readOutcome(reply);
    chat = moved;
    await onSecret({ ...secret, chat });
    return readOutcome(await call(method, { chat_id: chat, ...fields }));
  };
  return {
    check: async () => readCheck(await call("getMe", {}), () => call("getChat", { chat_id: chat })),
    send: (post) => write("sendMessage", { text: toText(post) }),
    edit: async (remote, post) =>
      /^\d{1,15}$/.test(remote)
        ? write("editMessageText", { message_id: Number(remote), text: toText(post) })
        : { is: "refused", details: "This post cannot be changed." },
  };
}

/** Plain: without `parse_mode` no name can break or format it. */
function toText({ text, link }: Post): string {
  const end = link === null ? "" : ` ${link}`;
  return text.slice(0, telegramLimit.max - end.length) + end;
}

const Chat = z.object({
  id: z.number(),
  title: z.optional(z.string()),
  username: z.optional(z.string()),
  first_name: z.optional(z.string()),
});
const FoundChat = z.object({ ok: z.literal(true), result: Chat });
const Sent = z.object({
  ok: z.literal(true),
  result: z.object({ message_id: z.number(), chat: z.optional(Chat) }),
});
const Failure = z.object({
  ok: z.literal(false),
  description: z._default(z.string(), ""),
  parameters: z.optional(
    z.object({ retry_after: z.optional(z.number()), migrate_to_chat_id: z.optional(z.number()) }),
  ),
});

/** Tokens that are not even of its form are 404. */
const isUnknownBot = ({ status }: Reply): boolean => status === 401 || status === 404;

async function readCheck(bot: Reply | null, askForChat: () => Promise<Reply | null>): Promise<CheckedChat> {
  if (bot !== null && isUnknownBot(bot)) return { ok: false, code: "bot-unknown" };
  const reply = bot?.status === 200 ? await askForChat() : null;
  const found = FoundChat.safeParse(reply?.json);
  if (found.success) {
    const { id, title, username, first_name: first } = found.data.result;
    return {
      ok: true,
      name: title ?? (username === undefined ? first : `@${username}`) ?? "Chat",
      chat: `${id}`,
    };
  }
  if (reply?.status === 403) return { ok: false, code: "bot-shut-out" };
  return { ok: false, code: reply?.status === 400 ? "chat-unknown" : "elsewhere-busy" };
}

function movedTo(reply: Reply | null): string | null {
  const to = Failure.safeParse(reply?.json).data?.parameters?.migrate_to_chat_id;
  return reply?.status === 400 && to !== undefined ? String(to) : null;
}

function readOutcome(reply: Reply | null): Outcome {
  if (reply === null) return { is: "unsure" };
  const sent = Sent.safeParse(reply.json);
  if (sent.success) {
    const { message_id: id, chat } = sent.data.result;
    return {
      is: "sent",
      remote: String(id),
      url: chat?.username ? `https://t.me/${chat.username}/${id}` : null,
    };
  }
  const { description = "", parameters } = Failure.safeParse(reply.json).data ?? {};
  // An edit that changes nothing.
  if (description.includes("message is not modified")) return { is: "sent", remote: null, url: null };
  return readFailure(reply, description, parameters?.retry_after);
}

function readFailure(reply: Reply, description: string, retryAfter: number | undefined): Outcome {
  const { status, headers } = reply;
  if (isUnknownBot(reply))
    return { is: "dead", details: "Telegram no longer accepts the bot's token. Add the chat again." };
  if (status === 403)
    return {
      is: "dead",
      details:
        "The bot was removed from the chat or blocked. Add it to the chat, then add the chat here again.",
    };
  if (status === 429) {
    const waitMs = retryAfter === undefined ? retryAfterOf(headers, 0) : Math.max(0, retryAfter) * 1_000;
    return { is: "later", waitMs, details: "Telegram asked us to wait." };
  }
  // A gateway gave up on a request that Telegram may have handled.
  if (status === 504) return { is: "unsure" };
  if (status === 408 || status >= 500)
    return {
      is: "later",
      waitMs: retryAfterOf(headers, 0),
      details: "Telegram cannot be reached right now.",
    };
  return { is: "refused", details: `Telegram refused it: ${description || status}.` };
}
