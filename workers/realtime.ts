import { type Context, Hono } from "hono";
import { isMember } from "#app/domains/air/messages/queries/messages.ts";
import { findPerformer } from "#app/domains/air/stages/queries/rooms.ts";
import { findStageId } from "#app/domains/air/stages/queries/stages.ts";
import type { RoomPath } from "#app/domains/air/stages/room-path.ts";
import { isCrawler } from "#app/domains/value/stats/crawlers.ts";
import { openDb } from "#db/client.ts";
import { type SocketViewer, viewerHeader } from "#durable-objects/contract.ts";
import { readShardName } from "#durable-objects/fan-out/shard-name.ts";
import { restrictionHeader, shardHeader } from "#durable-objects/fan-out/shards.ts";
import { pageKey } from "#durable-objects/listener-key.ts";
import { regionHeader, regionOf } from "#durable-objects/regions.ts";
import { encodeViewer } from "#durable-objects/sockets.ts";
import { conversation, inbox, lobbyShard, relayShard, roomAt, soundCheck } from "#durable-objects/stubs.ts";
import { networkIn } from "./client-network.ts";
import type { HonoEnv } from "./hono.ts";
import { requireSocketRate } from "./middleware/rates.ts";
import { ownOrigin } from "./own-host.ts";
import { findViewer, isLocal } from "./session.ts";

/**
 * Mounted at /realtime: the sockets of browsers. Access is decided here, before any frame: the origin must be this
 * site, and the identity is the session's. The objects see only what this file adds to the upgrade.
 */
export const realtime = new Hono<HonoEnv>();

type SocketContext = Context<HonoEnv>;

realtime.use(async (c, next) => {
  if (c.req.header("upgrade")?.toLowerCase() !== "websocket")
    return c.body(null, 426, { upgrade: "websocket" });
  if (!isOwnOrigin(c)) return c.body(null, 403);
  return next();
});

realtime.get("/stage/:stage{[^/]{1,100}}", async (c) => {
  const asked = c.req.param("stage");
  // D1 is unavailable: the room may know the id from its stored facts.
  const id = await findStageId(openDb(c.env.DB), asked).catch(() => (isId(asked) ? asked : undefined));
  if (id === undefined) return c.body(null, 404);
  return openRoom(c, `stage/${id}`);
});

realtime.get("/profile/:user{[^/]{1,64}}", async (c) => {
  const id = c.req.param("user");
  // A listener's profile has no room, and an address typed by someone else must not make one near them.
  const isThere = await findPerformer(openDb(c.env.DB), id)
    .then((person) => person?.isPerformer === true)
    .catch(() => isId(id));
  return isThere ? openRoom(c, `profile/${id}`) : c.body(null, 404);
});

realtime.get("/inbox", async (c) => {
  const viewer = await readSocketViewer(c);
  if (viewer.userId === null) return c.body(null, 401);
  const own = inbox(c.env, viewer.userId);
  const response = await own.fetch(upgradeFor(c, viewer));
  dropIfEnded(c, viewer, (_, sessionHash) => own.dropUser(sessionHash));
  return response;
});

/** A person's own sound, which no one else hears: the session decides whose it is, and no address can. */
realtime.get("/sound-check", async (c) => {
  const viewer = await readSocketViewer(c);
  if (viewer.userId === null) return c.body(null, 401);
  const own = soundCheck(c.env, viewer.userId);
  const response = await own.fetch(upgradeFor(c, viewer));
  dropIfEnded(c, viewer, (_, sessionHash) => own.dropUser(sessionHash));
  return response;
});

realtime.get("/conversation/:id{[^/]{1,64}}", async (c) => {
  const id = c.req.param("id");
  const viewer = await readSocketViewer(c);
  if (viewer.userId === null) return c.body(null, 401);
  // Checked here too, so that a guessed id creates no object.
  if (!(await isMember(openDb(c.env.DB), id, viewer.userId).catch(() => isId(id)))) return c.body(null, 404);
  const between = conversation(c.env, id);
  const response = await between.fetch(upgradeFor(c, viewer));
  dropIfEnded(c, viewer, (userId, sessionHash) => between.dropUser(userId, sessionHash));
  return response;
});

realtime.get("/lobby", async (c) => {
  const viewer = await readSocketViewer(c);
  // The sockets of a network without an account are limited together.
  const shard = lobbyShard(c.env, viewer.userId ?? viewer.network ?? "");
  const response = await shard.fetch(upgradeFor(c, viewer));
  dropIfEnded(c, viewer, (userId, sessionHash) => shard.dropUser(userId, sessionHash));
  return response;
});

realtime.all("*", (c) => c.body(null, 404));

