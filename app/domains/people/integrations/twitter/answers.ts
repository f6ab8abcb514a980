/** The meaning of X's responses to a post. Pure. */
import * as z from "zod/mini";
import type { Outcome } from "../../deliveries/outcome.ts";
import { type Reply, retryAfterOf } from "../http.ts";

/** A response that does not say by itself whether the account or this instance is refused. */
export type PostAnswer = Outcome | { is: "unauthorized" };

const creditUsedUp =
  "The operator's credit at Twitter is used up, so it does not accept posts from this site.";
const duplicate =
  "Twitter refused this post because it is the same as an earlier one. Add {set}, {stage} or {time} to your text.";
const unlinked = "Twitter no longer gives Cue access. Link your account again.";

/** Maximum length of X's own words in a sentence. */
const maxDetails = 200;

/** `urlOf`: where people see a post. Null: no response. */
export function readPostAnswer(reply: Reply | null, now: number, urlOf: (id: string) => string): PostAnswer {
  if (reply === null) return { is: "unsure" };
  const { status, json } = reply;
  if (status >= 200 && status < 300) {
    const remote = Created.safeParse(json).data?.data.id ?? null;
    return { is: "sent", remote, url: remote === null ? null : urlOf(remote) };
  }
  if (codesOf(json).includes(deadToken)) return { is: "dead", details: unlinked };
  switch (status) {
    case 401:
      return { is: "unauthorized" };
    case 402:
      return { is: "refused", details: creditUsedUp };
    case 403:
      return { is: "refused", details: /duplicate/i.test(wordsOf(json) ?? "") ? duplicate : inWords(reply) };
    case 408:
    case 503:
      return {
        is: "later",
        waitMs: retryAfterOf(reply.headers, now),
        details: "Twitter is not available now.",
      };
    case 429:
      return {
        is: "later",
        waitMs: waitOf(reply.headers, now),
        details: "Twitter limits how often you and this site can post.",
      };
    default:
      // Another failure of a server may come after it has stored the post, and there is no cheap way to look.
      return status >= 500 ? { is: "unsure" } : { is: "refused", details: inWords(reply) };
  }
}

/** The account does not accept our token any more. */
export const isDead = (reply: Reply): boolean => codesOf(reply.json).includes(deadToken);

export const dead: Outcome = { is: "dead", details: unlinked };
export const keysRefused: Outcome = {
  is: "refused",
  details: "Twitter does not accept this site's keys. Please tell its operator.",
};

const deadToken = 89;
const Created = z.object({ data: z.object({ id: z.string() }) });
const Errors = z.object({ errors: z.array(z.object({ code: z.number(), message: z.optional(z.string()) })) });
const Problem = z.object({ title: z.optional(z.string()), detail: z.optional(z.string()) });

const codesOf = (json: unknown): number[] =>
  (Errors.safeParse(json).data?.errors ?? []).map(({ code }) => code);

function wordsOf(json: unknown): string | null {
  const { detail, title } = Problem.safeParse(json).data ?? {};
  const [error] = Errors.safeParse(json).data?.errors ?? [];
  return detail ?? title ?? error?.message ?? null;
}

/** Returns the response in words, for the log and for people. */
export function inWords({ status, json }: Pick<Reply, "status" | "json">): string {
  const words = wordsOf(json)?.slice(0, maxDetails);
  return words === undefined ? `Twitter responded ${status}.` : `Twitter responded: ${words}`;
}

/** Returns the time until the last limit that is used up ends; null where X does not say. */
function waitOf(headers: Headers, now: number): number | null {
  const waits = ["x-rate-limit", "x-user-limit-24hour", "x-app-limit-24hour"].flatMap((limit) => {
    const [left, reset] = [
      headers.get(`${limit}-remaining`),
      Number(headers.get(`${limit}-reset`) ?? Number.NaN),
    ];
    const isUsedUp = left === null || Number(left) === 0;
    return isUsedUp && Number.isFinite(reset) ? [Math.max(0, reset * 1_000 - now)] : [];
  });
  return waits.length === 0 ? retryAfterOf(headers, now) : Math.max(...waits);
}
