/** A webhook at Discord, by https://docs.discord.com/developers/resources/webhook. */
import * as z from "zod/mini";
import { discordText } from "#app/domains/base/text/foreign-text.ts";
import type { Refusal } from "#app/errors.ts";
import type { Outcome } from "../../deliveries/outcome.ts";
import type { Connection } from "../elsewhere.ts";
import { ask, type Reply, retryAfterOf } from "../http.ts";
import type { Post, PostCard, PostClient } from "../post-client.ts";
import { discordLimit } from "./limit.ts";
import type { DiscordSecret } from "./webhook-address.ts";

export type CheckedWebhook = { ok: true; name: string; guild: string | null } | Refusal;

export interface DiscordClient extends PostClient {
  /** Whether the webhook exists, and how it is called. */
  check(): Promise<CheckedWebhook>;
  edit(remote: string, post: Post): Promise<Outcome>;
}

/** Path of the API with its version: without one Discord speaks an old one, in which times are milliseconds. */
const api = "/api/v10/webhooks";

/** Error codes of Discord after which a webhook must never be called again. */
const deadCodes: ReadonlySet<unknown> = new Set([10_015, 50_027]);
const forumCode = 220_001;

export function connectDiscord(connection: Connection, secret: DiscordSecret): DiscordClient {
  const { id, token, guild = null } = secret;
  const address = `${connection.at("discord.com")}${api}/${id}/${token}`;
  const headers = {
    "content-type": "application/json",
    "user-agent": `DiscordBot (${connection.origin}, 1.0)`,
  };
  const write = async (method: "POST" | "PATCH", at: string, post: Post) => {
    const body = JSON.stringify(toMessage(post, (await post.card?.pictureUrl?.()) ?? null));
    return readOutcome(await ask(connection, at, { method, headers, body }), guild);
  };
  return {
    check: async () => readCheck(await ask(connection, address, { headers })),
    // Without `wait` it responds before it has stored the message, and reports no loss.
    send: (post) => write("POST", `${address}?wait=true`, post),
    edit: async (remote, post) =>
      /^\d+$/.test(remote)
        ? write("PATCH", `${address}/messages/${remote}`, post)
        : { is: "refused", details: "This post cannot be changed." },
  };
}

function toMessage({ text, link, card }: Post, pictureUrl: string | null) {
  // Discord shows a card of its own for an address in the text, and for one in the card's title none.
  const hasCard = card !== null && (link !== null || !/https?:\/\//.test(text));
  const end = hasCard || link === null ? "" : ` ${link}`;
  return {
    content: withoutMaskedLinks(text).slice(0, discordLimit.max - end.length) + end,
    embeds: hasCard ? [toEmbed(card, link, pictureUrl)] : [],
    // By default a text may notify everyone on the server.
    allowed_mentions: { parse: [] },
  };
}

function toEmbed({ title, description }: PostCard, link: string | null, pictureUrl: string | null) {
  return {
    title: discordText(title).slice(0, 256),
    description: discordText(description).slice(0, 4_096),
    ...(link !== null && { url: link }),
    ...(pictureUrl !== null && { thumbnail: { url: pictureUrl } }),
  };
}

/** `[text](address)` would hide where a link leads. Names in the text are escaped already. */
const withoutMaskedLinks = (text: string): string => text.replaceAll("](", "]\\(");

const Webhook = z.object({
  type: z.number(),
  name: z.nullable(z.string()),
  guild_id: z.optional(z.nullable(z.string())),
});
const Message = z.object({ id: z.string(), channel_id: z.optional(z.string()) });
const Failure = z.object({
  code: z.optional(z.number()),
  message: z.optional(z.string()),
  retry_after: z.optional(z.number()),
});

function readCheck(reply: Reply | null): CheckedWebhook {
  if (reply === null) return { ok: false, code: "elsewhere-busy" };
  const webhook = Webhook.safeParse(reply.json);
  if (reply.status === 200 && webhook.success) {
    const { type, name, guild_id: guild = null } = webhook.data;
    // Others follow a channel of another server, or belong to an app.
    return type === 1 ? { ok: true, name: name ?? "Webhook", guild } : { ok: false, code: "not-a-webhook" };
  }
  const isUnknown = reply.status === 404 || reply.status === 401;
  return { ok: false, code: isUnknown ? "webhook-unknown" : "elsewhere-busy" };
}

function readOutcome(reply: Reply | null, guild: string | null): Outcome {
  if (reply === null) return { is: "unsure" };
  const { status } = reply;
  if (status === 200) {
    const { id, channel_id: channel } = Message.safeParse(reply.json).data ?? {};
    const url = guild && channel && id ? `https://discord.com/channels/${guild}/${channel}/${id}` : null;
    return { is: "sent", remote: id ?? null, url };
  }
  const { code, message = "" } = Failure.safeParse(reply.json).data ?? {};
  if (deadCodes.has(code))
    return { is: "dead", details: "The webhook was deleted at Discord. Create a new one and add it." };
  if (isLater(reply, code)) return { is: "later", waitMs: waitOf(reply), details: laterText(status) };
  if (code === forumCode)
    return {
      is: "refused",
      details: "This webhook posts to a forum, which takes only new threads. Choose a text channel.",
    };
  // A gateway gave up on a request that Discord may have handled.
  if (status === 504) return { is: "unsure" };
  return {
    is: "refused",
    details: `Discord refused it${message && `: ${message}`} (${code ?? status}).`,
  };
}

/** It blocks addresses with a page, or with code 0: nothing of the webhook's own. */
const isLater = ({ status, json }: Reply, code: number | undefined): boolean =>
  status === 429 ||
  status === 408 ||
  (status >= 500 && status !== 504) ||
  (status === 403 && (json === null || code === 0));

function waitOf({ json, headers }: Reply): number | null {
  const said = Failure.safeParse(json).data?.retry_after;
  if (said !== undefined) return Math.ceil(Math.max(0, said) * 1_000);
  const reset = Number(headers.get("x-ratelimit-reset-after") ?? Number.NaN);
  return retryAfterOf(headers, 0) ?? (Number.isNaN(reset) ? null : Math.ceil(Math.max(0, reset) * 1_000));
}

const laterText = (status: number): string =>
  status === 429 ? "Discord asked us to wait." : "Discord cannot be reached right now.";
