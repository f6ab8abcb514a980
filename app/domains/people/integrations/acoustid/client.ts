/** AcoustID over HTTP, by https://acoustid.org/webservice: which recording a fingerprint is of. */
import * as z from "zod/mini";
import type { Clock } from "#app/context.ts";
import type { KeyCheck } from "../check-keys.ts";
import type { Connection } from "../elsewhere.ts";
import { ask, type Reply } from "../http.ts";
import { readRefusal, type SourceAnswer } from "../source-answer.ts";

/** Its error codes that mean something here. */
const codes = { missing: 2, fingerprint: 3, key: 4, unavailable: 13, tooMany: 14 } as const;
const defaultWaitMs = 60_000;

const Id = z.string().check(z.regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/));
const Recording = z.object({
  id: Id,
  title: z.nullish(z.string()),
  /** Seconds. */
  duration: z.nullish(z.number()),
  artists: z.nullish(z.array(z.object({ name: z.string() }))),
  isrcs: z.nullish(z.array(z.string())),
});
const Results = z.object({
  status: z.literal("ok"),
  results: z.array(z.object({ score: z.number(), recordings: z.nullish(z.array(Recording)) })),
});
const Failure = z.object({ status: z.literal("error"), error: z.object({ code: z.number() }) });

export interface HeardRecording {
  /** The id at MusicBrainz. */
  id: string;
  /** Agreement of the fingerprint, 0 to 1. */
  score: number;
  /** Null where nothing but the id is known of it. */
  title: string | null;
  artists: string[];
  durationMs: number | null;
  isrcs: string[];
}

/** `refused`: it does not know the key of this instance. */
export type AcoustIdAnswer = SourceAnswer<HeardRecording[]> | { is: "refused" };

interface Deps {
  clock: Clock;
  userAgent: string;
  /** Resolves when the next request may be sent. */
  turn: () => Promise<void>;
}

/** The recordings that it links with fingerprints like this one, of files that are as long. */
export async function lookUp(
  service: Connection,
  { clock, userAgent, turn }: Deps,
  { fingerprint, durationMs }: { fingerprint: string; durationMs: number },
): Promise<AcoustIdAnswer> {
  await turn();
  const asked = {
    duration: String(Math.round(durationMs / 1_000)),
    fingerprint,
    meta: "recordings isrcs compress",
  };
  const reply = await post(service, asked, userAgent);
  const refusal = readRefusal(reply, clock.now());
  if (refusal !== null || reply === null) return refusal ?? { is: "none" };
  const code = codeOf(reply);
  if (code === codes.key) return { is: "refused" };
  if (code === codes.fingerprint) return { is: "none" };
  if (code === codes.tooMany || code === codes.unavailable) return { is: "wait", forMs: defaultWaitMs };
  const found = reply.status === 200 ? Results.safeParse(reply.json).data : undefined;
  if (found === undefined) return { is: "failed", reason: `status ${reply.status}` };
  const heard = found.results.flatMap(({ score, recordings }) =>
    (recordings ?? []).map(({ id, title, duration, artists, isrcs }) => ({
      id,
      score,
      title: title ?? null,
      artists: (artists ?? []).map(({ name }) => name),
      durationMs: duration == null ? null : duration * 1_000,
      isrcs: isrcs ?? [],
    })),
  );
  return heard.length === 0 ? { is: "none" } : { is: "found", value: heard };
}

/** A look-up of nothing: its key is checked first, then it says what is missing. */
export async function checkKeys(service: Connection): Promise<KeyCheck> {
  const reply = await post(service, { duration: "1" }, `CueMusic (+${service.origin})`);
  const code = reply && codeOf(reply);
  if (code === codes.key) return "refused";
  return code === codes.missing ? "works" : "unreachable";
}

/** Posts with its key in the body: addresses are logged on the way. */
function post(service: Connection, fields: Record<string, string>, userAgent: string): Promise<Reply | null> {
  return ask(service, `${service.at("api.acoustid.org")}/v2/lookup`, {
    method: "POST",
    headers: { accept: "application/json", "user-agent": userAgent },
    body: new URLSearchParams({ client: service.keys.id, format: "json", ...fields }),
  });
}

const codeOf = ({ json }: Reply): number | null => Failure.safeParse(json).data?.error.code ?? null;