async function openRoom(c: SocketContext, path: RoomPath): Promise<Response> {
  const room = roomAt(c.env, path);
  const viewer = await readSocketViewer(c, path);
  if (viewer.userId === null && hasBearer(c)) return c.body(null, 401);
  let response = await room.fetch(upgradeFor(c, viewer));
  const shard = readShardName(response.headers.get(shardHeader) ?? "");
  // The room is full and has named the shard that has space.
  if (shard !== null) {
    const upgrade = upgradeFor(c, viewer);
    const restriction = response.headers.get(restrictionHeader);
    if (restriction !== null) upgrade.headers.set(restrictionHeader, restriction);
    response = await relayShard(c.env, path, shard).fetch(upgrade);
  }
  dropIfEnded(c, viewer, (userId, sessionHash) => room.dropUser(userId, sessionHash));
  return response;
}

/**
 * Closes a socket whose session ended while it was being opened: the code that ended the session may have closed its
 * sockets before this one existed. So the session is looked up once more afterwards.
 */
function dropIfEnded(
  c: SocketContext,
  { userId, sessionHash }: SocketViewer,
  drop: (userId: string, sessionHash: string) => Promise<unknown>,
): void {
  if (userId === null || sessionHash === null) return;
  const check = async () => {
    const viewer = await findViewer(c.req.raw, c.env);
    if (viewer?.id !== userId) await drop(userId, sessionHash);
  };
  // An unavailable database must not end a session.
  c.executionCtx.waitUntil(check().catch(() => undefined));
}

/**
 * Whether the upgrade comes from this site. Browsers always send the origin of the page, and a page of another site
 * must not use this site's cookie. The comparison is exact: no suffix, no other port, no other spelling. Other clients
 * send no origin, and are admitted where they bring a token instead of a cookie.
 */
function isOwnOrigin(c: SocketContext): boolean {
  const origin = c.req.header("origin");
  if (origin === undefined) return hasBearer(c);
  if (origin === ownOrigin(c.env)) return true;
  return isLocal(c.env) && origin === new URL(c.req.url).origin;
}

const hasBearer = (c: SocketContext) => c.req.header("authorization")?.startsWith("Bearer ") === true;

const isId = (text: string) => /^[\w-]{1,64}$/.test(text);

/** An embedded page is anonymous and only reads, whatever its cookie is. Outside rooms no one is counted. */
async function readSocketViewer(c: SocketContext, room: RoomPath | null = null): Promise<SocketViewer> {
  const isEmbedded = c.req.query("embed") === "1";
  const viewer = isEmbedded ? null : await findViewer(c.req.raw, c.env).catch(() => null);
  // A room has several addresses: of its sockets each counts for the room.
  const place = room ?? c.req.path;
  if (viewer !== null) await requireSocketRate(c.env, viewer.id, place);
  return {
    userId: viewer?.id ?? null,
    username: viewer?.username ?? "",
    photo: viewer?.photo ?? null,
    badge: viewer?.badge ?? null,
    sessionHash: viewer?.sessionHash ?? null,
    canWrite: viewer !== null,
    listenerKey: room === null ? null : listenerKeyOf(c, room, viewer),
    ...(viewer === null && { network: networkOf(c, place) }),
    ...(room !== null && viewer !== null && { formerKey: formerKeyOf(c, room) }),
  };
}

/** The network of a caller without an account, by another key than that of listeners: the two cannot be compared. */
const networkOf = ({ env, req }: SocketContext, place: string): string =>
  networkIn(env, req.raw, `socket/${place}`, Date.now());

/** The name that a page has chosen counts within its network only, and never for a user. */
function listenerKeyOf(c: SocketContext, room: RoomPath, viewer: { id: string } | null): string | null {
  if (isCrawler(c.req.header("user-agent") ?? null, { isLocal: isLocal(c.env) })) return null;
  const page = c.req.query("listener") ?? "";
  const network = () => networkIn(c.env, c.req.raw, room, Date.now());
  return viewer?.id ?? pageKey(network(), isId(page) ? page : crypto.randomUUID());
}

/** The listener key under which a user's page was counted before they logged in on it. */
function formerKeyOf(c: SocketContext, room: RoomPath): string | undefined {
  const page = c.req.query("listener") ?? "";
  return isId(page) ? pageKey(networkIn(c.env, c.req.raw, room, Date.now()), page) : undefined;
}

/** The upgrade as an object receives it: of the client's own parameters only the event to resume at. */
function upgradeFor(c: SocketContext, viewer: SocketViewer): Request {
  const from = new URL(c.req.url);
  const url = new URL(from.pathname, from.origin);
  const since = from.searchParams.get("since");
  if (since !== null) url.searchParams.set("since", since);
  const headers = new Headers({ upgrade: "websocket", [viewerHeader]: encodeViewer(viewer) });
  const region = regionOf(c.req.raw.cf);
  if (region !== null) headers.set(regionHeader, region);
  return new Request(url, { headers });
}
