import { type Context, Hono } from "hono";
import * as z from "zod/mini";
import { findRecordedBroadcast } from "#app/domains/air/replays/queries/replays.ts";
import { tapePrefix } from "#app/domains/air/replays/tape-index.ts";
import { ChatMessage } from "#app/domains/air/stages/live/protocol.ts";
import { AppError } from "#app/errors.ts";
import type { TapeSubject } from "#durable-objects/contract.ts";
import type { LocalStageRoom } from "#durable-objects/room/local-rooms.ts";
import { profileRoom, stageRoom, tape } from "#durable-objects/stubs.ts";
import type { LocalTape } from "#durable-objects/tape/local-tape.ts";
import type { HonoEnv } from "../hono.ts";
import { checkInput } from "../input.ts";
import { hasOperatorKey } from "../operator-key.ts";
import { isLocal } from "../session.ts";

/** All that is sent of one broadcast belongs to one connection of an encoder. */
const connection = "past";

/**
 * Mounted at /dev/recordings: takes the sound of broadcasts that are over, for the finished sets of the demo, and for
 * tests and benches ends the objects of a recording, makes R2 refuse it, and lists what R2 has of one. A deployed copy does not contain it.
 */
export const devRecordings = new Hono<HonoEnv>()
  .use(async (c, next) => {
    if (!isLocal(c.env) || !hasOperatorKey(c)) throw new AppError("not-found");
    await next();
  })
  .get("/:broadcast", async (c) => {
    const { startedAt, endedAt, status } = await findBroadcast(c);
    return c.json({ startedAt, endedAt, status });
  })
  .post("/:broadcast/frames", async (c) => {
    const subject = toSubject(await findBroadcast(c));
    const frames = new Uint8Array(await c.req.arrayBuffer());
    return c.json(await tape(c.env, subject.performance).append({ subject, connection, held: {}, frames }));
  })
  .post("/:broadcast/chat", checkInput("json", z.array(ChatMessage)), async (c) => {
    const subject = toSubject(await findBroadcast(c));
    await roomOf(c.env, subject).keepReplayChat(subject.performance, c.req.valid("json"));
    return c.json(true);
  })
  .post("/:broadcast/bucket", checkInput("json", z.object({ isRefused: z.boolean() })), async (c) => {
    const { performance } = await findSubject(c);
    return c.json(await localTape(c.env, performance).refuseBucket(c.req.valid("json").isRefused));
  })
  .post(
    "/:broadcast/abort",
    checkInput("json", z.object({ object: z.enum(["room", "tape"]) })),
    async (c) => {
      const subject = await findSubject(c);
      const stub =
        c.req.valid("json").object === "room"
          ? roomOf(c.env, subject)
          : localTape(c.env, subject.performance);
      await stub.abort().catch(() => undefined);
      return c.json(true);
    },
  )
  .get("/:broadcast/objects", async (c) => {
    const { objects } = await c.env.TAPES.list({ prefix: tapePrefix(c.req.param("broadcast")) });
    return c.json(objects.map(({ key }) => key));
  })
  .post("/:broadcast/end", async (c) => {
    const broadcast = await findBroadcast(c);
    const subject = toSubject(broadcast);
    await tape(c.env, subject.performance).end(subject, broadcast.endedAt);
    return c.json(true);
  });

/** Rooms of a local copy have methods more. */
function roomOf(env: Env, { stageId, performerId }: TapeSubject) {
  const room = stageId === null ? profileRoom(env, performerId ?? "") : stageRoom(env, stageId);
  return room as unknown as DurableObjectStub<LocalStageRoom>;
}

/** The recording of a local copy has methods more. */
const localTape = (env: Env, performance: string) =>
  tape(env, performance) as unknown as DurableObjectStub<LocalTape>;

/** Returns the subject of a broadcast that is on air or over. Throws `not-found`. */
async function findSubject(
  c: Context<HonoEnv, "/:broadcast/bucket" | "/:broadcast/abort">,
): Promise<TapeSubject> {
  const found = await findRecordedBroadcast(c.get("app").db, c.req.param("broadcast"));
  if (found === undefined) throw new AppError("not-found");
  return toSubject(found);
}

/** Throws `not-found` where it is not over. */
async function findBroadcast(c: Context<HonoEnv, "/:broadcast">) {
  const found = await findRecordedBroadcast(c.get("app").db, c.req.param("broadcast"));
  if (found === undefined || found.endedAt === null) throw new AppError("not-found");
  return { ...found, endedAt: found.endedAt };
}

function toSubject({
  id,
  performance,
  stageId,
  performerId,
  setId,
}: NonNullable<Awaited<ReturnType<typeof findRecordedBroadcast>>>): TapeSubject {
  return {
    broadcast: id,
    performance: performance ?? setId ?? id,
    room: stageId === null ? `profile/${performerId}` : `stage/${stageId}`,
    stageId,
    performerId,
    setId,
  };
}
