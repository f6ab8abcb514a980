import {
  detailsOf,
  type SetCheer,
  type SetPlay,
  type SetTip,
  sumOf,
  toLiveSet,
} from "#app/domains/air/sets/live-set.ts";
import {
  countSetFavorites,
  findSetFor,
  listSetCheers,
  listSetPlays,
} from "#app/domains/air/sets/queries/set-record.ts";
import { applyLiveUpdate, type LiveSet, type LiveUpdate } from "#app/domains/air/stages/live/set-updates.ts";
import { hiddenTipper } from "#app/domains/air/stages/live/tips.ts";
import { listSetTips } from "#app/domains/value/tokens/queries/tips.ts";
import { openDb } from "#db/client.ts";
import type { SocketViewer } from "../../contract.ts";
import { Followers, type OpenedSet } from "../../fan-out/followers.ts";
import type { Shards } from "../../fan-out/shards.ts";
import type { RoomCore } from "../core.ts";
import type { Broadcast } from "../memory.ts";
import type { Air } from "../on-air/air.ts";
import type { SetLedger } from "./set-ledger.ts";

/** The name in the due list by which everyone who follows a set is sent its whole state. */
export const liveSetsDue = "desk";

const retryMs = 5_000;

/** An update before it has a number. */
type UpdateBody = LiveUpdate extends infer U
  ? U extends LiveUpdate
    ? Pick<U, "event" | "data">
    : never
  : never;

type SetToFollow = NonNullable<Awaited<ReturnType<typeof findSetFor>>>;

interface LiveSetFeedDeps {
  air: Air;
  ledger: SetLedger;
  shards: Shards;
}

/**
 * The sets that someone follows live. Each is read from D1 and the ledger when its first follower joins, and kept up to
 * date from then on; of all others only the ledger is kept.
 */
export class LiveSetFeed {
  readonly followers = new Followers((viewer, setId) => this.open(viewer, setId));
  readonly #core: RoomCore;
  readonly #deps: LiveSetFeedDeps;
  readonly #sets = new Map<string, LiveSet>();
  readonly #reading = new Map<string, Promise<void>>();
  readonly #recounting = new Map<string, { isStale: boolean }>();
  /** Sets that a listener on a shard has joined. */
  readonly #onShards = new Set<string>();
  /** Starts above every number of an earlier life of the object, which sent less than one update per millisecond. */
  #n = Date.now();

  constructor(core: RoomCore, deps: LiveSetFeedDeps) {
    this.#core = core;
    this.#deps = deps;
  }

