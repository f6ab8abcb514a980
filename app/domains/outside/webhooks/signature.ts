/** The proof to a receiver that a call came from here: each is signed with the webhook's secret. */
import * as z from "zod/mini";
import { randomText } from "#app/domains/people/accounts/token.ts";

/** Time for which a former secret signs beside the new one, so that a receiver can be changed without losing a call. */
export const formerSecretMs = 24 * 3_600_000;

/** The content sealed in the webhook's row. */
export const WebhookSecrets = z.object({
  current: z.string(),
  former: z.nullable(z.object({ secret: z.string(), until: z.number() })),
});
export type WebhookSecrets = z.infer<typeof WebhookSecrets>;

/** 256 bits. Receivers use the whole text as the key, with its prefix. */
export const newWebhookSecret = (): string => `whsec_${randomText(32)}`;

export const rolledSecrets = ({ current }: WebhookSecrets, next: string, now: number): WebhookSecrets => ({
  current: next,
  former: { secret: current, until: now + formerSecretMs },
});

export const validSecrets = ({ current, former }: WebhookSecrets, now: number): string[] =>
  former !== null && now < former.until ? [current, former.secret] : [current];

/**
 * Returns the header `t=<epoch s>,v1=<hex>`: HMAC-SHA-256 of `t.body` with each secret. The time is part of what is
 * signed, so that a receiver can refuse a call that was recorded and sent again.
 */
export async function signBody(secrets: readonly string[], body: string, now: number): Promise<string> {
  const seconds = Math.floor(now / 1_000);
  const signatures = await Promise.all(secrets.map((secret) => hmac(secret, `${seconds}.${body}`)));
  return [`t=${seconds}`, ...signatures.map((signature) => `v1=${signature}`)].join(",");
}

async function hmac(secret: string, text: string): Promise<string> {
  const encode = (value: string) => new TextEncoder().encode(value);
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", encode(secret), algorithm, false, ["sign"]);
  const signature = new Uint8Array(await crypto.subtle.sign("HMAC", key, encode(text)));
  return Array.from(signature, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
