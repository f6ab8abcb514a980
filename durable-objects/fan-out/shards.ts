import * as z from "zod/mini";
import { ChatRestricted } from "#app/domains/air/stages/live/protocol.ts";
import type { RoomPath } from "#app/domains/air/stages/room-path.ts";
import type { DueList } from "#packages/durable/due-list.ts";
import { erased } from "#packages/durable/erase-object.ts";
import { type Memory, remembered } from "#packages/durable/memory.ts";
import { sendText } from "#packages/durable/sockets.ts";
import type { Region } from "../regions.ts";
import { type Objects, relayShard } from "../stubs.ts";
import type { Audience } from "./audience.ts";
import type { FanOut } from "./fan-out.ts";
import type { Journal } from "./journal.ts";
import { type ShardName, shardName } from "./shard-name.ts";

/** The shard that has a place, in a room's response to an upgrade. In a shard's own upgrade: its name. */
export const shardHeader = "x-cue-shard";
/** The restriction of the listener in the chat, as JSON: beside it, and in their upgrade at the shard. */
export const restrictionHeader = "x-cue-restriction";

/** Returns what a room says with a listener whom it sends to a shard; null: nothing restricts them. */
export function readRestriction(upgrade: Request): ChatRestricted["data"] {
  return ChatRestricted.shape.data.parse(JSON.parse(upgrade.headers.get(restrictionHeader) ?? "null"));
}

/** Sent over a shard's line and echoed once, to know that everything before it has arrived. */
export const lineCheck = "line";

/**
 * The capacity of one object, in listeners: so many are sent 10 messages a second each (see `Pace`), and a send costs a
 * Durable Object 18 to 25 µs.
 */
export const defaultBudget = 2_000;
/** The part of its budget up to which an object takes listeners: the rest is for those who come back together. */
const openAt = 0.6;
/** The own budget of a room (or a test), in its memory. */
export const ownBudget = remembered("budget", z.number(), defaultBudget);
/** Number of shards without a region that were ever used. */
const shardCount = remembered("shards", z.number(), 0);
/** The same of each region. */
const regionalCounts = remembered("regional-shards", z.record(z.string(), z.number()), {});

/** Sent to a shard: a listener there who follows a set needs its whole state. */
export const lineReopen = "reopen";

const wakeAfterMs = 500;
/** A listener who was placed appears in the shard's reports within this time. */
const reportDelayMs = 3_000;

/** The stored state of a shard's socket while the object sleeps. */
export interface ShardState {
  role: "shard";
  /** A number in the attachments of an earlier version. */
  index: ShardName;
}

/** Sent by a shard, at most once a second while it changes. */
export const ShardReport = z.object({
  ears: z.array(z.tuple([z.string(), z.number(), z.optional(z.boolean())])),
  load: z.number(),
});
export type ShardReport = z.infer<typeof ShardReport>;

/** The room's part that its shards need. */
interface ShardsRoom {
  env: Objects;
  path: RoomPath;
  memory: Memory;
  due: DueList;
  fanOut: FanOut;
}

/** The shards of a room: objects that each serve more listeners over one socket of the room. */
export class Shards {
  readonly #room: ShardsRoom;
  readonly #audience: Audience;
  readonly #sockets = new Map<ShardName, WebSocket>();
  /** Listeners sent to each shard in the last seconds: its reports may not include them yet. */
  #placed = new Map<ShardName, number>();
  #placedSince = 0;
  /** Number of shards that were ever used, by region. */
  readonly #counts: Map<Region | null, number>;

  constructor(room: ShardsRoom, audience: Audience) {
    this.#room = room;
    this.#audience = audience;
    const regional = Object.entries(room.memory.get(regionalCounts)) as [Region, number][];
    this.#counts = new Map([[null, room.memory.get(shardCount)], ...regional]);
  }

