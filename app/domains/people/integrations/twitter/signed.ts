/** Requests to X, signed for this instance and, where there is one, for an account. */
import type { Clock } from "#app/context.ts";
import { toBase64Url } from "../../accounts/token.ts";
import type { Connection } from "../elsewhere.ts";
import { ask, type Reply } from "../http.ts";
import { authorizationOf } from "./oauth1.ts";

/** The token of an account, or of a link that was begun. It has no expiry. */
export interface TwitterToken {
  token: string;
  secret: string;
}

export const apiHost = "api.x.com";

/** Null where no complete response came. */
export type AskX = (
  path: `/${string}`,
  options?: { token?: TwitterToken; oauth?: Record<string, string>; json?: unknown },
) => Promise<Reply | null>;

/** All requests that change something are a POST, and so are all of ours. */
export const askX =
  (service: Connection, clock: Clock): AskX =>
  async (path, { token, oauth, json } = {}) => {
    const method = "POST";
    const address = `${service.at(apiHost)}${path}`;
    const by = {
      consumer: service.keys,
      token: token ?? null,
      // X accepts only letters and digits of ASCII.
      nonce: toBase64Url(crypto.getRandomValues(new Uint8Array(24))).replaceAll(/[-_]/g, "0"),
      timestamp: Math.floor(clock.now() / 1_000),
    };
    const headers = new Headers({ authorization: await authorizationOf({ method, address, oauth }, by) });
    if (json === undefined) return ask(service, address, { method, headers });
    headers.set("content-type", "application/json");
    return ask(service, address, { method, headers, body: JSON.stringify(json) });
  };
