/** A performer's own page. Connection settings are requested separately, when they are to be shown. */
import * as z from "zod/mini";
import { PerformerStatsView } from "#app/domains/value/stats/contract.ts";
import { StandbyView } from "../../media/contract/standby.ts";
import { SetView } from "../../schedule/contract/sets.ts";
import { LobbyEntry } from "../../stages/lobby-protocol.ts";
import { PlayedSetView } from "./changes.ts";
import { SetRequestView } from "./requests.ts";

export const DeskView = z.object({
  /** Time of the read, epoch ms. */
  readAt: z.number(),
  performerType: z.enum(["dj", "musician"]),
  stats: PerformerStatsView,
  /** The software on their profile, as they named it. */
  program: z.string(),
  /** They have not said yet who may hear their recordings. */
  isReplayChoiceOpen: z.boolean(),
  /** Their sets that are on or next, by start. */
  upcomingSets: z.array(SetView),
  /** Requests that wait for an answer, theirs or a manager's, by first start. */
  requests: z.array(SetRequestView),
  /** Sets of other performers that conflict with one of the requests, in a week of it counted from 1. */
  taken: z.array(z.object({ request: z.string(), week: z.number(), set: SetView })),
  /** The latest performances that are over, newest first; as many as the page shows. */
  playedSets: z.array(PlayedSetView),
  /** The rooms in which they are on air now, their profile or a stage; null where that is unknown. */
  onAir: z.nullable(z.array(LobbyEntry)),
  /** Their encoder is connected, and only they hear it. */
  isOnStandby: z.boolean(),
  /** The decision about their connected encoder; null: there is none. */
  standby: z.nullable(StandbyView),
  /** Connecting alone puts their profile on air. */
  profileOnConnect: z.boolean(),
});
export type DeskView = z.infer<typeof DeskView>;

/** Maximum number of each that is read. */
export const deskLimits = { upcomingSets: 1_000, playedSets: 9, setsOfStage: 1_000 } as const;
