/** Webhooks whose calls arrive at the receiver of a local copy. */
import { env } from "cloudflare:test";
import { ulid } from "ulidx";
import type { WebhookOwner, WebhookRow } from "#app/domains/outside/webhooks/queries/webhooks.ts";
import { sealSecrets } from "#app/domains/outside/webhooks/secrets.server.ts";
import { newWebhookSecret } from "#app/domains/outside/webhooks/signature.ts";
import { createVault } from "#app/domains/people/accounts/security/vault.ts";
import { openDb } from "#db/client.ts";
import { webhooks } from "#db/schema/index.ts";
import type { SimulatedRequest } from "../../workers/local/elsewhere/simulators.ts";
import { answerOf, request } from "./request.ts";

/** An address of that receiver. */
export const receiverAt = (path: string): string => `${env.CUE_ORIGIN}/dev/elsewhere/webhooks/${path}`;

/** Stores a webhook, whatever its address. */
export async function makeWebhook(
  owner: WebhookOwner,
  url = receiverAt(ulid()),
): Promise<WebhookRow & { current: string }> {
  const current = newWebhookSecret();
  const secret = await sealSecrets({ vault: createVault(env.CUE_SECRET) }, owner, { current, former: null });
  const now = Date.now();
  const off = { disabledAt: null, disabledReason: null, unconfirmedSince: null };
  const row = { id: ulid(), ...owner, url, secret, events: ["live.started"], createdAt: now, ...off };
  await openDb(env.DB).insert(webhooks).values(row);
  return { ...row, current };
}

/** Returns the requests that arrived at this address, oldest first. */
export async function arrivedAt(url: string): Promise<SimulatedRequest[]> {
  const all = await answerOf<SimulatedRequest[]>(request("/dev/elsewhere.json"));
  const path = new URL(url).pathname.replace("/dev/elsewhere/webhooks", "");
  return all.filter((each) => each.party === "webhooks" && each.path === path).toReversed();
}

export const failNextCall = (fault: Record<string, unknown>) =>
  answerOf(request("/dev/elsewhere/webhooks/fail", { body: { count: 1, ...fault } }));
