import * as z from "zod/mini";
import { fromBase64Url } from "#app/domains/people/accounts/token.ts";

const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" } as const;
const longestS = 86_400;

const Claims = z.object({ aud: z.string(), exp: z.number(), sub: z.string() });

/**
 * Whether a push was signed with the key of `applicationKey` (base64url), for this push service (RFC 8292): `vapid t=…,
 * k=…`, a JWT that has not expired, expires within a day, and contains a contact.
 */
export async function isSigned(
  authorization: string | null,
  { applicationKey, origin, now }: { applicationKey: string; origin: string; now: number },
): Promise<boolean> {
  const given = /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), ?k=([\w-]+)$/.exec(authorization ?? "");
  const [, head = "", body = "", signature = "", key = ""] = given ?? [];
  if (key !== applicationKey) return false;
  const publicKey = await crypto.subtle.importKey("raw", fromBase64Url(key), algorithm, false, ["verify"]);
  const signed = new TextEncoder().encode(`${head}.${body}`);
  if (!(await crypto.subtle.verify(algorithm, publicKey, fromBase64Url(signature), signed))) return false;
  const claims = Claims.safeParse(JSON.parse(new TextDecoder().decode(fromBase64Url(body)))).data;
  if (claims === undefined) return false;
  const seconds = now / 1_000;
  const isTimely = claims.exp > seconds && claims.exp <= seconds + longestS;
  return claims.aud === origin && isTimely && /^(mailto:|https?:)/.test(claims.sub);
}
