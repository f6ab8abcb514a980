/** What every call of the API declares about itself, once: who may make it, what it takes, what it answers. */
import { createMiddleware } from "hono/factory";
import { describeRoute, resolver, validator } from "hono-openapi";
import * as z from "zod/mini";
import { AppError } from "#app/errors.ts";
import type { HonoEnv } from "../hono.ts";

/** `user`: signed in. What else somebody must be is decided by the operation, which knows the object. */
export type Who = "public" | "user";

const FailureView = z.object({
  /** A sentence for people. */
  error: z.string(),
  code: z.string(),
  message: z.string(),
  status: z.number(),
  retryAfterMs: z.optional(z.number()),
});

/** Guards and describes one call. `answer` is the schema of its 200. */
export function call(who: Who, summary: string, answer: z.ZodMiniType) {
  const json = (schema: z.ZodMiniType) => ({ "application/json": { schema: resolver(schema) } });
  const description = describeRoute({
    summary,
    security: who === "public" ? [] : [{ session: [] }, { bearer: [] }],
    responses: {
      200: { description: "Done.", content: json(answer) },
      ...(who === "public" ? {} : { 401: { description: "Nobody is signed in." } }),
      default: { description: "A refusal.", content: json(FailureView) },
    },
  });
  const guard = createMiddleware<HonoEnv>(async (c, next) => {
    if (who === "user" && c.get("app").viewer === null) throw new AppError("authorization");
    await next();
  });
  // The description travels as a property of the middleware.
  return Object.assign(guard, description);
}

/** The JSON body of a call, read by its schema; fields that the schema does not name are dropped. */
export function body<Schema extends z.ZodMiniType>(schema: Schema) {
  return validator("json", schema, refuse);
}

/** What follows the `?` of a call's address, read as its body would be. */
export function query<Schema extends z.ZodMiniType>(schema: Schema) {
  return validator("query", schema, refuse);
}

type Outcome = {
  success: boolean;
  error?: readonly {
    path?: readonly (PropertyKey | { key: PropertyKey })[];
    /** Of a rule of our own it is `custom`, and the message says what to do. */
    code?: string;
    message: string;
  }[];
};

function refuse({ success, error }: Outcome): void {
  if (success) return;
  const [issue] = error ?? [];
  const field = issue?.path?.map((part) => (typeof part === "object" ? part.key : part)).join(".");
  const advice = issue?.code === "custom" && issue.message !== "Invalid input" ? `: ${issue.message}` : ".";
  throw new AppError("bad-input", field ? { message: `Please check “${field}”${advice}` } : {});
}
