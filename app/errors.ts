import { waitText } from "./domains/base/text/wait-text.ts";
import { webhookErrors } from "./domains/outside/webhooks/errors.ts";
import { tokenErrors } from "./domains/value/tokens/errors.ts";

/** Messages about one person, with their name where it is known. */
const aboutPerson = {
  "you-blocked": (name = "this person") => `You have blocked ${name}. Unblock them first.`,
  "not-welcome": (name = "this person") => `You cannot contact ${name}.`,
  "dms-off": (name = "This person") =>
    `${name} does not accept private messages. You can reply if they write to you.`,
  "already-in": (name = "This person") => `${name} is already in this conversation.`,
  "has-left": (name = "This person") => `${name} has left this conversation. Start a new one with them.`,
};

/**
 * The closed vocabulary of failures. Every refusal of an operation, an object or a rule is one of these codes;
 * `workers/middleware/errors.ts` is the only place that turns one into a response.
 */
export const errorCatalogue = {
  "bad-input": { status: 400, message: "Please check what you entered." },
  "bad-json": { status: 400, message: "The request is not valid JSON." },
  authorization: { status: 401, message: "Authorization error" },
  "login-failed": { status: 401, message: "Wrong username, email or password." },
  banned: { status: 403, message: "This account has been suspended." },
  "forbidden-origin": { status: 403, message: "This request did not come from this site." },
  "wrong-host": { status: 421, message: "This is not an address of this site." },
  "not-found": { status: 404, message: "Not found." },
  "method-not-allowed": { status: 405, message: "This address does not support that method." },
  "username-invalid": { status: 400, message: "Invalid username" },
  "username-like-id": {
    status: 400,
    message: "A username cannot look like an internal id. Please choose another.",
  },
  "username-taken": { status: 409, message: "Username already exists" },
  "email-invalid": { status: 400, message: "Please enter a valid email address." },
  "email-taken": { status: 409, message: "Email already exists" },
  "password-short": { status: 400, message: "8 character minimum" },
  "password-long": { status: 400, message: "A password can have at most 128 characters." },
  "password-common": { status: 400, message: "This password is too easy to guess. Please choose another." },
  "password-mismatch": { status: 400, message: "The passwords do not match." },
  "new-password-short": { status: 400, message: "Your new password must be at least 8 characters long" },
  "wrong-password": { status: 403, message: "The password is wrong." },
  "recovery-unknown": { status: 404, message: "No user exists with those details" },
  "link-used": {
    status: 410,
    message: "This link has already been used or has expired. Please request a new one.",
  },
  "second-factor-needed": { status: 401, message: "Enter the code from your authenticator app." },
  "second-factor-wrong": { status: 401, message: "That code is wrong or has already been used." },
  "second-factor-locked": {
    status: 429,
    message: "Too many wrong codes. Use a recovery code or a passkey, or try again tomorrow.",
  },
  "passkey-failed": { status: 400, message: "The passkey could not be verified. Please try again." },
  "username-too-soon": { status: 409, message: "You can change your username once every 30 days." },
  "too-many-tags": { status: 400, message: "You can add up to five tags." },
  "picture-type": { status: 415, message: "Unsupported image type" },
  "picture-size": { status: 413, message: "Image size is too large" },
  "follow-self": { status: 400, message: "You cannot follow yourself." },
  "block-self": { status: 400, message: "You cannot block yourself." },
  "report-self": { status: 400, message: "You cannot report yourself." },
  "you-blocked": { status: 409, message: aboutPerson["you-blocked"]() },
  "not-welcome": { status: 403, message: aboutPerson["not-welcome"]() },
  "referral-unknown": { status: 404, message: "There is no user with that name." },
  "referral-set": { status: 409, message: "Your referrer is already set." },
  "referral-circular": {
    status: 409,
    message: "You cannot be referred by yourself or by someone you referred.",
  },
  "mixcloud-not-linked": {
    status: 409,
    message: "You must link your music-hosting account to enable uploads.",
  },
  "twitter-not-linked": {
    status: 409,
    message: "You must link your Twitter account to automate tweets.",
  },
  "post-text": { status: 400, message: "Please check the text of the post." },
  "post-target-refused": {
    status: 409,
    message: "This service no longer gives Cue access. Link your account again.",
  },
  "link-failed": {
    status: 409,
    message:
      "There was an issue linking your account. Please try again later or contact support about the issue.",
  },
  "not-a-webhook": {
    status: 400,
    message:
      "That is not a Discord webhook address. In Discord open Edit Channel, Integrations, Webhooks, and press Copy Webhook URL.",
  },
  "webhook-unknown": {
    status: 409,
    message:
      "Discord cannot find this webhook. It may have been deleted: create a new one and copy its address.",
  },
  "not-a-bot-token": {
    status: 400,
    message:
      "That is not a Telegram bot token. Copy the token that @BotFather sent you, such as 123456:ABC….",
  },
  "bot-unknown": {
    status: 409,
    message: "Telegram does not accept this bot token. Ask @BotFather for the current one and copy it.",
  },
  "not-a-chat": {
    status: 400,
    message:
      "That is not a Telegram chat. Enter the @name of a public channel or group, or the number of a chat.",
  },
  "chat-unknown": {
    status: 409,
    message: "Telegram cannot find this chat. Add your bot to it, check the name, and try again.",
  },
  "bot-shut-out": {
    status: 409,
    message:
      "Your bot is not in this chat, or was removed from it. Add it as an administrator and try again.",
  },
  "too-many-channels": {
    status: 409,
    message: "You can add up to five Discord and Telegram channels. Remove one first.",
  },
  "elsewhere-busy": {
    status: 503,
    message: "That service cannot be reached right now. Please try again in a few minutes.",
  },
  ...webhookErrors,
  "app-password-needed": {
    status: 400,
    message:
      "That is not an app password, which looks like abcd-efgh-ijkl-mnop. Create one in Bluesky under Settings, Privacy and Security, App Passwords.",
  },
  "bluesky-login-failed": {
    status: 409,
    message:
      "Bluesky did not accept this handle and app password. Check both, or create a new app password there.",
  },
  "bluesky-code-needed": {
    status: 409,
    message:
      "Bluesky asks for a sign-in code, which an app password never needs. Create an app password there and enter it here.",
  },
  "bluesky-suspended": {
    status: 409,
    message: "Bluesky has closed this account. Sign in there to see why.",
  },
  "server-not-public": {
    status: 400,
    message: "That is not the address of a public server. Enter one like mastodon.social.",
  },
  "not-a-mastodon-server": {
    status: 409,
    message:
      "No Mastodon server responded at that address. Enter the one you sign in to, like mastodon.social.",
  },
  "service-unreachable": {
    status: 503,
    message: "The other service did not respond. Please try again in a few minutes.",
  },
  "listens-token": {
    status: 409,
    message: "ListenBrainz does not recognize this token. Copy it again from your ListenBrainz settings.",
  },
  "service-silent": { status: 503, message: "The service did not respond. Please try again in a moment." },
  "operator-protected": { status: 403, message: "Operators cannot be suspended from this page." },
  "not-configured": { status: 409, message: "This service is not set up here." },
  "email-not-configured": { status: 409, message: "This site is not set up to send email." },
  "captcha-failed": { status: 400, message: "The captcha was not solved or has expired. Please try again." },
  "too-large": { status: 413, message: "That is too large." },
  "unsupported-type": { status: 415, message: "Please send JSON." },
  "rate-limited": { status: 429, message: "That was too fast. Please wait a moment." },
  "chat-empty": { status: 400, message: "Write something first." },
  "chat-too-long": { status: 400, message: "A message must be shorter than 300 characters." },
  "dms-off": { status: 403, message: aboutPerson["dms-off"]() },
  "conversation-full": { status: 409, message: "A conversation can have at most 50 participants." },
  "already-in": { status: 409, message: aboutPerson["already-in"]() },
  "has-left": { status: 409, message: aboutPerson["has-left"]() },
  "remove-not-first": {
    status: 403,
    message: "Only the participant who has been in this conversation longest can remove others.",
  },
  "remove-direct": {
    status: 409,
    message: "You cannot remove anyone from a conversation of two. Leave it, or block the other person.",
  },
  "newcomer-limit": {
    status: 429,
    message:
      "New accounts and accounts without a confirmed email address can start 5 conversations a day, with up to 10 people each, and add 20 people a day. Confirm your address or wait until tomorrow.",
  },
  "chat-timeout": { status: 403, message: "You cannot write here for a while." },
  "chat-banned": {
    status: 403,
    message: "You are banned from this stage's chat. You can still listen and read.",
  },
  "slow-mode": { status: 429, message: "Slow mode: please wait before you write again." },
  "chat-word": { status: 400, message: "Your message contains a word that is blocked here." },
  "chat-links": { status: 400, message: "Links are not allowed in this chat." },
  "manager-protected": { status: 409, message: "Managers of the stage cannot be timed out or banned." },
  "cheer-cooldown": { status: 429, message: "You can cheer again in a moment." },
  "not-live": { status: 409, message: "No one is performing right now." },
  ...tokenErrors,
  "no-test": {
    status: 409,
    message: "Finish the stream test first: the server has not heard your audio yet.",
  },
  "url-reserved": { status: 409, message: "This URL is reserved. Please choose another." },
  "name-of-performer": {
    status: 409,
    message: "A performer has this name, or one that looks like it. Please choose another.",
  },
  "url-like-id": {
    status: 400,
    message: "A URL cannot look like an internal id. Please choose another.",
  },
  "slot-taken": { status: 409, message: "That time is taken." },
  "manager-self": { status: 409, message: "You cannot remove yourself as manager." },
  "set-over": { status: 409, message: "This set has ended or was cancelled." },
  "set-is-on": { status: 409, message: "Your set is on now: a test would take you off air." },
  "set-not-on": { status: 409, message: "This set is not on now." },
  "not-connected": { status: 409, message: "Your encoder is not connected." },
  "no-set-soon": { status: 409, message: "You have no set within the next 30 minutes." },
  "set-begun": { status: 409, message: "This set has started: its start time can no longer be changed." },
  "managers-move-sets": { status: 403, message: "Ask a manager of the stage to move this set." },
  "change-waiting": {
    status: 409,
    message: "A change to this set is still waiting for an answer. Withdraw it first.",
  },
  "request-settled": { status: 409, message: "This request has already been answered." },
  "nothing-to-undo": {
    status: 409,
    message: "This acceptance can no longer be undone: the set has started, or was changed or cancelled.",
  },
  "request-expired": { status: 409, message: "The time of this request has passed." },
  "members-only": { status: 403, message: "Only members of this stage can book it." },
  "naming-not-allowed": { status: 409, message: "This person has not agreed to be named here." },
  "no-schedule": { status: 409, message: "An on-demand stage has no schedule to book." },
  "not-a-performer": { status: 409, message: "This person has not passed the stream test yet." },
  "stage-archived": { status: 409, message: "This stage is archived: nothing can be booked on it." },
  "stage-deleted": { status: 410, message: "This stage was deleted." },
  conflict: { status: 409, message: "Someone else changed this at the same time. Please try again." },
  "ingest-offline": {
    status: 503,
    message: "The stream server is not connected. Please try again in a moment.",
  },
  unavailable: { status: 503, message: "The server is busy. Please try again in a moment." },
  unknown: { status: 500, message: "Unknown error" },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof errorCatalogue;

/** The message of a code, with the person's name where it is about one. */
export function messageFor(code: ErrorCode, name: string | undefined): string {
  return code in aboutPerson
    ? aboutPerson[code as keyof typeof aboutPerson](name)
    : errorCatalogue[code].message;
}

/** The message of a temporary refusal says when it ends; others have that of their code. */
function messageAfter(code: ErrorCode, retryAfterMs: number | undefined): string {
  if (code !== "rate-limited" || retryAfterMs === undefined) return errorCatalogue[code].message;
  const wait = waitText(retryAfterMs);
  return retryAfterMs < 60_000
    ? `That was too fast. Try again in ${wait}.`
    : `Too many attempts. Try again in ${wait}.`;
}

/** The refusal of a rule: a code and, where waiting helps, for how long. */
export type Refusal = { ok: false; code: ErrorCode; retryAfterMs?: number };

/** The message of a verdict for people, or null where nothing was refused. */
export function messageOf(verdict: { ok: true } | Refusal): string | null {
  return verdict.ok ? null : errorCatalogue[verdict.code].message;
}

/** A refusal that operations throw to the caller; `message` is a sentence for people. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly retryAfterMs: number | undefined;

  constructor(code: ErrorCode, options: { message?: string; retryAfterMs?: number; cause?: unknown } = {}) {
    super(options.message ?? messageAfter(code, options.retryAfterMs), { cause: options.cause });
    this.name = "AppError";
    this.code = code;
    this.retryAfterMs = options.retryAfterMs;
  }

  get status(): number {
    return errorCatalogue[this.code].status;
  }
}

/** Throws the refusal of a rule or a counter. */
export function requireOk(verdict: { ok: true } | Refusal): void {
  if (!verdict.ok) throw new AppError(verdict.code, { retryAfterMs: verdict.retryAfterMs });
}
