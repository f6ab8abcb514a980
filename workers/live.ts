import { type Context, Hono } from "hono";
import { findStreamOwner } from "#app/domains/air/stages/queries/rooms.ts";
import { findStageId, isDeletedStage } from "#app/domains/air/stages/queries/stages.ts";
import type { RoomPath } from "#app/domains/air/stages/room-path.ts";
import { isCrawler } from "#app/domains/value/stats/crawlers.ts";
import { openDb } from "#db/client.ts";
import type { ProgressiveFormat } from "#durable-objects/fan-out/progressive.ts";
import { playerKey } from "#durable-objects/listener-key.ts";
import { mediaGateway, roomAt } from "#durable-objects/stubs.ts";
import { icyMetaInt } from "#packages/audio-formats/icy.ts";
import { networkIn, programIn } from "./client-network.ts";
import type { HonoEnv } from "./hono.ts";
import { ownOrigin } from "./own-host.ts";
import { findViewer, isLocal } from "./session.ts";

/** Mounted at /live: the sound for players that do not use this site's sockets. */
export const live = new Hono<HonoEnv>();

const contentTypes: Record<ProgressiveFormat, string> = { mp3: "audio/mpeg", ogg: "audio/ogg" };

live.use(async (c, next) => {
  await next();
  c.header("access-control-allow-origin", "*");
  c.header("access-control-expose-headers", "icy-metaint, icy-name");
  c.header("cross-origin-resource-policy", "cross-origin");
  c.header("cache-control", "no-store, no-transform");
});

live.options("*", (c) =>
  c.body(null, 204, {
    "access-control-allow-methods": "GET, HEAD",
    "access-control-allow-headers": "icy-metadata, range",
  }),
);

live.get("/:file{[\\w-]{1,80}(\\.\\w{2,4})?}", async (c) => {
  const [name = "", extension = ""] = c.req.param("file").split(".");
  const source = await findSource(c.env, name);
  if (source === undefined) {
    const isDeleted = await isDeletedStage(openDb(c.env.DB), name);
    return isDeleted ? c.text("This stage was deleted.", 410) : c.text("There is no such stream.", 404);
  }
  switch (extension) {
    case "":
      return sound(c, source, acceptsOgg(c) ? "ogg" : "mp3");
    case "mp3":
    case "ogg":
      return sound(c, source, extension);
    case "m3u":
      return playlist(c, "audio/x-mpegurl", `#EXTM3U\n#EXTINF:-1,Cue Music\n${addressOf(c, name)}\n`);
    case "pls":
      return playlist(
        c,
        "audio/x-scpls",
        `[playlist]\nNumberOfEntries=1\nFile1=${addressOf(c, name)}\nTitle1=Cue Music\nLength1=-1\nVersion=2\n`,
      );
    default:
      return c.text("There is no such stream.", 404);
  }
});

live.all("*", (c) => c.text("There is no such stream.", 404));

/** The source of the sound. `stream` null: what the stage carries, through handovers and pauses. */
interface Source {
  room: RoomPath;
  stream: string | null;
}

async function sound(
  c: Context<HonoEnv>,
  { room: path, stream }: Source,
  format: ProgressiveFormat,
): Promise<Response> {
  const hasIcy = format === "mp3" && c.req.header("icy-metadata") === "1";
  const headers: Record<string, string> = { "content-type": contentTypes[format], "icy-name": "Cue Music" };
  if (hasIcy) headers["icy-metaint"] = String(icyMetaInt);
  const room = roomAt(c.env, path);
  if (c.req.method === "HEAD") return (await room.carries(stream)) ? c.body(null, 200, headers) : offAir(c);
  const key = await listenerKeyOf(c, path);
  const body = await room.listenProgressive(stream, { format, hasIcy, key });
  return body === null ? offAir(c) : c.body(body, 200, headers);
}

/** A player of this site has its listener's session; all others are identified by their network and name. */
async function listenerKeyOf(c: Context<HonoEnv>, room: RoomPath): Promise<string | null> {
  const { env, req } = c;
  if (isCrawler(req.header("user-agent") ?? null, { isLocal: isLocal(env) })) return null;
  const viewer = await findViewer(req.raw, env).catch(() => null);
  const now = Date.now();
  return viewer?.id ?? playerKey(networkIn(env, req.raw, room, now), programIn(env, req.raw, room, now));
}

/** Players retry after a 404, and continue when the performer is back. */
const offAir = (c: Context<HonoEnv>) => c.text("This stream is not on air right now.", 404);

const playlist = (c: Context<HonoEnv>, type: string, text: string) =>
  c.body(text, 200, { "content-type": type });

const addressOf = (c: Context<HonoEnv>, name: string) => `${ownOrigin(c.env)}/live/${name}`;

function acceptsOgg(c: Context<HonoEnv>): boolean {
  const accept = c.req.header("accept") ?? "";
  return accept.includes("audio/ogg") && !accept.includes("audio/mpeg");
}

/**
 * Finds where a stream or a stage can be heard. A stream by its id is heard where it is on air: in its own room, or on
 * the stage that carries its performer's set. A stage is found by its id or custom URL.
 */
async function findSource(env: Env, name: string): Promise<Source | undefined> {
  const db = openDb(env.DB);
  const owner = await findStreamOwner(db, name);
  if (owner?.kind === "stage") return { room: `stage/${owner.ownerId}`, stream: name };
  if (owner !== undefined) {
    const report = await mediaGateway(env).report(name);
    return { room: report?.claimedBy ?? `profile/${owner.ownerId}`, stream: name };
  }
  const stageId = await findStageId(db, name);
  return stageId === undefined ? undefined : { room: `stage/${stageId}`, stream: null };
}
