/** The content of a push, which the browser's service worker reads. Small: push services accept at most 4 KB. */

import * as z from "zod/mini";
import { countOf } from "#app/ui/number.ts";
import { toBase64Url } from "../accounts/token.ts";
import type { NewNotice } from "./contract.ts";
import { kindRules } from "./kinds.ts";

export const PushPayload = z.object({
  title: z.string(),
  body: z.string(),
  /** A path of this site. */
  url: z.string(),
  /** The tag: on the screen, the newest with a tag replaces the one before. */
  tag: z.string(),
  /** Its number among the user's notices, or null for one in a conversation. */
  seq: z.nullable(z.number()),
  /** Notices up to this one have been read: those still on the screen are removed. */
  readUpTo: z.number(),
  /** Number of unread notices and conversations, for the badge of an installed app. */
  unread: z.number(),
});
export type PushPayload = z.infer<typeof PushPayload>;

/** Options for push services: how long they try, how urgent it is, and what it may replace (RFC 8030, 5.4). */
export interface PushOptions {
  ttlSeconds: number;
  urgency: "normal" | "high";
  topic: string;
}

const longest = { title: 80, body: 240 };

export function toPushPayload(
  notice: Pick<NewNotice, "kind" | "title" | "message" | "url" | "group" | "key">,
  standing: Pick<PushPayload, "seq" | "readUpTo" | "unread">,
): PushPayload {
  return {
    title: shorten(notice.title ?? kindRules[notice.kind].title, longest.title),
    body: shorten(notice.message, longest.body),
    url: notice.url ?? "/inbox",
    tag: notice.group ?? notice.key,
    ...standing,
  };
}

/** A summary of notices that waited for the same moment: how many of which kind, without anyone's text. */
export function summarize(notices: readonly NewNotice[]): NewNotice {
  const [last] = notices.slice(-1);
  if (last === undefined) throw new Error("nothing to summarize");
  const counts = new Map<string, number>();
  for (const { kind } of notices) {
    const { title } = kindRules[kind];
    counts.set(title, (counts.get(title) ?? 0) + 1);
  }
  const message = [...counts]
    .map(([title, count]) => (count === 1 ? title : `${title} (${count})`))
    .join(", ");
  return {
    kind: last.kind,
    title: countOf(notices.length, "notification", "notifications"),
    message,
    at: last.at,
    key: `with ${last.key}`,
    url: "/inbox",
  };
}

/** Shortens to at most `max` characters, without splitting one. */
function shorten(text: string, max: number): string {
  const characters = Array.from(text);
  return characters.length <= max ? text : `${characters.slice(0, max - 1).join("")}…`;
}

/** Returns at most 32 characters of base64url, the same for the same tag, and revealing nothing of it. */
export async function topicOf(tag: string): Promise<string> {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(tag));
  return toBase64Url(new Uint8Array(hash)).slice(0, 32);
}
