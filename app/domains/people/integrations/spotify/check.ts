import * as z from "zod/mini";
import type { KeyCheck } from "../check-keys.ts";
import type { Connection } from "../elsewhere.ts";
import { ask } from "../http.ts";

/** Asks for a token of the app itself (client credentials), which has no effect. */
export async function checkKeys(service: Connection): Promise<KeyCheck> {
  const { id, secret } = service.keys;
  const reply = await ask(service, `${service.at("accounts.spotify.com")}/api/token`, {
    method: "POST",
    headers: { authorization: `Basic ${btoa(`${id}:${secret}`)}` },
    body: new URLSearchParams({ grant_type: "client_credentials" }),
  });
  if (reply === null) return "unreachable";
  if (z.object({ access_token: z.string() }).safeParse(reply.json).success) return "works";
  return reply.status === 400 || reply.status === 401 ? "refused" : "unreachable";
}
