/** Calls one webhook, once. Who calls it again, and when, is decided by the owner's deliveries. */

import type { AppContext } from "#app/context.ts";
import { ownerOf } from "#db/queries/owned-by.ts";
import { findWebhook } from "#db/queries/webhooks.ts";
import type { OwnEvent } from "../deliveries/events.ts";
import type { Outcome } from "../deliveries/outcome.ts";
import type { OwnerPath } from "../deliveries/port.ts";
import type { Connection } from "../integrations/elsewhere.ts";
import { retryAfterOf } from "../integrations/http.ts";
import { readWebhookUrl } from "./address.ts";
import { webhookEventOf } from "./events.ts";
import { outcomeOf, type WebhookReply } from "./outcome.ts";
import { toWebhookBody } from "./payload.ts";
import { openSecrets } from "./secrets.server.ts";
import { signBody, validSecrets } from "./signature.ts";

const timeoutMs = 10_000;
/** Of the response's body; the rest is not read. */
const maxBytes = 1_024;

type Context = Pick<AppContext, "db" | "vault" | "connect" | "clock">;

interface Delivery {
  owner: OwnerPath;
  /** `webhooks.id`. */
  target: string;
  /** Null for a test, which also reaches a webhook that is off. */
  event: OwnEvent | null;
  /** The same for every attempt. */
  id: string;
}

/** `text`: the JSON that was sent, for the record. Never throws for what the receiver does. */
export async function callWebhook(
  ctx: Context,
  { owner, target, event, id }: Delivery,
): Promise<Outcome & { text?: string }> {
  const service = ctx.connect("webhooks");
  if (service === null) return refused("Webhooks are switched off on this site.");
  const row = await findWebhook(ctx.db, target);
  if (row === undefined || ownerOf(row) !== owner) return refused("The webhook was removed.");
  if (event !== null && row.disabledAt !== null) return refused("The webhook is switched off.");
  // Checked again: the rule may be newer than the row.
  const url = readWebhookUrl(row.url, service);
  if (url === null) return refused("Calls to this address are not allowed.");
  const now = ctx.clock.now();
  const body = toWebhookBody({ id, owner, webhook: target, event, now, origin: service.origin });
  const secrets = validSecrets(await openSecrets(ctx, row), now);
  const request = new Request(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "user-agent": "Cue-Webhooks/1",
      "x-cue-delivery": id,
      "x-cue-event": webhookEventOf(event?.kind ?? "test"),
      "x-cue-signature": await signBody(secrets, body, now),
    },
    body,
    // A redirect could lead to an address that is not allowed.
    redirect: "manual",
    signal: AbortSignal.timeout(timeoutMs),
  });
  return { ...outcomeOf(await send(service, request, now)), text: body };
}

const refused = (details: string): Outcome => ({ is: "refused", details });

/** Null where there is no response. */
async function send(service: Connection, request: Request, now: number): Promise<WebhookReply | null> {
  try {
    const response = await service.send(request);
    const retryAfterMs = retryAfterOf(response.headers, now);
    return { status: response.status, retryAfterMs, text: await readStart(response) };
  } catch {
    // Not its message, which may contain the address.
    return null;
  }
}

/** The start of a text; what breaks off after the status is of no importance. */
async function readStart(response: Response): Promise<string> {
  const isText = /^(?:text\/|application\/json)/i.test(response.headers.get("content-type") ?? "");
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  try {
    // Leaving the loop cancels the rest.
    for await (const chunk of response.body ?? []) {
      if (!isText) break;
      text += decoder.decode(chunk.subarray(0, maxBytes - bytes), { stream: true });
      bytes += chunk.byteLength;
      if (bytes >= maxBytes) break;
    }
  } catch {
    return text;
  }
  return text;
}
