/** Requests to services that block or count the shared addresses of Workers: sent by the agent, where there is one. */
import { type FetchRequest, type FetchResult, maxFetchBytes } from "#app/domains/air/media/contract/fetch.ts";
import { mediaGateway, type Objects } from "./stubs.ts";

/**
 * Throws where no response came. Where the agent knows that nothing was sent, the response is a 503 of our own, with
 * `retry-after` where it knows when its turn comes. Without an agent that makes requests, the Worker sends it itself.
 */
export async function fetchByAgent(env: Objects, request: Request): Promise<Response> {
  const direct = request.clone() as typeof request;
  const result = await mediaGateway(env).fetchElsewhere(await toFetchRequest(request));
  return result === null ? fetch(direct) : toResponse(result);
}

async function toFetchRequest(request: Request): Promise<Omit<FetchRequest, "type" | "id">> {
  const body = request.body === null ? null : Buffer.from(await request.arrayBuffer());
  if (body !== null && body.length > maxFetchBytes) throw new Error("too long for the agent");
  const headers = Object.fromEntries(request.headers);
  const method = request.method as FetchRequest["method"];
  return { method, url: request.url, headers, body: body && body.toString("base64") };
}

function toResponse(result: FetchResult): Response {
  if (result.type === "fetched") {
    const { status, headers, body } = result;
    const hasBody = status !== 204 && status !== 304;
    return new Response(hasBody ? Buffer.from(body, "base64") : null, { status, headers });
  }
  const { reason, waitMs } = result;
  if (reason === "unanswered" || reason === "host") throw new Error(`no response: ${reason}`);
  const headers: HeadersInit = waitMs === null ? {} : { "retry-after": String(Math.ceil(waitMs / 1_000)) };
  return new Response(null, { status: 503, headers });
}
