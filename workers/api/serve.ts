/** The server's side of a declared call: its guard, input check, response and description. */
import type { Context, MiddlewareHandler } from "hono";
import { createMiddleware } from "hono/factory";
import { describeRoute, resolver } from "hono-openapi";
import * as z from "zod/mini";
import { type Call, type Caller, type CheckedInputOf, callRates } from "#app/call.ts";
import type { AppContext } from "#app/context.ts";
import { AppError } from "#app/errors.ts";
import type { HonoEnv } from "../hono.ts";
import { checkInput } from "../input.ts";
import { hasOperatorKey, isOperator } from "../operator-key.ts";

/** A call with its handlers, in order. */
export interface Served {
  readonly call: Call;
  /** The schema of its input; undefined for a call without input. */
  readonly input: z.ZodMiniType | undefined;
  readonly handlers: readonly MiddlewareHandler<HonoEnv>[];
}

/** The schema of a call's input; its type must be the one that the call declares. */
type Schema<C extends Call> =
  C extends Call<infer Input> ? (Input extends z.ZodMiniNever ? undefined : Input) : never;

type Options<C extends Call> = {
  /** The summary for the description of the API. */
  summary: string;
} & (Schema<C> extends undefined ? { input?: undefined } : { input: Schema<C> });

type Run<C extends Call> = (
  ctx: AppContext,
  input: CheckedInputOf<C>,
) => z.input<C["answer"]> | Promise<z.input<C["answer"]>>;

/** Serves a call with what an operation returns, as JSON. */
export function serve<C extends Call>(call: C, { run, ...options }: Options<C> & { run: Run<C> }): Served {
  return respond(call, {
    ...(options as Options<C>),
    respond: async (c, input) => c.json(await run(c.get("app"), input)),
  });
}

/** Serves a call with a custom response: a cookie, a header, a file. */
export function respond<C extends Call>(
  call: C,
  {
    summary,
    input,
    respond: answer,
  }: Options<C> & {
    respond: (c: Context<HonoEnv>, input: CheckedInputOf<C>) => Response | Promise<Response>;
  },
): Served {
  const source = call.method === "GET" ? "query" : "json";
  const check = input === undefined ? [] : [checkInput(source, input as z.ZodMiniType) as MiddlewareHandler];
  const handler: MiddlewareHandler<HonoEnv> = async (c) => {
    const checked = input === undefined ? undefined : c.req.valid(source as never);
    return answer(c, checked as CheckedInputOf<C>);
  };
  return { call, input, handlers: [describe(call, summary), ...check, handler] };
}

/** Marks the calls that guests may make in the description. */
export const openTag = {
  name: "open",
  description: "Without an account, from any origin: docs/public-api.md.",
} as const;

const FailureView = z.object({
  /** A sentence for people. */
  error: z.string(),
  code: z.string(),
  message: z.string(),
  status: z.number(),
  retryAfterMs: z.optional(z.number()),
});

/** The guard of a call, which carries its description as a property. */
function describe({ who, answer, rate }: Call, summary: string): MiddlewareHandler<HonoEnv> {
  const json = (schema: z.ZodMiniType) => ({ "application/json": { schema: resolver(schema) } });
  const needsSession = who !== "guest" && who !== "public";
  const description = describeRoute({
    summary,
    security: needsSession ? [{ session: [] }, { bearer: [] }] : [],
    ...(who === "guest" && { tags: [openTag.name] }),
    responses: {
      200: { description: "Done.", content: json(answer) },
      ...(needsSession && { 401: { description: "No one is signed in." } }),
      ...(who === "guest" && {
        304: { description: "Not changed since the answer whose ETag was sent as If-None-Match." },
      }),
      429: {
        description: `More than ${callRates[rate]} calls in a minute by one account or network, or than this call allows; Retry-After says when to try again.`,
        content: json(FailureView),
      },
      default: { description: "A refusal.", content: json(FailureView) },
    },
  });
  const guard = createMiddleware<HonoEnv>(async (c, next) => {
    refuseOthers(who, c);
    await next();
  });
  return Object.assign(guard, description);
}

/** Operators' calls respond 404 to everyone else. Throws `authorization` or `not-found`. */
function refuseOthers(who: Caller, c: Context<HonoEnv>): void {
  if (who === "user" && c.get("app").viewer === null) throw new AppError("authorization");
  if (who === "operator" && !isOperator(c)) throw new AppError("not-found");
  if (who === "key" && !hasOperatorKey(c)) throw new AppError("not-found");
}
