/** Validates the input of a request by a schema; fields that the schema does not name are dropped. */
import { validator } from "hono-openapi";
import type * as z from "zod/mini";
import { AppError } from "#app/errors.ts";

/** Middleware that checks the JSON body or the query of a request. Throws `bad-input` with the field's name. */
export function checkInput<Source extends "json" | "query", Schema extends z.ZodMiniType>(
  source: Source,
  schema: Schema,
) {
  return validator(source, schema, refuse);
}

type Outcome = {
  success: boolean;
  error?: readonly {
    path?: readonly (PropertyKey | { key: PropertyKey })[];
    /** The code; for a rule of our own it is `custom`, and the message says what to do. */
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
