import { keepLocalTimes as keep } from "#app/domains/air/sets/keep-local-times.server.ts";
import { createAppContext } from "../context.ts";

/** Moves weekly sets whose zone has other rules than when they were booked. */
export async function keepLocalTimes(env: Env, waitUntil: (work: Promise<unknown>) => void): Promise<void> {
  await keep(createAppContext(new Request(env.CUE_ORIGIN), env, null, { waitUntil }));
}
