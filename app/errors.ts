import { mediaErrors } from "./domains/air/media/errors.ts";
import { aboutParticipant, messageErrors } from "./domains/air/messages/errors.ts";
import { setErrors } from "./domains/air/sets/errors.ts";
import { stageErrors } from "./domains/air/stages/errors.ts";
import { pictureErrors } from "./domains/base/pictures/errors.ts";
import { waitText } from "./domains/base/text/wait-text.ts";
import { operatorErrors } from "./domains/outside/operator/errors.ts";
import { postErrors } from "./domains/outside/posts/errors.ts";
import { webhookErrors } from "./domains/outside/webhooks/errors.ts";
import { accountErrors } from "./domains/people/accounts/errors.ts";
import { integrationErrors } from "./domains/people/integrations/errors.ts";
import { aboutPerson, peopleErrors } from "./domains/people/people/errors.ts";
import { tokenErrors } from "./domains/value/tokens/errors.ts";

const aboutSomeone = { ...aboutPerson, ...aboutParticipant };

/**
 * The closed vocabulary of failures: the general ones, and those of each domain. Every refusal of an operation, an object
 * or a rule is one of these codes; `workers/middleware/errors.ts` is the only place that turns one into a response.
 */
export const errorCatalogue = {
  "bad-input": { status: 400, message: "Please check what you entered." },
  "bad-json": { status: 400, message: "The request is not valid JSON." },
  authorization: { status: 401, message: "Authorization error" },
  "forbidden-origin": { status: 403, message: "This request did not come from this site." },
  "wrong-host": { status: 421, message: "This is not an address of this site." },
  "not-found": { status: 404, message: "Not found." },
  "method-not-allowed": { status: 405, message: "This address does not support that method." },
  "not-configured": { status: 409, message: "This service is not set up here." },
  "too-large": { status: 413, message: "That is too large." },
  "unsupported-type": { status: 415, message: "Please send JSON." },
  "rate-limited": { status: 429, message: "That was too fast. Please wait a moment." },
  conflict: { status: 409, message: "Someone else changed this at the same time. Please try again." },
  unavailable: { status: 503, message: "The server is busy. Please try again in a moment." },
  unknown: { status: 500, message: "Unknown error" },
  ...pictureErrors,
  ...accountErrors,
  ...peopleErrors,
  ...integrationErrors,
  ...mediaErrors,
  ...setErrors,
  ...stageErrors,
  ...messageErrors,
  ...postErrors,
  ...operatorErrors,
  ...tokenErrors,
  ...webhookErrors,
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof errorCatalogue;

/** The message of a code, with the person's name where it is about one. */
export function messageFor(code: ErrorCode, name: string | undefined): string {
  return code in aboutSomeone
    ? aboutSomeone[code as keyof typeof aboutSomeone](name)
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
