import type { Call } from "#app/call.ts";

/**
 * Whether a request may change something, by its method and path. Of the requests that read, a call may be declared to;
 * a link or an image of another site must not be able to trigger it.
 */
export function changesStateOf(calls: readonly Call[]): (method: string, path: string) => boolean {
  const statefulGets = new Set(calls.filter((call) => call.changesState).map((call) => `/api${call.path}`));
  // A HEAD request is handled by the handler of the GET.
  return (method, path) =>
    method === "GET" || method === "HEAD" ? statefulGets.has(path) : method !== "OPTIONS";
}
