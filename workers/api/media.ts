import { Hono } from "hono";
import { NoticeView } from "#app/domains/accounts/contract.ts";
import {
  DjTestView,
  EncoderReport,
  IcecastView,
  MountInput,
  PassTestInput,
  PerformerConnectionView,
  SoundCheckInput,
  SoundCheckView,
  TestConnectionView,
  TestInput,
} from "#app/domains/media/contract.ts";
import {
  checkMount,
  checkTest,
  endTest,
  openConnection,
  passTest,
  reportEncoder,
  resetConnection,
  startTest,
} from "#app/domains/media/operations.server.ts";
import { setSoundCheck } from "#app/domains/media/sound-check.server.ts";
import type { HonoEnv } from "../hono.ts";
import { body, call } from "./call.ts";

export const media = new Hono<HonoEnv>()
  .get(
    "/media/connection",
    call("user", "What the signed-in performer's encoder connects with.", PerformerConnectionView),
    async (c) => c.json(await openConnection(c.get("app"))),
  )
  .get(
    "/liveStreams/generateNewKey",
    call("user", "A new mount and password; the old ones end within 5 s.", PerformerConnectionView),
    async (c) => c.json(await resetConnection(c.get("app"))),
  )
  .post(
    "/sets/initialTest",
    call("user", "A mount and password for one stream test, good for an hour.", TestConnectionView),
    body(TestInput),
    async (c) => c.json(await startTest(c.get("app"))),
  )
  .post(
    "/sets/endInitialTest",
    call("user", "End the stream test.", NoticeView),
    body(TestInput),
    async (c) => {
      await endTest(c.get("app"));
      return c.json({ type: "confirm" as const, message: "The stream test has ended." });
    },
  )
  .post(
    "/sets/checkIcecast",
    call(
      "user",
      "What the server hears on a mount of one's own or of a stage that one manages; else false.",
      IcecastView,
    ),
    body(MountInput),
    async (c) => c.json(await checkMount(c.get("app"), c.req.valid("json"))),
  )
  .post(
    "/media/encoder",
    call(
      "user",
      "What the server hears on a mount of one's own or of a stage that one manages, and how the last connection ended.",
      EncoderReport,
    ),
    body(MountInput),
    async (c) => c.json(await reportEncoder(c.get("app"), c.req.valid("json"))),
  )
  .post(
    "/media/soundCheck",
    call(
      "user",
      "Hear a mount of one's own alone: off the air for 15 minutes at most, or on it again.",
      SoundCheckView,
    ),
    body(SoundCheckInput),
    async (c) => c.json(await setSoundCheck(c.get("app"), c.req.valid("json"))),
  )
  .get(
    "/users/checkDjTest",
    call("user", "How far the signed-in user's stream test has come.", DjTestView),
    async (c) => c.json(await checkTest(c.get("app"))),
  )
  .post(
    "/djs/test",
    call("user", "Become a performer, once the server has heard the test.", DjTestView),
    body(PassTestInput),
    async (c) => c.json(await passTest(c.get("app"), c.req.valid("json"))),
  );
