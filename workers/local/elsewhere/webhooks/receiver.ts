import type { FaultReply, PartySimulator, SimulatorRequest } from "../party-simulator.ts";

/**
 * Someone's software that receives webhooks, at any address below `/dev/elsewhere/webhooks/`. It verifies nothing. Three
 * paths behave as receivers should not: `/redirect` leads elsewhere, `/echo` repeats what it was sent, and `/long` has
 * more to say than anyone reads.
 */
export class WebhookReceiver implements PartySimulator {
  readonly shownHeaders = ["content-type", "user-agent", "x-cue-delivery", "x-cue-event", "x-cue-signature"];

  handle({ path, headers, body, url }: SimulatorRequest): Response {
    if (path.startsWith("/redirect"))
      return Response.redirect(new URL("/dev/elsewhere/webhooks/elsewhere", url).href, 307);
    if (path.startsWith("/echo"))
      return Response.json({ headers: Object.fromEntries(headers), body: body.json });
    if (path.startsWith("/long")) return new Response("long ".repeat(100_000));
    return new Response("ok");
  }

  fail({ status, retryAfterS }: FaultReply): Response {
    const headers = new Headers(retryAfterS === null ? [] : [["retry-after", String(retryAfterS)]]);
    return new Response(`The receiver failed with ${status}.`, { status, headers });
  }
}
