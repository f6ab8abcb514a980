import { respond, type Served, serve } from "#workers/api/serve.ts";
import {
  checkMountCall,
  checkTestCall,
  endTestCall,
  openConnectionCall,
  passTestCall,
  resetConnectionCall,
  setSoundCheckCall,
  startTestCall,
  viewEncoderCall,
} from "../calls/media.ts";
import { setStandbyCall } from "../calls/standby.ts";
import { openConnection, resetConnection } from "../connections.server.ts";
import { MountInput, PassTestInput, SoundCheckInput, TestInput } from "../contract/encoder.ts";
import { SetStandbyInput } from "../contract/standby.ts";
import { setSoundCheck } from "../sound-check.server.ts";
import { setStandby } from "../standby.server.ts";
import { checkTest, endTest, passTest, startTest } from "../stream-test.server.ts";
import { checkMount, viewEncoder } from "../view-encoder.server.ts";

export const media: readonly Served[] = [
  serve(openConnectionCall, {
    summary: "The signed-in performer's mount and password.",
    run: openConnection,
  }),
  serve(resetConnectionCall, {
    summary: "A new mount and password; the old ones stop working within 5 s.",
    run: resetConnection,
  }),
  serve(startTestCall, {
    summary: "A mount and password for one stream test, valid for an hour.",
    input: TestInput,
    run: startTest,
  }),
  respond(endTestCall, {
    summary: "End the stream test.",
    input: TestInput,
    respond: async (c) => {
      await endTest(c.get("app"));
      return c.json({ type: "confirm" as const, message: "The stream test has ended." });
    },
  }),
  serve(checkMountCall, {
    summary: "The encoder on a mount of the caller's or of a stage that they manage; false without one.",
    input: MountInput,
    run: checkMount,
  }),
  serve(viewEncoderCall, {
    summary:
      "What the server measures on a mount of the caller's or of a stage that they manage, and how the last connection ended.",
    input: MountInput,
    run: viewEncoder,
  }),
  serve(setSoundCheckCall, {
    summary: "Test one's own mount off air, for 15 minutes at most, or go back on air.",
    input: SoundCheckInput,
    run: setSoundCheck,
  }),
  serve(setStandbyCall, {
    summary: "Keep one's own connected encoder on standby until the next set, or live on one's profile.",
    input: SetStandbyInput,
    run: setStandby,
  }),
  serve(checkTestCall, { summary: "The status of the signed-in user's stream test.", run: checkTest }),
  serve(passTestCall, {
    summary: "Become a performer, once the server has heard the test.",
    input: PassTestInput,
    run: passTest,
  }),
];
