/**
 * The entry of a local copy and of tests: the deployed Worker, with the pages at /dev, its own push service and the
 * simulators of other services.
 */
import { Hono } from "hono";
import { localPushServices } from "#durable-objects/push-simulator/local-push-services.ts";
import { createWorker } from "../dispatch.ts";
import type { HonoEnv } from "../hono.ts";
import { dev } from "./dev.ts";
import { devRecordings } from "./dev-recordings.ts";

export { LocalInbox as Inbox } from "#durable-objects/push-simulator/local-inbox.ts";
export { PushSimulator } from "#durable-objects/push-simulator/push-simulator.ts";
export {
  LocalProfileRoom as ProfileRoom,
  LocalStageRoom as StageRoom,
} from "#durable-objects/room/local-rooms.ts";
export { LocalTape as Tape } from "#durable-objects/tape/local-tape.ts";
export * from "../app.ts";
export { Simulators } from "./elsewhere/simulators.ts";

const local = new Hono<HonoEnv>()
  .use(async (c, next) => {
    c.set("app", { ...c.get("app"), pushServices: localPushServices(c.env) });
    await next();
  })
  .route("/dev/recordings", devRecordings)
  .route("/dev", dev);

export default createWorker(local);
