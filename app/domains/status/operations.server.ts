import type { AppContext } from "#app/context.ts";
import { pingDatabase } from "#db/queries/status.ts";
import { type ServiceView, statusLimits } from "./contract.ts";
import { isDraining } from "./rules.ts";

/** By database: what the last check of this isolate found. Values only, never a promise of another request. */
const kept = new WeakMap<object, { at: number; services: ServiceView[] }>();

/** The five services, each asked in earnest a few seconds ago at most. Never throws. */
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
    succeeds(pingDatabase(ctx.db).then(() => true)),
    succeeds(ctx.lobby.live().then(() => true)),
    succeeds(ctx.media.isAgentConnected()),
    ctx.mail.line().catch(() => null),
  ]);
  return [
    service("Primary Server", hasDatabase && hasRooms),
    // No instance can hold keys of either service yet, and none keeps recordings.
    notHere("Recordings / Mixcloud Service"),
    service("Transcoder Service", hasTranscoder),
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

async function succeeds(check: Promise<boolean>): Promise<boolean> {
  try {
    return await check;
  } catch {
    return false;
  }
}
