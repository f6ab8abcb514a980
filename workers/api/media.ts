import {
  checkMountCall,
  checkTestCall,
  endTestCall,
  openConnectionCall,
  passTestCall,
  reportEncoderCall,
  resetConnectionCall,
  setSoundCheckCall,
  startTestCall,
} from "#app/domains/media/calls/media.ts";
import { setStandbyCall } from "#app/domains/media/calls/standby.ts";
import { openConnection, resetConnection } from "#app/domains/media/connections.server.ts";
import {
  MountInput,
  PassTestInput,
  SoundCheckInput,
  TestInput,
} from "#app/domains/media/contract/encoder.ts";
import { SetStandbyInput } from "#app/domains/media/contract/standby.ts";
import { checkMount, reportEncoder } from "#app/domains/media/report-encoder.server.ts";
import { setSoundCheck } from "#app/domains/media/sound-check.server.ts";
import { setStandby } from "#app/domains/media/standby.server.ts";
import { checkTest, endTest, passTest, startTest } from "#app/domains/media/stream-test.server.ts";
import { respond, type Served, serve } from "./serve.ts";

export const media: readonly Served[] = [
  serve(openConnectionCall, {
    summary: "What the signed-in performer's encoder connects with.",
    run: openConnection,
  }),
  serve(resetConnectionCall, {
    summary: "A new mount and password; the old ones end within 5 s.",
    run: resetConnection,
  }),
  serve(startTestCall, {
    summary: "A mount and password for one stream test, good for an hour.",
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
    summary: "What the server hears on a mount of one's own or of a stage that one manages; else false.",
    input: MountInput,
    run: checkMount,
  }),
  serve(reportEncoderCall, {
    summary:
      "What the server hears on a mount of one's own or of a stage that one manages, and how the last connection ended.",
    input: MountInput,
    run: reportEncoder,
  }),
  serve(setSoundCheckCall, {
    summary: "Hear a mount of one's own alone: off the air for 15 minutes at most, or on it again.",
    input: SoundCheckInput,
    run: setSoundCheck,
  }),
  serve(setStandbyCall, {
    summary:
      "Have one's own connected encoder wait on standby for the next set, or on one's profile until then.",
    input: SetStandbyInput,
    run: setStandby,
  }),
  serve(checkTestCall, { summary: "How far the signed-in user's stream test has come.", run: checkTest }),
  serve(passTestCall, {
    summary: "Become a performer, once the server has heard the test.",
    input: PassTestInput,
    run: passTest,
  }),
];
