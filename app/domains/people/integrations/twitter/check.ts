import type { Clock } from "#app/context.ts";
import type { KeyCheck } from "../check-keys.ts";
import type { Connection } from "../elsewhere.ts";
import { callbackOf } from "./linking.ts";
import { askX } from "./signed.ts";

/** The first step of linking an account: it is signed with the keys, names the callback, and has no effect. */
export async function checkKeys(service: Connection, clock: Clock): Promise<KeyCheck> {
  const oauth = { oauth_callback: callbackOf(service) };
  const reply = await askX(service, clock)("/oauth/request_token", { oauth });
  if (reply === null || reply.status === 429 || reply.status >= 500) return "unreachable";
  return reply.status === 200 ? "works" : "refused";
}
