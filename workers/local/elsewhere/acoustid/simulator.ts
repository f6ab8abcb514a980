/**
 * AcoustID as https://acoustid.org/webservice describes it, as far as it is asked here. Its own: `POST /tracks` adds a
 * fingerprint with the recordings that it is linked with. How often it is asked is not limited here: that is scripted.
 */
import * as z from "zod/mini";
import type { FaultReply, PartySimulator, SimulatorRequest } from "../party-simulator.ts";

/** The key of a local copy (`durable-objects/elsewhere.ts`). */
const key = "local";
/** Seconds by which files of one recording may differ. */
const maxDifference = 7;

const errors = {
  2: { status: 400, message: (name: string) => `missing required parameter "${name}"` },
  3: { status: 400, message: () => "invalid fingerprint" },
  4: { status: 400, message: () => "invalid API key" },
  5: { status: 500, message: () => "internal error" },
  13: { status: 503, message: () => "service is temporarily unavailable" },
  14: { status: 429, message: () => "rate limit (3 requests per second) exceeded, try again later" },
} as const;

const Track = z.object({
  fingerprint: z.string(),
  /** Seconds. */
  duration: z.number(),
  score: z._default(z.number(), 0.97),
  recordings: z.array(
    z.object({
      id: z.string(),
      title: z.optional(z.string()),
      duration: z.optional(z.number()),
      artists: z._default(z.array(z.string()), []),
      isrcs: z._default(z.array(z.string()), []),
    }),
  ),
});
type Track = z.infer<typeof Track>;

/** Simulates AcoustID in its own table of the simulators' object. */
export class AcoustIdSimulator implements PartySimulator {
  readonly #sql: SqlStorage;
  readonly shownHeaders = ["user-agent"];

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    sql.exec("create table if not exists acoustid_tracks (id text primary key, json text not null)");
  }

  fail({ status, retryAfterS }: FaultReply): Response {
    const code = status === 429 ? 14 : status === 503 ? 13 : status === 401 || status === 403 ? 4 : 5;
    const response = refuse(code);
    if (retryAfterS !== null) response.headers.set("retry-after", String(retryAfterS));
    return response;
  }

  handle({ method, path, body }: SimulatorRequest): Response {
    if (`${method} ${path}` === "POST /tracks") return this.#add(body.json);
    if (`${method} ${path}` !== "POST /v2/lookup") return new Response("Not Found", { status: 404 });
    const { form } = body;
    if (!form.has("client")) return refuse(2, "client");
    if (form.get("client") !== key) return refuse(4);
    if (!/^\d+$/.test(form.get("duration") ?? "")) return refuse(2, "duration");
    const fingerprint = form.get("fingerprint");
    if (fingerprint === null) return refuse(2, "fingerprint");
    if (!/^AQ[\w-]+$/.test(fingerprint)) return refuse(3);
    const meta = (form.get("meta") ?? "").split(" ");
    const seconds = Number(form.get("duration"));
    const results = this.#all()
      .filter(({ duration }) => Math.abs(duration - seconds) <= maxDifference)
      .filter((each) => each.fingerprint === fingerprint)
      .map((each) => toResult(each, meta));
    return Response.json({ status: "ok", results });
  }

  #add(json: unknown): Response {
    const track = Track.safeParse(json);
    if (!track.success) return new Response("invalid", { status: 400 });
    const id = crypto.randomUUID();
    this.#sql.exec("insert into acoustid_tracks values (?, ?)", id, JSON.stringify({ ...track.data, id }));
    return Response.json({ id });
  }

  #all(): (Track & { id: string })[] {
    return this.#sql
      .exec<{ json: string }>("select json from acoustid_tracks order by rowid")
      .toArray()
      .map(({ json }) => JSON.parse(json) as Track & { id: string });
  }
}

/** Returns a result; what is not known of a recording is missing. */
function toResult({ id, score, recordings }: Track & { id: string }, meta: readonly string[]) {
  if (!meta.includes("recordings")) return { id, score };
  const linked = recordings.map(({ artists, isrcs, ...about }) => ({
    ...about,
    ...(artists.length > 0 && { artists: artists.map((name) => ({ id: about.id, name })) }),
    ...(meta.includes("isrcs") && isrcs.length > 0 && { isrcs }),
  }));
  return { id, score, ...(linked.length > 0 && { recordings: linked }) };
}

function refuse(code: keyof typeof errors, name = ""): Response {
  const { status, message } = errors[code];
  return Response.json({ status: "error", error: { code, message: message(name) } }, { status });
}
