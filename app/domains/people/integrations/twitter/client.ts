/** Posts at X, by its API v2. */
import * as z from "zod/mini";
import type { Clock } from "#app/context.ts";
import type { Outcome } from "../../deliveries/outcome.ts";
import type { Connection } from "../elsewhere.ts";
import type { Post, PostClient } from "../post-client.ts";
import { dead, keysRefused, readPostAnswer } from "./answers.ts";
import { callbackOf } from "./linking.ts";
import { type AskX, askX, type TwitterToken } from "./signed.ts";
import { fit, twitterLimit, weigh } from "./weights.ts";

/** The content of `post_targets.secret`, as JSON. */
export const TwitterSecret = z.object({ token: z.string(), secret: z.string() });

/**
 * X knows no key of a post, and has no cheap way to look for one: after a lost response it is not known whether the post
 * is there.
 */
export function connectTwitter(service: Connection, token: TwitterToken, clock: Clock): PostClient {
  const post = askX(service, clock);
  const urlOf = (id: string) => `${service.at("x.com")}/i/status/${id}`;
  return {
    async send(given) {
      const reply = await post("/2/tweets", { token, json: { text: textOf(given) } });
      const answer = readPostAnswer(reply, clock.now(), urlOf);
      return answer.is === "unauthorized" ? whoIsRefused(post, callbackOf(service)) : answer;
    },
  };
}

/** X adds the space that the limit of our texts leaves out. */
function textOf({ text, link }: Post): string {
  if (link === null) return fit(text, twitterLimit.max);
  const end = text === "" ? link : ` ${link}`;
  return `${fit(text, twitterLimit.max - weigh(end))}${end}`;
}

/**
 * A 401 without a code is the same for a token that was revoked as for wrong keys of this instance, for which no one has
 * to link their account again: the first step of linking needs the keys alone.
 */
async function whoIsRefused(post: AskX, callback: string): Promise<Outcome> {
  const reply = await post("/oauth/request_token", { oauth: { oauth_callback: callback } });
  if (reply?.status === 401) return keysRefused;
  // It refuses a callback that is not registered only after it has accepted the keys.
  const knowsUs = reply?.status === 200 || reply?.status === 403;
  return knowsUs
    ? dead
    : { is: "later", waitMs: null, details: "Twitter did not accept our request. We will try again." };
}