  /** The shard for one more listener in this region; null while the room itself has a place. */
  place(region: Region | null): ShardName | null {
    const { fanOut, memory } = this.#room;
    const budget = memory.get(ownBudget) * openAt;
    if (fanOut.load < budget) return null;
    const now = Date.now();
    if (now - this.#placedSince > reportDelayMs) {
      this.#placed = new Map();
      this.#placedSince = now;
    }
    const loadOf = (name: ShardName) => this.#audience.loadOf(name) + (this.#placed.get(name) ?? 0);
    let index = 0;
    while (loadOf(shardName(region, index)) >= budget) index++;
    const shard = shardName(region, index);
    this.#placed.set(shard, (this.#placed.get(shard) ?? 0) + 1);
    if (index >= (this.#counts.get(region) ?? 0)) this.#keepCount(region, index + 1);
    return shard;
  }

  #keepCount(region: Region | null, count: number): void {
    const { memory } = this.#room;
    this.#counts.set(region, count);
    if (region === null) memory.set(shardCount, count);
    else memory.set(regionalCounts, { ...memory.get(regionalCounts), [region]: count });
  }

  /** Every shard that was ever used. */
  #names(): ShardName[] {
    return [...this.#counts].flatMap(([region, count]) =>
      Array.from({ length: count }, (_, index) => shardName(region, index)),
    );
  }

  /** A shard's socket: first what it missed or a snapshot, and earlier sound, then every event and packet. */
  open(
    socket: WebSocket & { setState(state: ShardState): unknown },
    index: ShardName,
    journal: Journal,
    since: number | null,
    nextPacket: number | null,
  ): void {
    socket.setState({ role: "shard", index });
    const missed = since === null ? null : journal.since(since);
    if (missed === null) sendText(socket, journal.snapshot(Date.now()));
    else for (const { text } of missed) sendText(socket, text);
    const before = this.#sockets.get(index);
    this.#sockets.set(index, socket);
    if (before !== undefined) this.#room.fanOut.remove(before);
    this.#room.fanOut.addShard(socket, nextPacket);
  }

  /** Restores a shard after an eviction: the socket still exists, but its report is lost. */
  restore(socket: WebSocket, state: ShardState): void {
    this.#sockets.set(state.index, socket);
    this.#room.fanOut.addShard(socket, null);
    void this.#room.due.scheduleBy("shards", Date.now());
  }

  message(socket: WebSocket, state: ShardState, text: string): void {
    if (text === lineCheck) return sendText(socket, lineCheck);
    const report = ShardReport.safeParse(JSON.parse(text));
    if (!report.success) return;
    this.#audience.setShard(state.index, report.data, Date.now());
  }

  /** An update of a set, for those who follow it on a shard. */
  tell(update: string): void {
    for (const socket of this.#sockets.values()) sendText(socket, update);
  }

  reopenSets(): void {
    this.tell(lineReopen);
  }

  close(socket: WebSocket, state: ShardState): void {
    this.#room.fanOut.remove(socket);
    if (this.#sockets.get(state.index) !== socket) return;
    this.#sockets.delete(state.index);
    this.#audience.setShard(state.index, null, Date.now());
    // A shard that was evicted sleeps, with its listeners' sockets open, until it is called.
    void this.#room.due.scheduleBy("shards", Date.now() + wakeAfterMs);
  }

  /** Calls every shard: one that has listeners connects, and reports them. */
  async wake(): Promise<void> {
    const { env, path } = this.#room;
    for (const name of this.#names()) await relayShard(env, path, name).wake();
  }

  async dropUser(userId: string, sessionHash?: string): Promise<void> {
    await this.#each((shard) => shard.dropUser(userId, sessionHash));
  }

  async notifyRestricted(userId: string, restriction: ChatRestricted["data"]): Promise<void> {
    await this.#each((shard) => shard.notifyRestricted(userId, restriction));
  }

  async forgetUser(userId: string): Promise<void> {
    await this.#each((shard) => shard.forgetUser(userId));
  }

  async erase(): Promise<void> {
    await this.#each((shard) => erased(shard.erase()));
  }

  async #each(ask: (shard: ReturnType<typeof relayShard>) => Promise<void>): Promise<void> {
    const { env, path } = this.#room;
    await Promise.all(this.#names().map((name) => ask(relayShard(env, path, name))));
  }
}
