import type { RoomAwardView } from "#app/domains/awards/contract.ts";
import type { PlayedSetView } from "#app/domains/sets/contract/changes.ts";
import type { MemberView } from "#app/domains/stages/contract/members.ts";
import type { StagePageView } from "#app/domains/stages/contract/stages.ts";

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
