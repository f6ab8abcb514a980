import { type ServiceView, type SystemState, statusLimits } from "./contract.ts";

/**
 * Without the server or the transcoder nothing sounds; without one of the others something is missing, also where the
 * instance was set up without it.
 */
export function decideSystemState(services: readonly Pick<ServiceView, "name" | "status">[]): SystemState {
  const offline = new Set(services.filter(({ status }) => status === "offline").map(({ name }) => name));
  if (offline.has("Primary Server") || offline.has("Transcoder Service")) return "down";
  return offline.size > 0 ? "degraded" : "online";
}

/** Everything that is away is what this instance was set up without: missed, and not broken. */
export function isOnlyUnset(services: readonly Pick<ServiceView, "status" | "isConfigured">[]): boolean {
  return services.every(({ status, isConfigured }) => status === "online" || !isConfigured);
}

/** What the mail outbox holds. `isCarried`: something takes mail from it. Times are epoch ms. */
export interface MailLine {
  isCarried: boolean;
  oldestWaitingAt: number | null;
  lastSentAt: number | null;
}

/** Mail gets away. One that fails while others pass it on the way is that mail's fault, not the line's. */
export function isDraining({ oldestWaitingAt, lastSentAt }: MailLine, now: number): boolean {
  if (oldestWaitingAt === null || now - oldestWaitingAt < statusLimits.mailMs) return true;
  return lastSentAt !== null && lastSentAt > oldestWaitingAt;
}
