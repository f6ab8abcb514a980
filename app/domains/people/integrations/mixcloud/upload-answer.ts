/** The meaning of Mixcloud's response to an upload for us. */
import * as z from "zod/mini";

export type UploadAnswer =
  /** `key`: the path of the show's page; null where the response lacks it, which happens. */
  | { is: "done"; key: string | null }
  | { is: "rate-limited"; waitMs: number }
  | { is: "dead-token" }
  /** It will not take this upload, however often it is sent. */
  | { is: "refused"; details: string }
  /** It may have arrived: there was no response, or one that does not say. */
  | { is: "unsure"; details: string };

/** Only what is read. `key` has been seen in both places. */
const Success = z.object({
  result: z.object({ success: z.literal(true), key: z.optional(z.string()) }),
  key: z.optional(z.string()),
});

const Failure = z.object({
  error: z.object({
    message: z.optional(z.string()),
    type: z.optional(z.string()),
    retry_after: z.optional(z.number()),
  }),
  details: z.optional(z.record(z.string(), z.unknown())),
});

/** Wait where the service does not say how long. */
const defaultWaitS = 600;
const maxDetails = 300;

export interface ServiceResponse {
  status: number;
  /** The header `Retry-After`. */
  retryAfter: string | null;
  /** The body where it was JSON, otherwise null. */
  json: unknown;
}

export function readUploadAnswer({ status, retryAfter, json }: ServiceResponse): UploadAnswer {
  const success = Success.safeParse(json);
  if (status === 200 && success.success)
    return { is: "done", key: success.data.result.key ?? success.data.key ?? null };
  const failure = Failure.safeParse(json).data;
  const details = failure === undefined ? `HTTP ${status}` : wordsOf(failure);
  if (isRateLimit(status, failure))
    return { is: "rate-limited", waitMs: 1_000 * (readWait(retryAfter, failure) ?? defaultWaitS) };
  if (isDeadToken(failure)) return { is: "dead-token" };
  // A timeout of the service or of a proxy in front of it may follow an upload that was accepted.
  if (status === 408 || status >= 500 || status < 300) return { is: "unsure", details };
  return { is: "refused", details };
}

/** True for a dead token, whose status is not documented; its words are known. */
export const isDeadToken = (json: unknown): boolean =>
  /invalid access token/i.test(Failure.safeParse(json).data?.error.message ?? "");

/** Its rate limit is a 403. */
const isRateLimit = (status: number, failure: z.infer<typeof Failure> | undefined): boolean =>
  status === 429 || failure?.error.type === "RateLimitException";

function readWait(header: string | null, failure: z.infer<typeof Failure> | undefined): number | null {
  const seconds = Number(header ?? failure?.error.retry_after ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : null;
}

function wordsOf({ error, details = {} }: z.infer<typeof Failure>): string {
  const fields = Object.entries(details).map(
    ([field, problems]) => `${field}: ${[problems].flat().join(" ")}`,
  );
  return [error.message ?? error.type ?? "", ...fields].filter(Boolean).join("; ").slice(0, maxDetails);
}
