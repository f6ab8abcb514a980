import * as z from "zod/mini";

export const serviceNames = [
  "Primary Server",
  "Recordings / Mixcloud Service",
  "Transcoder Service",
  "Audio Fingerprinting Service",
  "Notifications Service",
] as const;

export const ServiceView = z.object({
  name: z.enum(serviceNames),
  status: z.enum(["online", "offline"]),
  /** False where this instance was set up without the service: it is offline, but not broken. */
  isConfigured: z.boolean(),
});
export type ServiceView = z.infer<typeof ServiceView>;

export type SystemState = "online" | "degraded" | "down";

export const statusLimits = {
  /** One check is shared by all requests within this time, so that requests cannot be used to load the database. */
  keptMs: 5_000,
  /** A check that takes longer has failed: a request for the status must not wait for a stuck service. */
  checkMs: 3_000,
  /** The polling interval of pages. */
  pollMs: 60_000,
  /** The bucket of recordings is written to at most this often. */
  bucketMs: 60_000,
  /** A recording that is not complete this long after its end is stuck. */
  recordingMs: 5 * 60_000,
  /** An upload that waits longer than this, without having been told to, is stuck. */
  uploadMs: 30 * 60_000,
  /** Email that waits longer than this, while none was sent since, is stuck. */
  mailMs: 15 * 60_000,
} as const;
