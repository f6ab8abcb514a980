/**
 * The Cover Art Archive as https://musicbrainz.org/doc/Cover_Art_Archive/API describes it: its own address redirects to
 * the Internet Archive, which redirects to one of its servers. Its own: `POST /front` gives a release a front.
 */
import * as z from "zod/mini";
import { encodePng } from "../../../png.ts";
import type { FaultReply, PartySimulator, SimulatorRequest } from "../party-simulator.ts";

const side = 500;
const Front = z.object({
  release: z.string(),
  /** The address that its own redirects to; by default the archive's. */
  location: z.optional(z.string()),
});

export class CoverArtSimulator implements PartySimulator {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    sql.exec(
      "create table if not exists coverart_fronts (release text primary key, location text) without rowid",
    );
  }

  fail({ status, retryAfterS }: FaultReply): Response {
    const headers: Record<string, string> =
      retryAfterS === null ? {} : { "retry-after": String(retryAfterS) };
    return new Response(`<html><title>${status}</title></html>`, { status, headers });
  }

  handle({ method, path, body }: SimulatorRequest): Response {
    if (`${method} ${path}` === "POST /front") return this.#add(body.json);
    if (method !== "GET") return new Response(null, { status: 405 });
    const [, release] = /^\/release\/([0-9a-f-]{36})\/front-500$/.exec(path) ?? [];
    if (release !== undefined) return this.#front(release);
    const [, item] = /^\/download\/mbid-([0-9a-f-]{36})\/front_thumb500\.jpg$/.exec(path) ?? [];
    if (item !== undefined)
      return redirect(302, `https://ia800100.us.archive.org/4/items/mbid-${item}/front_thumb500.jpg`);
    return path.startsWith("/4/items/mbid-")
      ? new Response(drawn(), { headers: { "content-type": "image/jpeg" } })
      : new Response("Not found", { status: 404 });
  }

  #add(json: unknown): Response {
    const front = Front.safeParse(json);
    if (!front.success) return new Response("invalid", { status: 400 });
    const { release, location = null } = front.data;
    this.#sql.exec("insert or replace into coverart_fronts values (?, ?)", release, location);
    return Response.json({ release });
  }

  #front(release: string): Response {
    const [front] = this.#sql
      .exec<{ location: string | null }>("select location from coverart_fronts where release = ?", release)
      .toArray();
    if (front === undefined) return new Response("No cover art found", { status: 404 });
    // It still sends `http:`.
    return redirect(307, front.location ?? `http://archive.org/download/mbid-${release}/front_thumb500.jpg`);
  }
}

const redirect = (status: number, location: string) => new Response(null, { status, headers: { location } });

/** A sleeve with rings. The bytes say what it is, whatever its type says. */
function drawn(): Uint8Array<ArrayBuffer> {
  const rgba = new Uint8ClampedArray(side * side * 4);
  for (let at = 0; at < side * side; at += 1) {
    const [x, y] = [(at % side) - side / 2, Math.floor(at / side) - side / 2];
    const isRing = Math.floor(Math.hypot(x, y) / 20) % 2 === 0;
    rgba.set(isRing ? [214, 126, 44, 255] : [34, 38, 46, 255], at * 4);
  }
  return encodePng({ width: side, height: side, rgba });
}
