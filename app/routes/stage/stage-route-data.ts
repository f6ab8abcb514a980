import type { PlayedSetView } from "#app/domains/air/sets/contract/changes.ts";
import type { MemberView } from "#app/domains/air/stages/contract/members.ts";
import type { StagePageView } from "#app/domains/air/stages/contract/stages.ts";
import type { RoomAwardView } from "#app/domains/value/awards/contract.ts";

/** The data of the loader. */
export interface StageRouteData {
  page: StagePageView;
  members: MemberView[];
  awards: RoomAwardView[];
  pastSets: PlayedSetView[];
  /** Those of the next performers whom the viewer follows. */
  followedIds: string[];
  /** The text that one stage of the instance shows instead of its schedule and tabs; null on all others. */
  special: string | null;
}
