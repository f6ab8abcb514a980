import type { AppContext } from "#app/context.ts";
import { withTimeout } from "#app/with-timeout.ts";
import { pingDatabase } from "#db/queries/status.ts";
import { type ServiceView, statusLimits } from "./contract.ts";
import { isDraining } from "./rules.ts";

/** By database: the result of this isolate's last check. Values only, never a promise of another request. */
const kept = new WeakMap<object, { at: number; services: ServiceView[] }>();

/** The five services, each really checked at most a few seconds ago. Never throws, nor waits for one that is stuck. */
export async function listServices(ctx: AppContext): Promise<ServiceView[]> {
  const now = ctx.clock.now();
  const last = kept.get(ctx.db.$client);
  if (last !== undefined && Math.abs(now - last.at) < statusLimits.keptMs) return last.services;
  const services = await checkServices(ctx, now);
  kept.set(ctx.db.$client, { at: now, services });
  return services;
}

async function checkServices(ctx: AppContext, now: number): Promise<ServiceView[]> {
  const [hasDatabase, hasRooms, hasTranscoder, mail] = await Promise.all([
    check(() => pingDatabase(ctx.db).then(() => true)),
    check(() => ctx.lobby.live().then(() => true)),
    check(() => ctx.media.isAgentConnected()),
    check(() => ctx.mail.line()),
  ]);
  return [
    service("Primary Server", hasDatabase === true && hasRooms === true),
    // No instance can have keys of either service yet, and none keeps recordings.
    notHere("Recordings / Mixcloud Service"),
    service("Transcoder Service", hasTranscoder === true),
    notHere("Audio Fingerprinting Service"),
    mail?.isCarried === false
      ? notHere("Notifications Service")
      : service("Notifications Service", mail !== null && isDraining(mail, now)),
  ];
}

function service(name: ServiceView["name"], isOnline: boolean): ServiceView {
  return { name, status: isOnline ? "online" : "offline", isConfigured: true };
}

function notHere(name: ServiceView["name"]): ServiceView {
  return { name, status: "offline", isConfigured: false };
}

/** The response of the service; null where it refuses, or takes too long. */
async function check<Answer>(ask: () => Promise<Answer>): Promise<Answer | null> {
  try {
    return await withTimeout(statusLimits.checkMs, ask());
  } catch {
    return null;
  }
}
