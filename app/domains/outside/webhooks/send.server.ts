/**
 * Calls one webhook, once. Who calls it again, and when, is decided by the owner's deliveries. A new address is asked
 * first whether it wants calls, so that no one can have someone else's called.
 */

import type { AppContext } from "#app/context.ts";
import { randomText } from "#app/domains/people/accounts/token.ts";
import type { OwnEvent } from "#app/domains/people/deliveries/events.ts";
import type { Outcome } from "#app/domains/people/deliveries/outcome.ts";
import type { OwnerPath } from "#app/domains/people/deliveries/port.ts";
import { ownerOf } from "#app/domains/people/deliveries/queries/owned-by.ts";
import type { Connection } from "#app/domains/people/integrations/elsewhere.ts";
import { retryAfterOf } from "#app/domains/people/integrations/http.ts";
import { readWebhookUrl } from "./address.ts";
import { challengeEvent, webhookEventOf } from "./events.ts";
import { isAnswered, outcomeOf, type WebhookReply } from "./outcome.ts";
import { toWebhookBody } from "./payload.ts";
import { findWebhook, type WebhookRow } from "./queries/webhooks.ts";
import { openSecrets } from "./secrets.server.ts";
import { signBody, validSecrets } from "./signature.ts";

const timeoutMs = 10_000;
/** Maximum size of the response's body; the rest is not read. */
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
  if (row.unconfirmedSince !== null) return refused("The address has not answered the challenge.");
  const now = ctx.clock.now();
  const body = toWebhookBody({ id, owner, webhook: target, event, now, origin: service.origin });
  const request = await toRequest(ctx, service, row, {
    id,
    event: webhookEventOf(event?.kind ?? "test"),
    body,
    now,
  });
  if (request === null) return refused("Calls to this address are not allowed.");
  return { ...outcomeOf(await send(service, request, now)), text: body };
}

/**
 * Sends the challenge to an address that is not confirmed. Returns null where it was answered, otherwise what came in
 * its place, in a sentence.
 */
export async function challengeWebhook(
  ctx: Context & Pick<AppContext, "ids">,
  service: Connection,
  row: WebhookRow,
): Promise<string | null> {
  const now = ctx.clock.now();
  const [id, challenge] = [ctx.ids.next(), randomText(32)];
  const { origin } = service;
  const body = toWebhookBody({
    id,
    owner: ownerOf(row),
    webhook: row.id,
    event: null,
    challenge,
    now,
    origin,
  });
  const request = await toRequest(ctx, service, row, { id, event: challengeEvent, body, now });
  if (request === null) return "Calls to this address are not allowed.";
  const reply = await send(service, request, now, { isAnyText: true });
  if (reply !== null && isAnswered(reply, challenge)) return null;
  const { details } = outcomeOf(reply) as { details?: string };
  return details ?? "";
}

/** The signed request; null where the address may not be called: the rule may be newer than the row. */
async function toRequest(
  ctx: Context,
  service: Connection,
  row: WebhookRow,
  { id, event, body, now }: { id: string; event: string; body: string; now: number },
): Promise<Request | null> {
  const url = readWebhookUrl(row.url, service);
  if (url === null) return null;
  const secrets = validSecrets(await openSecrets(ctx, row), now);
  return new Request(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "user-agent": "Cue-Webhooks/1",
      "x-cue-delivery": id,
      "x-cue-event": event,
      "x-cue-signature": await signBody(secrets, body, now),
    },
    body,
    // A redirect could lead to an address that is not allowed.
    redirect: "manual",
    signal: AbortSignal.timeout(timeoutMs),
  });
}

const refused = (details: string): Outcome => ({ is: "refused", details });

/** Null where there is no response. `isAnyText`: read as text whatever type it claims. */
async function send(
  service: Connection,
  request: Request,
  now: number,
  { isAnyText = false } = {},
): Promise<WebhookReply | null> {
  try {
    const response = await service.send(request);
    const retryAfterMs = retryAfterOf(response.headers, now);
    return { status: response.status, retryAfterMs, text: await readStart(response, isAnyText) };
  } catch {
    // Not its message, which may contain the address.
    return null;
  }
}

/** The start of a text; what breaks off after the status is of no importance. */
async function readStart(response: Response, isAnyText: boolean): Promise<string> {
  const isText =
    isAnyText || /^(?:text\/|application\/json)/i.test(response.headers.get("content-type") ?? "");
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
