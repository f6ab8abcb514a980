/**
 * Challenges that a passkey signs. A challenge is self-contained: sealed with the instance's key, it states for what,
 * for whom and until when it is valid, so nothing is stored for those that are never used.
 */
import * as z from "zod";
import type { AppContext } from "#app/context.ts";
import { fromBase64Url, hashToken, randomText } from "../token.ts";

export const challengeLifeMs = 300_000;
const nonceBytes = 16;

export type Ceremony = "passkey-add" | "passkey-log-in";

const Sealed = z.object({ boundTo: z.string(), expiresAt: z.number(), nonce: z.string() });

/** `boundTo`: the session that may use it, or "" where no one is signed in yet. */
export function issueChallenge(
  ctx: Pick<AppContext, "clock" | "vault">,
  ceremony: Ceremony,
  boundTo: string,
): Promise<string> {
  const expiresAt = ctx.clock.now() + challengeLifeMs;
  const sealed: z.infer<typeof Sealed> = { boundTo, expiresAt, nonce: randomText(nonceBytes) };
  return ctx.vault.seal(JSON.stringify(sealed), ceremony);
}

/** True once for a challenge that was issued here for exactly this. `challenge` comes back as base64url. */
export async function redeemChallenge(
  ctx: Pick<AppContext, "clock" | "limits" | "vault">,
  ceremony: Ceremony,
  boundTo: string,
  challenge: string,
): Promise<boolean> {
  const sealed = new TextDecoder().decode(fromBase64Url(challenge));
  const plain = await ctx.vault.open(sealed, ceremony);
  const issued = Sealed.parse(JSON.parse(plain));
  if (issued.boundTo !== boundTo || issued.expiresAt <= ctx.clock.now()) return false;
  return ctx.limits.once(`passkey-challenge:${await hashToken(sealed)}`, challengeLifeMs);
}
