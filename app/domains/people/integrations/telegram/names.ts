/** Names and rights that a bot needs to write in a chat. */
import * as z from "zod/mini";

export const TelegramSecret = z.object({
  token: z.string().check(z.regex(/^\d{5,15}:[\w-]{30,60}$/)),
  /** Its number, negative for a group or channel; or `@name`. */
  chat: z.string().check(z.regex(/^(?:-?\d{1,20}|@[A-Za-z]\w{3,31})$/)),
});
export type TelegramSecret = z.infer<typeof TelegramSecret>;

/** Null where it is not the token of a bot. */
export const readBotToken = (text: string): string | null =>
  TelegramSecret.shape.token.safeParse(text.trim()).data ?? null;

/** Reads a chat from its number, its name or its address. Null where it is none of these. */
export function readChat(text: string): string | null {
  const trimmed = text.trim();
  const [, name] = /^(?:https:\/\/)?(?:t\.me|telegram\.me)\/([A-Za-z]\w+)\/?$/.exec(trimmed) ?? [];
  const chat = name === undefined ? trimmed : `@${name}`;
  return TelegramSecret.shape.chat.safeParse(chat).data ?? null;
}
