import { data, redirect } from "react-router";
import { AppError } from "#app/errors.ts";
import { logInPath } from "#app/paths.ts";

/**
 * The result of an operation for a page: a refusal becomes the status that the error page shows, and a page that needs
 * a signed-in user redirects to the log-in and back.
 */
export async function forPage<Result>(request: Request, operation: Promise<Result>): Promise<Result> {
  try {
    return await operation;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === "authorization") throw logInFirst(request);
    throw data({ error: error.message, code: error.code }, { status: error.status });
  }
}

/** Redirects to the landing page, which leads back here after log-in. */
export function logInFirst(request: Request): Response {
  return redirect(logInPath(pageAddress(request)));
}

/** A client-side navigation requests the address of the page's data. */
function pageAddress(request: Request): string {
  const { pathname, searchParams } = new URL(request.url);
  searchParams.delete("_routes");
  const path = pathname.replace(/(?:\/_)?\.data$/, "");
  return searchParams.size === 0 ? path : `${path}?${searchParams}`;
}
