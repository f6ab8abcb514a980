/** Adding channels at Discord and Telegram to which posts of a performer or a stage go. */
import * as z from "zod/mini";

/** Maximum number for each owner, of both services together. */
export const maxChannels = 5;

const secret = z.string().check(z.minLength(1), z.maxLength(300));
const stage = z.optional(z.string().check(z.minLength(1), z.maxLength(64)));

/** `stage`: one that the viewer manages, by its id or custom URL; without it the channel is the viewer's own. */
export const AddDiscordInput = z.object({ stage, url: secret });
export type AddDiscordInput = z.infer<typeof AddDiscordInput>;

/** `token`: of the bot. `chat`: a number, a name with @ in front, or an address at t.me. */
export const AddTelegramInput = z.object({
  stage,
  token: secret,
  chat: z.string().check(z.minLength(1), z.maxLength(100)),
});
export type AddTelegramInput = z.infer<typeof AddTelegramInput>;