  /**
   * The state of a set for its performer or a manager of its stage; for all others it does not exist.
   * @throws where D1 is unavailable.
   */
  async open(viewer: SocketViewer, setId: string): Promise<OpenedSet> {
    if (viewer.userId === null) return { ok: false, code: "authorization" };
    const row = await findSetFor(openDb(this.#core.env.DB), setId, viewer.userId);
    const isTheirs = row?.performerId === viewer.userId || row?.isManaged === true;
    if (row === undefined || this.#core.kind !== "stage" || row.stageId !== this.#core.id || !isTheirs) {
      return { ok: false, code: "not-found" };
    }
    if (!this.#sets.has(setId)) await this.#read(row);
    this.#change(setId, detailsOf(row));
    const state = this.#sets.get(setId);
    return state === undefined ? { ok: false, code: "unavailable" } : { ok: true, state };
  }

  /** The same for a listener on a shard. */
  async openOnShard(viewer: SocketViewer, setId: string): Promise<OpenedSet> {
    this.#onShards.add(setId);
    return this.open(viewer, setId);
  }

  /** Reads every followed set again and sends its whole state: something may have been missed. */
  async reopen(): Promise<void> {
    await this.followers.reopen();
    if (this.#onShards.size > 0) this.#deps.shards.reopenSets();
  }

  reopenSoon(): void {
    const isFollowed = this.followers.sets.size > 0 || this.#onShards.size > 0;
    if (isFollowed) void this.#core.due.scheduleBy(liveSetsDue, Date.now());
  }

  // What happens in a set

  played(setId: string, play: SetPlay): void {
    this.#deps.ledger.addPlay(setId, play);
    this.#tell({
      event: "live track",
      data: { set: setId, track: { ...play, favoriteCount: 0, cheerCount: 0 } },
    });
  }

  cheered(setId: string, userId: string, cheer: SetCheer): void {
    this.#deps.ledger.addCheer(setId, userId, cheer);
    const { playId: trackHistory, timestamp } = cheer;
    this.#tell({ event: "live cheer", data: { set: setId, trackHistory, timestamp } });
  }

  tipped(setId: string, tip: SetTip): void {
    this.#deps.ledger.addTip(setId, tip);
    const totalTips = (this.#sets.get(setId)?.totalTips ?? 0) + tip.amount;
    this.#tell({ event: "live tip", data: { set: setId, ...tip, totalTips } });
  }

  /** This user's account was deleted: their tips no longer say whose they are. */
  hideTipper(userId: string): void {
    for (const { set, tips } of this.#sets.values()) {
      const hide = { fromId: "", fromUsername: hiddenTipper };
      this.#change(set, { tips: tips.map((tip) => (tip.fromId === userId ? { ...tip, ...hide } : tip)) });
    }
  }

  /** Plays of a set were corrected: D1 has them as they are now. */
  corrected(setId: string, plays: readonly string[]): void {
    this.#deps.ledger.dropPlays(plays);
    this.#sets.delete(setId);
    this.reopenSoon();
  }

  /** Favorites belong to D1: they are counted again, once for any number of simultaneous changes. */
  favorited(setId: string): void {
    if (this.#sets.has(setId) || this.#reading.has(setId)) this.#core.waitUntil(this.#recount(setId));
  }

  counted(listeners: number): void {
    const { broadcast } = this.#deps.air;
    for (const { set, peakListeners } of this.#sets.values()) {
      const peak = Math.max(peakListeners, peakOf(set, broadcast));
      this.#tell({ event: "live listeners", data: { set, listeners, peakListeners: peak } });
    }
  }

  /** Another set may be on air, or none, or the same one in another state. */
  airChanged(): void {
    for (const set of this.#sets.keys()) this.#change(set, { air: airOf(set, this.#deps.air.broadcast) });
  }

  #change(setId: string, change: Partial<LiveSet>): void {
    const state = this.#sets.get(setId);
    if (state === undefined) return;
    const data = { ...state, ...change };
    if (JSON.stringify(data) !== JSON.stringify(state)) this.#tell({ event: "live state", data });
  }

  #tell(body: UpdateBody): void {
    const { set } = body.data;
    const state = this.#sets.get(set);
    if (state === undefined) return;
    if (!this.followers.sets.has(set) && !this.#onShards.has(set)) {
      this.#sets.delete(set);
      return;
    }
    this.#n += 1;
    const n = this.#n;
    const update: LiveUpdate =
      body.event === "live state" ? { ...body, data: { ...body.data, n }, n } : { ...body, n };
    this.#sets.set(set, applyLiveUpdate(state, update));
    this.followers.tell(update);
    if (this.#onShards.has(set)) this.#deps.shards.tell(JSON.stringify(update));
  }

  // What D1 has

  #read(row: SetToFollow): Promise<void> {
    const reading =
      this.#reading.get(row.id) ?? this.#load(row).finally(() => void this.#reading.delete(row.id));
    this.#reading.set(row.id, reading);
    return reading;
  }

  async #load(row: SetToFollow): Promise<void> {
    const db = openDb(this.#core.env.DB);
    const [plays, cheers, favorites, tips] = await Promise.all([
      listSetPlays(db, row.id),
      listSetCheers(db, row.id),
      countSetFavorites(db, row.id),
      listSetTips(db, row.id),
    ]);
    // The ledger is read after D1, and nothing is awaited from here on: later changes are sent as updates.
    const { ledger, air } = this.#deps;
    this.#n += 1;
    const state = toLiveSet({
      row,
      stored: { plays, cheers, tips },
      ledger: ledger.read(row.id),
      favorites,
      now: {
        air: airOf(row.id, air.broadcast),
        listeners: this.#core.journal.state.currentListeners,
        peakListeners: peakOf(row.id, air.broadcast),
        n: this.#n,
      },
      clock: Date.now(),
    });
    this.#sets.set(row.id, state);
  }

  async #recount(setId: string): Promise<void> {
    const running = this.#recounting.get(setId);
    if (running !== undefined) {
      running.isStale = true;
      return;
    }
    const run = { isStale: true };
    this.#recounting.set(setId, run);
    try {
      await this.#reading.get(setId);
      while (run.isStale) {
        run.isStale = false;
        this.#notifyFavorites(setId, await countSetFavorites(openDb(this.#core.env.DB), setId));
      }
    } catch {
      // D1 is unavailable: the set is read again later.
      this.#sets.delete(setId);
      void this.#core.due.scheduleBy(liveSetsDue, Date.now() + retryMs);
    } finally {
      this.#recounting.delete(setId);
    }
  }

  #notifyFavorites(setId: string, counts: Map<string, number>): void {
    const totalFavorites = sumOf(counts);
    for (const { id, favoriteCount } of this.#sets.get(setId)?.tracks ?? []) {
      const now = counts.get(id) ?? 0;
      if (now === favoriteCount) continue;
      const data = { set: setId, trackHistory: id, favoriteCount: now, totalFavorites };
      this.#tell({ event: "live favorite", data });
    }
  }
}

/** The live state of a set: null while another set is on air, or none. */
function airOf(setId: string, broadcast: Broadcast | null): LiveSet["air"] {
  if (broadcast === null || broadcast.onAir.setId !== setId) return null;
  const { status } = broadcast.onAir;
  return { status, since: broadcast.startedAt };
}

const peakOf = (setId: string, broadcast: Broadcast | null) =>
  broadcast?.onAir.setId === setId ? broadcast.peakListeners : 0;
