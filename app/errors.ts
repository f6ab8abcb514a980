/**
 * The closed vocabulary of failures. Every refusal that leaves an operation, an object or a rule is one of
 * these codes; `workers/middleware/errors.ts` is the only place that turns one into a response.
 */
export const errorCatalogue = {
  "bad-input": { status: 400, message: "Please check what you entered." },
  "bad-json": { status: 400, message: "The request is not valid JSON." },
  authorization: { status: 401, message: "Authorization error" },
  "login-failed": { status: 401, message: "Wrong username, email or password." },
  banned: { status: 403, message: "This account has been suspended." },
  "forbidden-origin": { status: 403, message: "This request did not come from this site." },
  "not-found": { status: 404, message: "Not found." },
  "method-not-allowed": { status: 405, message: "This address does not answer that method." },
  "username-invalid": { status: 400, message: "Invalid username" },
  "username-taken": { status: 409, message: "Username already exists" },
  "email-invalid": { status: 400, message: "Please enter a valid email address." },
  "email-taken": { status: 409, message: "Email already exists" },
  "password-short": { status: 400, message: "8 character minimum" },
  "password-long": { status: 400, message: "A password can have at most 128 characters." },
  "password-common": { status: 400, message: "This password is too easy to guess. Please choose another." },
  "password-mismatch": { status: 400, message: "The passwords do not match." },
  "captcha-failed": { status: 400, message: "The captcha was not solved or has expired. Please try again." },
  "too-large": { status: 413, message: "That is too large." },
  "unsupported-type": { status: 415, message: "Please send JSON." },
  "rate-limited": { status: 429, message: "That was too fast. Please wait a moment." },
  "chat-empty": { status: 400, message: "Write something first." },
  "chat-too-long": { status: 400, message: "A message must be shorter than 300 characters." },
  "cheer-cooldown": { status: 429, message: "You can cheer again in a moment." },
  "not-live": { status: 409, message: "Nobody is performing at this time." },
  "no-test": {
    status: 409,
    message: "Finish the stream test first: the server has not heard your audio yet.",
  },
  conflict: { status: 409, message: "Somebody else changed this at the same time. Please try again." },
  "ingest-offline": {
    status: 503,
    message: "The stream server is not connected. Please try again in a moment.",
  },
  unavailable: { status: 503, message: "The server is busy. Please try again in a moment." },
  unknown: { status: 500, message: "Unknown error" },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof errorCatalogue;

/** What a rule answers when it refuses: a code and, where waiting helps, for how long. */
export type Refusal = { ok: false; code: ErrorCode; retryAfterMs?: number };

/** A refusal on its way to the caller. Operations throw it; `message` is a sentence for people. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly retryAfterMs: number | undefined;

  constructor(code: ErrorCode, options: { message?: string; retryAfterMs?: number; cause?: unknown } = {}) {
    super(options.message ?? errorCatalogue[code].message, { cause: options.cause });
    this.name = "AppError";
    this.code = code;
    this.retryAfterMs = options.retryAfterMs;
  }

  get status(): number {
    return errorCatalogue[this.code].status;
  }
}
