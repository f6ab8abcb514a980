import type { ReplayDetailsView } from "#app/domains/air/replays/contract.ts";
import type { ReplayStart } from "#app/domains/air/replays/moment.ts";
import type { SetRecordView } from "#app/domains/air/sets/contract/record.ts";
import type { TracklistView } from "#app/domains/air/tracklists/contract/tracklists.ts";

/** A set, its recording, or both: never neither. */
export interface PerformancePageData {
  /** Null for a performance without a set. */
  set: SetRecordView | null;
  /** Null where there is none that the viewer may hear. */
  replay: ReplayDetailsView | null;
  /** Null where it was not on air, or has no performer. */
  tracklist: TracklistView | null;
  /** Start of the recording; null without one. */
  start: ReplayStart | null;
  followedIds: string[];
  /** The viewer plays or played it. */
  isOwn: boolean;
  now: number;
  origin: string;
}
