/** A performer's own page. Connection details are asked for apart from it, when they are to be seen. */
import * as z from "zod/mini";
import { SetView } from "../../schedule/contract/sets.ts";
import { LobbyEntry } from "../../stages/lobby-protocol.ts";
import { PerformerStatsView } from "../../stats/contract.ts";
import { SetRequestView } from "./requests.ts";

export const DeskView = z.object({
  /** When it was read, epoch ms. */
  readAt: z.number(),
  performerType: z.enum(["dj", "musician"]),
  stats: PerformerStatsView,
  /** What they play now or next, by start. */
  upcomingSets: z.array(SetView),
  /** What waits for an answer, theirs or a manager's, by first start. */
  requests: z.array(SetRequestView),
  /** Sets of other performers that stand in the way of one of the requests, in a week of it counted from 1. */
  taken: z.array(z.object({ request: z.string(), week: z.number(), set: SetView })),
  /** The latest sets that were on air, newest first; as many as the page shows. */
  playedSets: z.array(SetView),
  /** The rooms in which they are on air now, their profile or a stage; null where no one can say. */
  onAir: z.nullable(z.array(LobbyEntry)),
  /** Their encoder is connected, and only they hear it. */
  isOnStandby: z.boolean(),
});
export type DeskView = z.infer<typeof DeskView>;

/** How many of each are read at most. */
export const deskLimits = { upcomingSets: 1_000, playedSets: 9, setsOfStage: 1_000 } as const;
