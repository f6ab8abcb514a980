/**
 * Requests that the agent makes for the Worker. Workers share their addresses with strangers, whom some services block
 * or count together; the agent has an address of its own. Only an agent that offers it is asked.
 */
import * as z from "zod/mini";

/** The entry in `hello.offers` of an agent that makes requests. */
export const fetchOffer = "fetch";

/** Limit of a request's body, and of a response's. */
export const maxFetchBytes = 256 * 1024;
/** Maximum wait of a request for its turn, and then for the complete response. */
export const fetchTimes = { turnMs: 4_000, responseMs: 10_000 } as const;
/** The agent has answered by then, unless its connection was lost. */
export const fetchAnswerMs = fetchTimes.turnMs + fetchTimes.responseMs + 500;

const Id = z.string().check(z.minLength(1), z.maxLength(64));
/** Base64. */
const Body = z.string().check(z.maxLength(4 * Math.ceil(maxFetchBytes / 3)));
const Headers = z.record(z.string(), z.string().check(z.maxLength(2_000)));

/** The gateway's request. */
export const FetchRequest = z.object({
  type: z.literal("fetch"),
  id: Id,
  method: z.enum(["GET", "POST", "PATCH", "DELETE"]),
  url: z.string().check(z.maxLength(2_000)),
  headers: Headers,
  body: z.nullable(Body),
});
export type FetchRequest = z.infer<typeof FetchRequest>;

/** The agent's answer with a response, also a redirect, which is not followed. */
export const Fetched = z.object({
  type: z.literal("fetched"),
  id: Id,
  status: z.number().check(z.int(), z.gte(200), z.lte(599)),
  headers: Headers,
  body: Body,
});
export type Fetched = z.infer<typeof Fetched>;

/** The agent's answer when there is no response. */
export const Unfetched = z.object({
  type: z.literal("unfetched"),
  id: Id,
  /**
   * `host`: not an address to which the agent may send. `busy`: its turn is more than a moment away. `unreached`: no
   * connection. In these three cases nothing was sent. `unanswered`: it may have been received.
   */
  reason: z.enum(["host", "busy", "unreached", "unanswered"]),
  /** Time until its turn, where that is known. */
  waitMs: z.nullable(z.number().check(z.gte(0))),
});
export type Unfetched = z.infer<typeof Unfetched>;

export type FetchResult = Fetched | Unfetched;
