import { readAuthorization, signatureOf } from "#app/domains/people/integrations/twitter/oauth1.ts";
import type { SimulatorRequest } from "../party-simulator.ts";

/** The parameters of the header. */
export type Signed = Partial<Record<string, string>>;

/** Keys that a local copy without keys signs with (`durable-objects/elsewhere.ts`). */
const app = { id: "local", secret: "local-secret" };

/** Null where the header is incomplete or its signature is wrong; `tokenSecret` null: the signature is not looked at. */
export async function readSigned(
  { method, url, headers, body }: SimulatorRequest,
  tokenSecret: string | null,
): Promise<Signed | null> {
  const { oauth_signature: signature, ...params } = readAuthorization(headers.get("authorization")) ?? {};
  const isComplete =
    params.oauth_consumer_key === app.id &&
    params.oauth_signature_method === "HMAC-SHA1" &&
    params.oauth_version === "1.0" &&
    /^[A-Za-z0-9]+$/.test(params.oauth_nonce ?? "") &&
    /^\d+$/.test(params.oauth_timestamp ?? "");
  if (!isComplete || signature === undefined) return null;
  if (tokenSecret === null) return params;
  const expected = await signatureOf({
    method,
    address: url.href,
    params: { ...params, ...Object.fromEntries(body.form) },
    consumerSecret: app.secret,
    tokenSecret,
  });
  return signature === expected ? params : null;
}
