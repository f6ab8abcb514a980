import { notifyUntold } from "#app/domains/people/notifications/tell.server.ts";
import { notifyAnnouncements } from "#app/domains/value/announcements/operations.server.ts";
import { createAppContext } from "../context.ts";

/** Limits per run, which may make a thousand queries. */
const max = { announcements: 10, notices: 150 } as const;

/** Delivers notices that could not be delivered when they were written. */
export async function notifyPeople(env: Env, waitUntil?: (work: Promise<unknown>) => void): Promise<void> {
  const ctx = createAppContext(new Request(env.CUE_ORIGIN), env, null, waitUntil && { waitUntil });
  await notifyAnnouncements(ctx, max.announcements);
  await notifyUntold(ctx, max.notices);
}
