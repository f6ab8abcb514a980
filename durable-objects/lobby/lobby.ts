import { DurableObject } from "cloudflare:workers";
import type { LiveEntry, LobbyPort } from "#app/context.ts";
import type { LobbyEvent } from "#app/domains/air/stages/lobby-protocol.ts";
import { DueList, type WhenDue } from "#packages/durable/due-list.ts";
import { EventLog } from "#packages/durable/event-log.ts";
import type { LobbyFrame, LobbyNews, LobbyRpc, LobbyState } from "../contract.ts";
import { everyLobbyShard, lobbyShard, numberedLobbyShard } from "../stubs.ts";
import { Followers } from "./followers.ts";
import { LiveList } from "./live-list.ts";

const keptEvents = 500;
/**
 * Shards get the numbers of listeners this often at most. Rooms report theirs every two seconds: together within five.
 */
const listenersMs = 3_000;
/**
 * A room reports its number of listeners this often at most, less often where so many rooms do that they are more a
 * second.
 */
const countsMs = 2_000;
const countsASecond = 160;
/** Every open page reads its lists again after a change of the timetable: so often at most. */
const upcomingMs = 2_000;
/** A shard that did not respond is told again after this time. */
const repeatMs = 1_000;
const sweepMs = 3_600_000;

/**
 * The rooms that are live now, and the last events of all open pages. Its shards have the pages: it tells those that
 * have any of each change, and they read from here whatever they do not know.
 */
export class Lobby extends DurableObject<Env> implements LobbyRpc, Omit<LobbyPort, "dropUser"> {
  readonly #due: DueList;
  readonly #log: EventLog;
  readonly #live: LiveList;
  readonly #followers: Followers;
  #upcomingChangedAt: number | null;
  #listenersTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#due = new DueList(ctx.storage);
    this.#log = new EventLog(ctx.storage, keptEvents);
    this.#upcomingChangedAt = this.#log.lastAt("upcoming changed");
    this.#live = new LiveList(ctx.storage);
    this.#followers = new Followers(ctx.storage, {
      tell: (shard, news) => numberedLobbyShard(env, shard).news(news),
      failed: () => void this.#due.scheduleBy("tell", Date.now() + repeatMs),
      waitUntil: (work) => ctx.waitUntil(work),
    });
    // In a lobby of an earlier version; its sockets were closed with it.
    ctx.storage.sql.exec("drop table if exists presence; drop table if exists drops");
  }

  override alarm(): Promise<void> {
    return this.#due.runDue(Date.now(), this.#whenDue);
  }

  readonly #whenDue: WhenDue = {
    upcoming: () => this.#say("upcoming changed", {}),
    tell: () => this.#tell({}),
    sweep: async () => {
      if (this.#live.sweep(Date.now()) > 0) await this.#due.schedule("sweep", Date.now() + sweepMs);
    },
  };

  async live(): Promise<LiveEntry[]> {
    return this.#live.entries();
  }

  async follow(shard: number, since: number | null): Promise<LobbyState> {
    this.#followers.add(shard, Date.now());
    return {
      seq: this.#log.lastSeq(),
      upcomingChangedAt: this.#upcomingChangedAt,
      entries: this.#live.entries(),
      missed: since === null ? null : this.#log.since(since),
    };
  }

  async roomChanged({ version, ...entry }: LiveEntry & { version: number }) {
    const now = Date.now();
    const change = this.#live.put(entry, version, now);
    if (change === "all") this.#say("room changed", entry, entry);
    if (change === "listeners" && this.#listenersTimer === undefined)
      this.#listenersTimer = setTimeout(() => this.#tellListeners(), listenersMs);
    if (change !== "nothing") await this.#due.scheduleBy("sweep", now + sweepMs);
    return { countsEveryMs: Math.max(countsMs, Math.ceil((this.#live.counted * 1_000) / countsASecond)) };
  }

  async announced(announcement: Parameters<LobbyPort["announced"]>[0]): Promise<void> {
    this.#say("announcement", announcement);
  }

  async retracted(number: number): Promise<void> {
    this.#say("announcement retracted", { number });
  }

  /** Sets were booked, moved or cancelled. Changes that follow each other closely are sent as one. */
  async upcomingChanged(): Promise<void> {
    const now = Date.now();
    const nextAt = (this.#upcomingChangedAt ?? 0) + upcomingMs;
    if (nextAt > now) await this.#due.scheduleBy("upcoming", nextAt);
    else this.#say("upcoming changed", {});
  }

  async forgetUser(userId: string): Promise<void> {
    // First the shard that refuses while their sockets are open.
    await lobbyShard(this.env, userId).forgetUser(userId);
    await Promise.all(everyLobbyShard(this.env).map((shard) => shard.forgetUser(userId)));
    const isListed = this.#live.forget("profile", userId);
    const last = this.#log.lastNaming(userId);
    if (last !== null) this.#log.forget(last, () => this.#say("upcoming changed", {}));
    // What was deleted is in the memory of shards, and may be on open pages.
    if (isListed || last !== null) this.#tell({ deleted: isListed ? "pages" : "log" });
  }

  #tellListeners(): void {
    this.#listenersTimer = undefined;
    const counts = this.#live.takeListeners();
    if (counts.length > 0) this.#tell({ counts });
  }

  #say<Name extends Exclude<LobbyEvent["event"], "snapshot">>(
    event: Name,
    data: Extract<LobbyEvent, { event: Name }>["data"],
    entry: LobbyFrame["entry"] = null,
  ): void {
    const logged = this.#log.append(event, data, Date.now());
    if (event === "upcoming changed") this.#upcomingChangedAt = logged.at;
    this.#tell({ frames: [{ seq: logged.seq, text: JSON.stringify(logged), entry }] });
  }

  #tell(news: Partial<LobbyNews>): void {
    const [seq, upcomingChangedAt] = [this.#log.lastSeq(), this.#upcomingChangedAt];
    this.#followers.tell({ seq, upcomingChangedAt, frames: [], counts: [], deleted: null, ...news });
  }
}
