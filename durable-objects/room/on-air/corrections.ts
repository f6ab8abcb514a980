import type { PlayedTrack } from "#app/domains/air/stages/live/protocol.ts";
import type { CorrectedPlayId } from "#app/domains/air/stages/port.ts";
import { listCorrectedPlays } from "#app/domains/air/tracklists/queries/corrected-plays.ts";
import { hiddenName } from "#app/domains/music/tracks/shown.ts";
import { openDb } from "#db/client.ts";
import type { RoomCore } from "../core.ts";
import type { LiveSetFeed } from "../live-set/live-set-feed.ts";
import { type Broadcast, correctedPlays, type WaitingCorrection } from "../memory.ts";
import type { Air } from "./air.ts";
import type { OwnEvents } from "./own-events.ts";
import type { Tracklist } from "./tracklist.ts";

/** The name in the due list by which plays that were corrected are read. */
export const correctionsDue = "corrections";

/** No performance lasts longer. */
const longestMs = 24 * 3_600_000;

type Row = Awaited<ReturnType<typeof listCorrectedPlays>>[number];

interface CorrectionsDeps {
  air: Air;
  tracklist: Tracklist;
  liveSets: LiveSetFeed;
  ownEvents: OwnEvents;
}

/**
 * Corrections of the performance on air, as D1 has them: the room and everyone in it shows them at once. What is hidden
 * is an "ID" here until its time has come. Stored until they were read, so that neither an eviction nor D1 loses one.
 */
export class Corrections {
  readonly #core: RoomCore;
  readonly #deps: CorrectionsDeps;

  constructor(core: RoomCore, deps: CorrectionsDeps) {
    this.#core = core;
    this.#deps = deps;
  }

  take(performance: string, plays: readonly CorrectedPlayId[]): void {
    const now = Date.now();
    this.#wait(plays.map((play) => ({ ...play, performance, at: now })));
  }

  /** Reads what is due. Throws where it has to be repeated. */
  async read(): Promise<void> {
    const now = Date.now();
    const due = this.#waiting().filter(({ at }) => at <= now);
    const rows = await listCorrectedPlays(
      openDb(this.#core.env.DB),
      due.flatMap(({ id, into }) => [id, into ?? id]),
    );
    // Nothing is awaited from here on: what is told meanwhile is read again.
    const { broadcast } = this.#deps.air;
    const taken = new Set(due.map(({ n }) => n));
    this.#store(this.#waiting().filter(({ n }) => !taken.has(n)));
    if (broadcast === null) return;
    const current = due.filter(({ performance }) => performance === broadcast.performance);
    if (current.length > 0) this.#apply(broadcast, current, new Map(rows.map((row) => [row.id, row])));
  }

  #apply(broadcast: Broadcast, due: readonly WaitingCorrection[], rows: ReadonlyMap<string, Row>): void {
    const { tracklist, liveSets, ownEvents } = this.#deps;
    const { publish } = this.#core;
    const now = Date.now();
    const before = tracklist.current(broadcast.id);
    const added: PlayedTrack[] = [];
    const tracks: PlayedTrack[] = [];
    const removed: { trackHistory: string; into: string | null }[] = [];
    for (const { id, into } of due) {
      const row = rows.get(id);
      if (row === undefined) {
        tracklist.remove(id, into);
        removed.push({ trackHistory: id, into });
        continue;
      }
      const shown = toShown(row, now);
      const change = this.#correct(broadcast, row, shown);
      if (change === "added") added.push(shown);
      else if (change === "corrected") tracks.push(shown);
    }
    // What others are part of now is sent with them, changed or not.
    for (const id of new Set(removed.map(({ into }) => into))) {
      const row = rows.get(id ?? "");
      if (row !== undefined && !tracks.some(({ trackHistory }) => trackHistory === id))
        tracks.push(toShown(row, now));
    }
    if (tracks.length + removed.length > 0)
      publish({ event: "tracks corrected", data: { tracks, removed } }, now);
    for (const data of added.toSorted((a, b) => a.mediaAt - b.mediaAt))
      publish({ event: "new track", data }, now);
    // Undoing the removal of the last track does not make it current where something without a title followed it.
    const last = tracklist.last(broadcast.id);
    if (last?.endedAt !== undefined && added.some(({ trackHistory }) => trackHistory === last.id))
      publish({ event: "track ended", data: { mediaAt: last.endedAt, trackHistory: last.id } }, now);
    ownEvents.corrected([...tracks, ...added], removed);
    const current = tracklist.current(broadcast.id);
    const shown = added.find(({ trackHistory }) => trackHistory === current?.id && current.id !== before?.id);
    if (shown?.track != null) {
      const { track: id, artist, title, trackHistory: play, mediaAt: at } = shown;
      ownEvents.track(broadcast, { id, artist, title, play, at });
    }
    const { setId } = broadcast.onAir;
    if (setId !== null)
      liveSets.corrected(
        setId,
        due.map(({ id }) => id),
      );
    // It is shown again without anyone's doing.
    const { performance } = broadcast;
    const hidden = [...rows.values()].filter(({ hiddenUntil }) => {
      return (hiddenUntil ?? 0) > now && (hiddenUntil ?? 0) < now + longestMs;
    });
    this.#wait(hidden.map(({ id, hiddenUntil }) => ({ id, into: null, performance, at: hiddenUntil ?? 0 })));
  }

  /** Applies a play of D1, and returns the change here: undefined where there is none. */
  #correct(broadcast: Broadcast, row: Row, shown: PlayedTrack): "added" | "corrected" | undefined {
    const { tracklist } = this.#deps;
    const { id, key, trackId, playedAt: at, source } = row;
    const known = tracklist.get(id);
    if (known === undefined) {
      if (!tracklist.covers(broadcast, at)) return "corrected";
      const { id: broadcastId, performance } = broadcast;
      const play = { id, key, trackId, at, shown, broadcastId, performance };
      tracklist.insert({ ...play, peakListeners: 0, isOfEar: source === "ear" });
      return "added";
    }
    const wasHidden = known.shown?.track === null;
    const isSame =
      known.trackId === trackId && known.at === at && wasHidden === (shown.track === null) && !known.gone;
    if (isSame) return undefined;
    tracklist.correct(id, { trackId, key, at, shown });
    return known.gone === undefined ? "corrected" : "added";
  }

  #wait(waiting: readonly Omit<WaitingCorrection, "n">[]): void {
    if (waiting.length === 0) return;
    const known = this.#waiting();
    const first = Math.max(0, ...known.map(({ n }) => n)) + 1;
    this.#store([...known, ...waiting.map((each, index) => ({ ...each, n: first + index }))]);
  }

  #waiting(): WaitingCorrection[] {
    return this.#core.memory.get(correctedPlays);
  }

  #store(waiting: WaitingCorrection[]): void {
    this.#core.memory.set(correctedPlays, waiting);
    if (waiting.length > 0)
      void this.#core.due.scheduleBy(correctionsDue, Math.min(...waiting.map(({ at }) => at)));
  }
}

function toShown(
  { id, trackId, artist, title, source, playedAt, hiddenUntil }: Row,
  now: number,
): PlayedTrack {
  const isHidden = (hiddenUntil ?? 0) > now;
  return {
    mediaAt: playedAt,
    trackHistory: id,
    track: isHidden ? null : trackId,
    ...(isHidden ? hiddenName : { title, artist }),
    ...(source === "ear" && !isHidden && { source }),
  };
}
