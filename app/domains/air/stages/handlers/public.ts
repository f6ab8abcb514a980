import { respond, type Served } from "#workers/api/serve.ts";
import { listPublicStagesCall, openNowPlayingCall } from "../calls/public.ts";
import { listPublicScheduleCall } from "../calls/stages.ts";
import { listPublicHistoryCall } from "../calls/tracks.ts";
import { StageInput } from "../contract/stages.ts";
import { listPublicHistory, listPublicSchedule, listPublicStages, openNowPlaying } from "../public.server.ts";

/** Cache times of responses: what is on air changes with every track, a schedule seldom. */
const keptFor = { live: "public, max-age=5", history: "public, max-age=15", schedule: "public, max-age=60" };

/** Calls for other sites and apps, without an account; see docs/public-api.md. */
export const publicCalls: readonly Served[] = [
  respond(listPublicStagesCall, {
    summary: "Every stage with what is on air, live ones first.",
    respond: async (c) => {
      const stages = await listPublicStages(c.get("app"));
      return c.json(stages, 200, { "cache-control": keptFor.live });
    },
  }),
  respond(openNowPlayingCall, {
    summary: "What is on air on a stage, and what comes next.",
    input: StageInput,
    respond: async (c, input) => {
      const stage = await openNowPlaying(c.get("app"), input);
      return c.json(stage, 200, { "cache-control": keptFor.live });
    },
  }),
  respond(listPublicScheduleCall, {
    summary: "The sets that are now or next on a stage.",
    input: StageInput,
    respond: async (c, input) => {
      const sets = await listPublicSchedule(c.get("app"), input);
      return c.json(sets, 200, { "cache-control": keptFor.schedule });
    },
  }),
  respond(listPublicHistoryCall, {
    summary: "The latest plays on a stage, newest first.",
    input: StageInput,
    respond: async (c, input) => {
      const plays = await listPublicHistory(c.get("app"), input);
      return c.json(plays, 200, { "cache-control": keptFor.history });
    },
  }),
];
