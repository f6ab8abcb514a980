import * as z from "zod/mini";
import type { FaultReply, PartySimulator, SimulatorRequest } from "../party-simulator.ts";

const Challenge = z.object({ event: z.literal("challenge"), data: z.object({ challenge: z.string() }) });

/**
 * Someone's software that receives webhooks, at any address below `/dev/elsewhere/webhooks/`. It answers each challenge
 * and verifies nothing. Some paths behave otherwise: `/unaware` knows of no challenge, `/redirect` leads elsewhere,
 * `/echo` repeats what it was sent, and `/long` has more to say than anyone reads.
 */
export class WebhookReceiver implements PartySimulator {
  readonly shownHeaders = ["content-type", "user-agent", "x-cue-delivery", "x-cue-event", "x-cue-signature"];

  handle({ path, headers, body, url }: SimulatorRequest): Response {
    const challenge = challengeIn(body.json);
    if (challenge !== undefined && !path.startsWith("/unaware")) return new Response(challenge);
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

/** The challenge of a call that is one. */
function challengeIn(json: unknown): string | undefined {
  const call = Challenge.safeParse(json);
  return call.success ? call.data.data.challenge : undefined;
}
