import * as z from "zod/mini";
import { LinkedAccountView } from "#app/domains/people/integrations/contract.ts";

export const UploadProblem = z.enum([
  "rate-limit",
  "unreachable",
  "relink",
  "unlinked",
  "withdrawn",
  "refused",
  "no-sound",
  "too-large",
]);
export type UploadProblem = z.infer<typeof UploadProblem>;

/** A set on its way to another service, or there. Times are epoch ms. */
export const UploadView = z.object({
  /** The replay's id; there is at most one upload of it. */
  replay: z.string(),
  set: z.string(),
  /** The name on the service. */
  name: z.string(),
  status: z.enum(["waiting", "sending", "done", "failed"]),
  bytesSent: z.number(),
  /** 0 until it is known. */
  bytesTotal: z.number(),
  /** The address where people hear it; null until it is done, and where the service did not say. */
  url: z.nullable(z.string()),
  /** The reason why it has failed, or why it still waits. */
  problem: z.nullable(UploadProblem),
  /** The service's own words about that. */
  details: z.nullable(z.string()),
  /** Earliest time of the next attempt; null unless it waits. */
  nextTryAt: z.nullable(z.number()),
  requestedAt: z.number(),
});
export type UploadView = z.infer<typeof UploadView>;

export const UploadsView = z.object({
  account: z.nullable(LinkedAccountView),
  /** Newest first. */
  uploads: z.array(UploadView),
});
export type UploadsView = z.infer<typeof UploadsView>;

/** A replay, by its own id or that of its set. */
export const UploadInput = z.object({ replay: z.string().check(z.minLength(1), z.maxLength(64)) });
export type UploadInput = z.infer<typeof UploadInput>;
