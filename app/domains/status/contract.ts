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
  /** False where this instance was set up without the service: it is offline, and nothing is broken. */
  isConfigured: z.boolean(),
});
export type ServiceView = z.infer<typeof ServiceView>;

export type SystemState = "online" | "degraded" | "down";

export const statusLimits = {
  /** One check answers everyone who asks within this time, so that asking cannot be used to load the database. */
  keptMs: 5_000,
  /** A check that takes longer has failed: who asks whether a service answers is not kept waiting by it. */
  checkMs: 3_000,
  /** Pages ask again after this. */
  pollMs: 60_000,
  /** Mail that waits longer than this, while nothing was sent since, is stuck. */
  mailMs: 15 * 60_000,
} as const;
