import type { AppContext } from "#app/context.ts";
import { withTimeout } from "#app/with-timeout.ts";
import { hasStuckUpload } from "../uploads/queries/uploads.ts";
import { type ServiceView, statusLimits } from "./contract.ts";
import { hasStuckRecording, pingDatabase } from "./queries/status.ts";
import { isDraining } from "./rules.ts";

/** The result of this isolate's last check, by database. Values only, never a promise of another request. */
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
  const [hasDatabase, hasRooms, hasTranscoder, hasEar, mail, hasBucket, isRecording] = await Promise.all([
    check(() => pingDatabase(ctx.db).then(() => true)),
    check(() => ctx.lobby.live().then(() => true)),
    check(() => ctx.media.isAgentConnected()),
    check(() => ctx.media.isEarWorking()),
    check(() => ctx.mail.line()),
    check(() => checkBucket(ctx, now)),
    check(() => areRecordingsDone(ctx, now)),
  ]);
  return [
    service("Primary Server", hasDatabase === true && hasRooms === true),
    service("Recordings / Mixcloud Service", hasBucket === true && isRecording === true),
    service("Transcoder Service", hasTranscoder === true),
    service("Audio Fingerprinting Service", hasEar === true),
    mail?.isCarried === false
      ? notHere("Notifications Service")
      : service("Notifications Service", mail !== null && isDraining(mail, now)),
  ];
}

/**
 * Time of the last write to and read from the bucket, by database. A failure is not kept, so that its end is noticed.
 */
const bucketRead = new WeakMap<object, number>();

async function checkBucket({ db, tapes }: Pick<AppContext, "db" | "tapes">, now: number): Promise<true> {
  const last = bucketRead.get(db.$client);
  if (last !== undefined && Math.abs(now - last) < statusLimits.bucketMs) return true;
  await tapes.check();
  bucketRead.set(db.$client, now);
  return true;
}

/** Whether no recording is stuck, and, where this instance has keys of Mixcloud, no upload. */
async function areRecordingsDone(
  { db, connect }: Pick<AppContext, "connect" | "db">,
  now: number,
): Promise<boolean> {
  const [isStuck, isUploadStuck] = await Promise.all([
    hasStuckRecording(db, now - statusLimits.recordingMs),
    connect("mixcloud") !== null && hasStuckUpload(db, now, now - statusLimits.uploadMs),
  ]);
  return !isStuck && !isUploadStuck;
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
