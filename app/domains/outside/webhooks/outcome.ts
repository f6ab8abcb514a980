/**
 * The meaning of a receiver's response. As with other senders of webhooks, only a 2xx is a success and everything else
 * is tried again: a receiver that is being deployed responds with 404 or 401 too, and repeats are harmless because it
 * knows each call by its id. 410 alone says that it wants no more.
 */

import { cleanLine } from "#app/domains/base/text/clean.ts";
import type { Outcome } from "#app/domains/people/deliveries/outcome.ts";

export interface WebhookReply {
  status: number;
  /** Null where it does not say. */
  retryAfterMs: number | null;
  /** The start of its body. */
  text: string;
}

/** A receiver cannot put a call off for longer. */
const maxWaitMs = 6 * 3_600_000;
const maxShown = 200;

/** `reply`: null where none came. */
export function outcomeOf(reply: WebhookReply | null): Outcome {
  if (reply === null)
    return { is: "later", waitMs: null, details: "The address did not respond within 10 seconds." };
  const { status, retryAfterMs } = reply;
  const details = describe(reply);
  if (status >= 200 && status < 300) return { is: "sent", remote: null, url: null, details };
  if (status === 410) return { is: "dead", details };
  const waitMs = retryAfterMs === null ? null : Math.min(retryAfterMs, maxWaitMs);
  return { is: "later", waitMs, details };
}

/** Whether a reply has the challenge that it was asked for: alone as its text, or as `challenge` of a JSON object. */
export function isAnswered({ status, text }: WebhookReply, challenge: string): boolean {
  if (status < 200 || status >= 300) return false;
  const answer = text.trim();
  return answer === challenge || challengeOf(answer) === challenge;
}

function challengeOf(text: string): unknown {
  try {
    const json: unknown = JSON.parse(text);
    return typeof json === "object" && json !== null && "challenge" in json ? json.challenge : undefined;
  } catch {
    return undefined;
  }
}

function describe({ status, text }: WebhookReply): string {
  if (status >= 300 && status < 400)
    return `Responded ${status}: redirects are not followed. Enter the address that it leads to.`;
  const shown = withoutSecrets(cleanLine(text)).slice(0, maxShown);
  return shown === "" ? `Responded ${status}.` : `Responded ${status}: ${shown}`;
}

/** A receiver may repeat what it was sent: our signatures, or a secret that it has logged. */
const withoutSecrets = (text: string): string =>
  text.replace(/whsec_[\w-]*/g, "…").replace(/[0-9a-f]{16,}/gi, "…");
