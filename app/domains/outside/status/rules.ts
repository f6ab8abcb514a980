import { type ServiceView, type SystemState, statusLimits } from "./contract.ts";

/**
 * Decides the state of the system: without the server or the transcoder there is no sound; without one of the others
 * something is missing, also where the instance was set up without it.
 */
export function decideSystemState(services: readonly Pick<ServiceView, "name" | "status">[]): SystemState {
  const offline = new Set(services.filter(({ status }) => status === "offline").map(({ name }) => name));
  if (offline.has("Primary Server") || offline.has("Transcoder Service")) return "down";
  return offline.size > 0 ? "degraded" : "online";
}

/** Whether all unavailable services are those this instance was set up without: missing, but not broken. */
export function isOnlyUnset(services: readonly Pick<ServiceView, "status" | "isConfigured">[]): boolean {
  return services.every(({ status, isConfigured }) => status === "online" || !isConfigured);
}

/** The state of the email outbox. `isCarried`: something sends email from it. Times are epoch ms. */
export interface MailLine {
  isCarried: boolean;
  oldestWaitingAt: number | null;
  lastSentAt: number | null;
}

/** Whether email is being sent. One that fails while others are sent is a fault of that email, not of the outbox. */
export function isDraining({ oldestWaitingAt, lastSentAt }: MailLine, now: number): boolean {
  if (oldestWaitingAt === null || now - oldestWaitingAt < statusLimits.mailMs) return true;
  return lastSentAt !== null && lastSentAt > oldestWaitingAt;
}
