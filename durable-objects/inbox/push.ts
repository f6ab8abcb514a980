import { buildPushPayload } from "@block65/webcrypto-web-push";
import { readPushKey } from "#app/domains/people/notifications/push-key.ts";
import type { PushOptions, PushPayload } from "#app/domains/people/notifications/push-message.ts";
import type { Recipient } from "#app/domains/people/notifications/queries/notifications.ts";
import type { ReachablePushServices } from "../push-services.ts";

export type Device = Recipient["subscriptions"][number];

/**
 * The result from a push service: it accepted the push, the browser is gone permanently, it refuses this push, or it is
 * unavailable (and when to retry).
 */
export type Pushed = "sent" | "gone" | "refused" | { retryAfterMs: number | null };

type PushEnv = Pick<Env, "CUE_PUSH_KEY" | "CUE_CONTACT" | "CUE_ORIGIN">;

/** A push service that has not responded by then is retried later. */
const timeoutMs = 5_000;

/** One encrypted, signed push (RFC 8030, 8291, 8292) to one browser. Never throws because a push service is away. */
export async function sendPush(
  { env, services }: { env: PushEnv; services: ReachablePushServices },
  device: Device,
  payload: PushPayload,
  options: PushOptions,
): Promise<Pushed> {
  if (!env.CUE_PUSH_KEY || !services.accepts(device.endpoint)) return "refused";
  const push = await build(env, env.CUE_PUSH_KEY, device, payload, options);
  if (push === null) return "refused";
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    // A redirect could lead anywhere, including into one of our own networks.
    const init: RequestInit = { ...push, method: "POST", redirect: "manual", signal };
    const response = await services.post(device.endpoint, init);
    await response.body?.cancel();
    return readAnswer(response);
  } catch {
    return { retryAfterMs: null };
  }
}

async function build(
  env: PushEnv,
  pushKey: string,
  { endpoint, p256dh, auth }: Device,
  payload: PushPayload,
  { ttlSeconds: ttl, urgency, topic }: PushOptions,
): Promise<{ headers: Record<string, string>; body: BodyInit } | null> {
  const vapid = {
    subject: env.CUE_CONTACT ? `mailto:${env.CUE_CONTACT}` : env.CUE_ORIGIN,
    ...readPushKey(pushKey),
  };
  try {
    const { headers, body } = await buildPushPayload(
      { data: { ...payload }, options: { ttl, urgency, topic } },
      { endpoint, expirationTime: null, keys: { p256dh, auth } },
      vapid,
    );
    return { headers, body };
  } catch (error) {
    console.warn(JSON.stringify({ event: "push-unbuilt", error: String(error) }));
    return null;
  }
}

function readAnswer({ ok, status, headers }: Response): Pushed {
  if (ok) return "sent";
  if (status === 404 || status === 410) return "gone";
  if (status !== 429 && status < 500) return "refused";
  const seconds = Number(headers.get("retry-after") ?? Number.NaN);
  return { retryAfterMs: Number.isFinite(seconds) && seconds > 0 ? seconds * 1_000 : null };
}
