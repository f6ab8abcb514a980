/** ListenBrainz over HTTP, by https://listenbrainz.readthedocs.io/en/latest/users/api/core.html. */
import * as z from "zod/mini";
import type { Outcome } from "../../deliveries/outcome.ts";
import type { Connection } from "../elsewhere.ts";
import { ask, type Reply } from "../http.ts";
import type { ListenClient, TokenCheck } from "../listen-client.ts";

const host = "api.listenbrainz.org";

/** Returns the owner of a token. It is the user's own, from their settings there. */
export async function checkToken(service: Connection, token: string): Promise<TokenCheck> {
  const reply = await ask(service, `${service.at(host)}/1/validate-token`, { headers: authorize(token) });
  if (reply === null || reply.status === 429 || reply.status >= 500) return "unreachable";
  const account = z.object({ valid: z.literal(true), user_name: z.string() }).safeParse(reply.json);
  return account.success ? { name: account.data.user_name } : "refused";
}

export function connectListenBrainz(service: Connection, token: string): ListenClient {
  return {
    async send({ artist, title, heardAt, durationMs }) {
      const additionalInfo = {
        ...(durationMs !== null && { duration_ms: Math.round(durationMs) }),
        submission_client: "Cue Music",
        music_service: new URL(service.origin).hostname,
      };
      const listen = {
        listened_at: Math.floor(heardAt / 1_000),
        track_metadata: { artist_name: artist, track_name: title, additional_info: additionalInfo },
      };
      const reply = await ask(service, `${service.at(host)}/1/submit-listens`, {
        method: "POST",
        headers: { ...authorize(token), "content-type": "application/json" },
        body: JSON.stringify({ listen_type: "single", payload: [listen] }),
      });
      return readOutcome(reply);
    },
  };
}

const authorize = (token: string) => ({ authorization: `Token ${token}` });

/** It keeps one listen of a track for each second, so that one that may have arrived can be sent again. */
function readOutcome(reply: Reply | null): Outcome {
  if (reply === null) return { is: "later", waitMs: null, details: "ListenBrainz did not respond." };
  const { status, headers } = reply;
  if (status === 200) return { is: "sent", remote: null, url: null };
  if (status === 401) return { is: "dead", details: "ListenBrainz no longer accepts the token." };
  if (status === 429)
    return { is: "later", waitMs: resetOf(headers), details: "ListenBrainz's rate limit is reached." };
  const details = `ListenBrainz responded ${status}.`;
  return status === 408 || status >= 500
    ? { is: "later", waitMs: null, details }
    : { is: "refused", details };
}

/** It says it in a header of its own, in seconds. */
function resetOf(headers: Headers): number | null {
  const seconds = Number.parseFloat(headers.get("x-ratelimit-reset-in") ?? headers.get("retry-after") ?? "");
  return Number.isNaN(seconds) ? null : Math.max(0, seconds * 1_000);
}
