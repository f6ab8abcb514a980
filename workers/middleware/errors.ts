import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { AppError, type ErrorCode, errorCatalogue } from "#app/errors.ts";
import type { HonoEnv } from "../hono.ts";
import { createLog } from "../log.ts";
import { loggedPath } from "./secret-addresses.ts";

/** Wait where the error does not say how long. */
const busyRetryMs = 2_000;

/** The only place that turns an error into a response. Unexpected errors reveal only the id of their log line. */
export function toErrorResponse(error: unknown, c: Context<HonoEnv>): Response {
  const failure = toAppError(error);
  if (failure.status >= 500) {
    createLog({ requestId: c.get("requestId") }).error("failed", {
      path: loggedPath(c.req.path),
      code: failure.code,
      reason: error instanceof Error ? (error.stack ?? error.message) : String(error),
    });
  }
  const { code, message, status, retryAfterMs } = failure;
  if (retryAfterMs !== undefined)
    c.header("retry-after", String(Math.max(1, Math.ceil(retryAfterMs / 1000))));
  c.header("cache-control", "no-store");
  if (isForPeople(c)) return c.text(message, status as ContentfulStatusCode);
  return c.json({ error: message, code, message, status, retryAfterMs }, status as ContentfulStatusCode);
}

/** Pages have their own error page; this is for errors before a page is started. */
function isForPeople(c: Context<HonoEnv>): boolean {
  return !c.req.path.startsWith("/api/") && (c.req.header("accept") ?? "").includes("text/html");
}

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (isFromObject(error))
    return new AppError(error.code, {
      message: error.message,
      retryAfterMs: error.retryAfterMs,
      cause: error,
    });
  if (error instanceof HTTPException && error.status === 400)
    return new AppError("bad-json", { cause: error });
  if (isPassing(error)) return new AppError("unavailable", { cause: error, retryAfterMs: busyRetryMs });
  return new AppError("unknown", { cause: error });
}

/** An `AppError` thrown by an object: over RPC it keeps its fields, not its class. */
function isFromObject(error: unknown): error is Error & { code: ErrorCode; retryAfterMs?: number } {
  return (
    error instanceof Error &&
    error.name === "AppError" &&
    "code" in error &&
    typeof error.code === "string" &&
    Object.hasOwn(errorCatalogue, error.code)
  );
}

/** The database or an object is temporarily unavailable: nothing is wrong with the request. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { overloaded, retryable } = error as Error & { overloaded?: unknown; retryable?: unknown };
  // The query builder wraps the error of the database.
  return (
    overloaded === true || retryable === true || databaseIsAway.test(error.message) || isPassing(error.cause)
  );
}

const databaseIsAway =
  /^D1_ERROR: (?:Network|Internal|D1 DB|Failed|.*(?:timed? ?out|overloaded|unavailable))/i;
