/** The stored parts of a webhook's address: requests go to an address that is made from them again. */
import * as z from "zod/mini";

export const DiscordSecret = z.object({
  id: z.string().check(z.regex(/^\d{15,20}$/)),
  token: z.string().check(z.regex(/^[\w-]{50,100}$/)),
  /** The server that it belongs to, for links to posts. */
  guild: z.optional(z.nullable(z.string().check(z.regex(/^\d{15,20}$/)))),
});
export type DiscordSecret = z.infer<typeof DiscordSecret>;

const hosts = new Set(["discord.com", "ptb.discord.com", "canary.discord.com", "discordapp.com"]);
const path = /^\/api(?:\/v\d{1,2})?\/webhooks\/(\d+)\/([\w-]+)\/?$/;

/** Null where it is not the address of a webhook at Discord. */
export function readWebhookAddress(text: string): DiscordSecret | null {
  const url = URL.parse(text.trim());
  if (url === null || url.protocol !== "https:" || !hosts.has(url.hostname)) return null;
  if (url.port !== "" || url.username !== "" || url.password !== "") return null;
  const [, id, token] = path.exec(url.pathname) ?? [];
  return DiscordSecret.safeParse({ id, token }).data ?? null;
}
