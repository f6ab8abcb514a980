import { Hono } from "hono";
import { api } from "./api/index.ts";
import { dev } from "./dev.ts";
import type { HonoEnv } from "./hono.ts";
import { ingest } from "./ingest.ts";
import { live } from "./live.ts";
import { pages } from "./pages.ts";
import { realtime } from "./realtime.ts";

export { Inbox } from "#durable-objects/inbox/inbox.ts";
export { Limiter } from "#durable-objects/limiter/limiter.ts";
export { Lobby } from "#durable-objects/lobby/lobby.ts";
export { MediaGateway } from "#durable-objects/media-gateway/media-gateway.ts";
export { Relay } from "#durable-objects/relay/relay.ts";
export { ProfileRoom } from "#durable-objects/room/profile-room.ts";
export { StageRoom } from "#durable-objects/room/stage-room.ts";

/** Dispatch order: sockets, audio, the API, then pages. */
const app = new Hono<HonoEnv>()
  .route("/realtime", realtime)
  .route("/ingest", ingest)
  .route("/live", live)
  .route("/api", api)
  .route("/dev", dev)
  .route("/", pages);

export default { fetch: app.fetch } satisfies ExportedHandler<Env>;
