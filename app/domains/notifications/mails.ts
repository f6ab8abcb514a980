/** The words of the mails about notices, and how they are ended with one click (RFC 8058). */
import { compose, type Mail } from "../accounts/mails.ts";
import type { NewNotice, NoticeToggle } from "./contract.ts";
import { kindRules, toggleNames } from "./kinds.ts";

type MailedNotice = Pick<NewNotice, "kind" | "title" | "message" | "url">;

export interface NoticeMail extends Mail {
  headers: Record<string, string>;
}

/** So many notices are told in one mail; of more only the number. */
const most = 20;

/** Characters of a subject: most mail programs cut a longer one off, and the kind of the notice says more than half of it. */
const longestSubject = 70;

/**
 * What is unread, oldest first, in one mail. `tokens`: what ends each switch, for the links at its end; that of
 * `emailNotifications` ends all such mails, and is what a mail program's own button sends.
 */
export function noticeMail(
  to: { username: string; email: string },
  notices: readonly MailedNotice[],
  { origin, tokens }: { origin: string; tokens: ReadonlyMap<NoticeToggle, string> },
): NoticeMail {
  const [first] = notices;
  const isOne = notices.length === 1 && first !== undefined;
  const subject = isOne ? subjectOf(first) : `${notices.length} things you have missed on Cue`;
  const left = notices.length - most;
  const mail = compose(to, subject, [
    isOne ? "this has happened on Cue:" : "this has happened on Cue while you were away:",
    ...notices.slice(0, most).flatMap((notice) => [lineOf(notice), linkOf(notice, origin)]),
    ...(left > 0 ? [`And ${left} more.`] : []),
    ...[...tokens].map(([toggle, token]) => ({
      link: `${origin}/unsubscribe?token=${token}`,
      label:
        toggle === "emailNotifications"
          ? "No more mails about notices"
          : `No more notices of the kind “${toggleNames[toggle]}”`,
    })),
  ]);
  const all = tokens.get("emailNotifications") ?? "";
  return {
    ...mail,
    headers: {
      "List-Unsubscribe": `<${origin}/unsubscribe?token=${all}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    },
  };
}

/** The switches by which a mail with these notices can be ended: that of each kind, and that of all mails. */
export function togglesOf(notices: readonly Pick<NewNotice, "kind">[]): NoticeToggle[] {
  return [...new Set(notices.map(({ kind }) => kindRules[kind].toggle)), "emailNotifications"];
}

function subjectOf(notice: MailedNotice): string {
  // What strangers have written does not belong into a subject: only who has.
  if (notice.kind === "message") return `New message from ${notice.title ?? "somebody"}`;
  if (notice.kind === "mention") return kindRules.mention.title;
  return notice.message.length <= longestSubject ? notice.message : kindRules[notice.kind].title;
}

function lineOf({ kind, title, message }: MailedNotice): string {
  return title === undefined || kind === "performer-live" || kind === "stage-live"
    ? message
    : `${title}: ${message}`;
}

function linkOf({ kind, url }: MailedNotice, origin: string): { link: string; label: string } {
  const label = kind === "performer-live" || kind === "stage-live" ? "Listen" : "Have a look";
  return { link: `${origin}${url ?? "/inbox"}`, label };
}
