/** Last.fm over HTTP, by https://www.last.fm/api: linked as a web application, and scrobbled to. */
import * as z from "zod/mini";
import type { Outcome } from "../../deliveries/outcome.ts";
import type { KeyCheck } from "../check-keys.ts";
import type { Connection } from "../elsewhere.ts";
import { ask, withQuery } from "../http.ts";
import type { ListenClient } from "../listen-client.ts";
import { signCall } from "./signature.ts";

/** Its error codes. The HTTP status beside them is not reliable: some come with 200. */
const dead: ReadonlySet<number> = new Set([4, 9]);
const temporary: ReadonlySet<number> = new Set([8, 11, 16, 29]);
/** The keys of this instance are wrong or suspended. */
const keysRefused: ReadonlySet<number> = new Set([10, 13, 26]);

type Answer = { json: unknown } | { error: number } | null;

/**
 * Returns the address where its owner allows us to send listens. It returns to our address, to which it only adds
 * `token`.
 */
export function authorizeAddress(service: Connection): string {
  const returnTo = `${service.origin}/api/social/lastfm`;
  return withQuery(`${service.at("www.last.fm")}/api/auth/`, { api_key: service.keys.id, cb: returnTo });
}

/** The key that a token stands for, once; null where it is not accepted. It does not expire. */
export async function exchange(
  service: Connection,
  token: string,
): Promise<{ key: string; name: string } | null> {
  const answer = await call(service, { method: "auth.getSession", token });
  if (answer === null || "error" in answer) return null;
  const Session = z.object({ session: z.object({ key: z.string(), name: z.string() }) });
  return Session.safeParse(answer.json).data?.session ?? null;
}

/** A token that is asked for as a desktop application does it, which needs a valid signature and has no effect. */
export async function askToken(service: Connection): Promise<KeyCheck> {
  const answer = await call(service, { method: "auth.getToken" });
  if (answer === null) return "unreachable";
  if ("error" in answer) return keysRefused.has(answer.error) ? "refused" : "unreachable";
  return "works";
}

export function connectLastFm(service: Connection, key: string): ListenClient {
  return {
    async send({ artist, title, heardAt, durationMs }) {
      const listen = {
        method: "track.scrobble",
        sk: key,
        artist,
        track: title,
        timestamp: String(Math.floor(heardAt / 1_000)),
        ...(durationMs !== null && { duration: String(Math.round(durationMs / 1_000)) }),
        // Chosen by the performer.
        chosenByUser: "0",
      };
      return readOutcome(await call(service, listen, "POST"));
    },
  };
}

async function call(
  service: Connection,
  parameters: Record<string, string>,
  method: "GET" | "POST" = "GET",
): Promise<Answer> {
  const named = { ...parameters, api_key: service.keys.id };
  const form = { ...named, api_sig: signCall(named, service.keys.secret), format: "json" };
  const address = `${service.at("ws.audioscrobbler.com")}/2.0/`;
  // Calls without a name of the software may be refused.
  const headers = { "user-agent": `CueMusic (+${service.origin})` };
  const reply =
    method === "GET"
      ? await ask(service, withQuery(address, form), { headers })
      : await ask(service, address, { method, headers, body: new URLSearchParams(form) });
  if (reply === null) return null;
  const error = z.object({ error: z.number() }).safeParse(reply.json);
  if (error.success) return error.data;
  if (reply.status === 429) return { error: 29 };
  return reply.status === 200 && reply.json !== null ? reply : { error: 16 };
}

const Scrobbled = z.object({
  scrobbles: z.object({
    "@attr": z.object({ accepted: z.coerce.number() }),
    scrobble: z.optional(
      z.object({ ignoredMessage: z.optional(z.object({ code: z.coerce.string(), "#text": z.string() })) }),
    ),
  }),
});

/** It keeps one listen of a track for each time, and asks for another attempt where there was no response. */
function readOutcome(answer: Answer): Outcome {
  if (answer === null) return { is: "later", waitMs: null, details: "Last.fm did not respond." };
  if ("error" in answer) {
    const { error } = answer;
    if (dead.has(error)) return { is: "dead", details: "Last.fm no longer gives Cue access." };
    if (keysRefused.has(error))
      return {
        is: "refused",
        details: "Last.fm does not accept this site's keys. Please tell its operators.",
      };
    const details = `Last.fm responded with error ${error}.`;
    return temporary.has(error) ? { is: "later", waitMs: null, details } : { is: "refused", details };
  }
  const scrobbled = Scrobbled.safeParse(answer.json).data?.scrobbles;
  if (scrobbled === undefined)
    return { is: "refused", details: "Last.fm did not say whether it accepted the listen." };
  if (scrobbled["@attr"].accepted > 0) return { is: "sent", remote: null, url: null };
  const why = ignored[scrobbled.scrobble?.ignoredMessage?.code ?? ""] ?? "without a reason";
  return { is: "refused", details: `Last.fm ignored this listen ${why}.` };
}

const ignored: Record<string, string> = {
  1: "because of its artist",
  2: "because of its title",
  3: "because it is too old",
  4: "because its time is in the future",
  5: "because your account has reached its daily limit",
};
