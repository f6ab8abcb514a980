/** Linking an account at X: the three steps of OAuth 1.0a, and its end. */
import type { Clock } from "#app/context.ts";
import type { Connection } from "../elsewhere.ts";
import { type Reply, withQuery } from "../http.ts";
import { inWords, isDead } from "./answers.ts";
import { apiHost, askX, type TwitterToken } from "./signed.ts";

/** X refused, or could not be reached; `message` is for the log. */
export class TwitterFault extends Error {}

export interface TwitterLinking {
  /** The first step. Throws `TwitterFault`. */
  requestToken(): Promise<TwitterToken>;
  /** Returns the address where the browser goes with it. X always asks there, so that another account can be chosen. */
  authorizeAddress(begun: TwitterToken): string;
  /** The last step: the token of the account, and how X calls it. Throws `TwitterFault`. */
  accessToken(begun: TwitterToken, verifier: string): Promise<TwitterToken & { name: string }>;
  /** Ends our access. False where it is not known to have ended. */
  invalidate(token: TwitterToken): Promise<boolean>;
}

/** Returns the address by which X returns; it must be registered there letter by letter. */
export const callbackOf = ({ origin }: Pick<Connection, "origin">): string => `${origin}/api/social/twitter`;

export function connectTwitterLinking(service: Connection, clock: Clock): TwitterLinking {
  const post = askX(service, clock);
  return {
    async requestToken() {
      const oauth = { oauth_callback: callbackOf(service) };
      const form = readForm(await post("/oauth/request_token", { oauth }));
      if (form.get("oauth_callback_confirmed") !== "true")
        throw new TwitterFault("X did not confirm the callback.");
      return tokenOf(form);
    },

    authorizeAddress: ({ token }) =>
      withQuery(`${service.at(apiHost)}/oauth/authorize`, { oauth_token: token }),

    async accessToken(begun, verifier) {
      const oauth = { oauth_verifier: verifier };
      const form = readForm(await post("/oauth/access_token", { token: begun, oauth }));
      const name = form.get("screen_name");
      if (!name) throw new TwitterFault("X did not say whose account it is.");
      return { ...tokenOf(form), name };
    },

    async invalidate(token) {
      const reply = await post("/1.1/oauth/invalidate_token.json", { token });
      return reply !== null && (reply.status === 200 || isDead(reply));
    },
  };
}

function readForm(reply: Reply | null): URLSearchParams {
  if (reply === null) throw new TwitterFault("X could not be reached.");
  if (reply.status !== 200) throw new TwitterFault(`${reply.status}: ${inWords(reply)}`);
  return new URLSearchParams(reply.text.trim());
}

function tokenOf(form: URLSearchParams): TwitterToken {
  const [token, secret] = [form.get("oauth_token"), form.get("oauth_token_secret")];
  if (!token || !secret) throw new TwitterFault("X returned no token.");
  return { token, secret };
}
