/** The text of the emails about notices, and how they are turned off with one click (RFC 8058). */

import { plainText } from "#app/domains/base/text/foreign-text.ts";
import { compose, type Mail } from "../accounts/mails.ts";
import type { NewNotice } from "./contract.ts";
import { endableNames, kindRules, mailToggles } from "./kinds.ts";
import type { Endable } from "./unsubscribe-token.ts";

type MailedNotice = Pick<NewNotice, "kind" | "title" | "message" | "url">;

export interface NoticeMail extends Mail {
  headers: Record<string, string>;
}

/** The maximum of notices in one email; of the rest it only gives the number. */
const max = 20;

/**
 * Characters of a subject: most email software cuts longer ones off, and the kind of the notice says more than half of
 * it.
 */
const longestSubject = 70;

/**
 * One email with the unread notices, oldest first. `tokens`: one for each setting, for the unsubscribe links at its
 * end; that of `emailNotifications` turns off all such emails. The unsubscribe button of email software turns off the
 * emails of this kind, or all where the email has several kinds.
 */
export function noticeMail(
  to: { username: string; email: string },
  notices: readonly MailedNotice[],
  { origin, tokens }: { origin: string; tokens: ReadonlyMap<Endable, string> },
): NoticeMail {
  const [first] = notices;
  const isOne = notices.length === 1 && first !== undefined;
  const subject = isOne ? subjectOf(first) : `${notices.length} things you missed on Cue`;
  const left = notices.length - max;
  const mail = compose(to, subject, [
    isOne ? "Here is what happened on Cue:" : "Here is what happened on Cue while you were away:",
    ...notices.slice(0, max).flatMap((notice) => [lineOf(notice), linkOf(notice, origin)]),
    ...(left > 0 ? [`And ${left} more.`] : []),
    ...[...tokens].map(([toggle, token]) => ({
      link: `${origin}/unsubscribe?token=${token}`,
      label:
        toggle === "emailNotifications"
          ? "Stop all notification emails"
          : `Stop emails about “${endableNames[toggle]}”`,
    })),
  ]);
  const [ownKind, ...others] = [...tokens.keys()].filter((toggle) => toggle !== "emailNotifications");
  const ended = others.length === 0 && ownKind !== undefined ? ownKind : "emailNotifications";
  const token = tokens.get(ended) ?? "";
  return {
    ...mail,
    headers: {
      "List-Unsubscribe": `<${origin}/unsubscribe?token=${token}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    },
  };
}

/** Names who receives the email and everyone it is about: it is deleted with the account of each. */
export function noticesMailId(
  ownerId: string,
  last: number,
  notices: readonly Pick<NewNotice, "about">[],
): string {
  const about = new Set(notices.flatMap((notice) => notice.about ?? []));
  return ["notices", ownerId, last, ...about].join(":");
}

/** The settings that turn off an email with these notices: that of each kind's emails, and that of all. */
export function togglesOf(notices: readonly Pick<NewNotice, "kind">[]): Endable[] {
  return [...new Set(notices.map(({ kind }) => mailToggles[kindRules[kind].toggle])), "emailNotifications"];
}

function subjectOf(notice: MailedNotice): string {
  // A subject does not quote what strangers have written: it only says who wrote.
  if (notice.kind === "message") return `New message from ${notice.title ?? "someone"}`;
  if (notice.kind === "mention") return kindRules.mention.title;
  return notice.message.length <= longestSubject ? notice.message : kindRules[notice.kind].title;
}

/** It quotes names and words of others: only the operators' own text keeps its links. */
function lineOf({ kind, title, message }: MailedNotice): string {
  const line =
    title === undefined || kind === "performer-live" || kind === "stage-live"
      ? message
      : `${title}: ${message}`;
  return kind === "announcement" ? line : plainText(line);
}

function linkOf({ kind, url }: MailedNotice, origin: string): { link: string; label: string } {
  const label = kind === "performer-live" || kind === "stage-live" ? "Listen" : "View";
  return { link: `${origin}${url ?? "/inbox"}`, label };
}
