import type { Connection } from "partyserver";
import type { Restriction } from "#app/domains/air/stages/live/moderation-rules.ts";
import { isOpen, readSince } from "#packages/durable/sockets.ts";
import type { SocketViewer } from "../contract.ts";
import { isOfSession, type ListenerSockets, notifyRestricted } from "../fan-out/listener-sockets.ts";
import { restrictionHeader, type Shards, shardHeader } from "../fan-out/shards.ts";
import { reply } from "../frames.ts";
import { type Presence, userTag } from "../presence.ts";
import type { Region } from "../regions.ts";
import { closeOldest, tagsOf } from "../socket-limits.ts";
import { readNextPacket, socketCloseCodes } from "../sockets.ts";
import type { Chat } from "./chat/chat.ts";
import type { Moderation } from "./chat/moderation.ts";
import type { RoomCore } from "./core.ts";
import type { Headcount } from "./counting/headcount.ts";
import type { Director } from "./on-air/director.ts";
import type { Sound } from "./on-air/sound.ts";
import { readRole, type SocketState, type UplinkState } from "./roles.ts";

/** Events this close to the last one may not have reached the listeners when the object was evicted. */
const evictionMs = 250;

interface ConnectionsDeps {
  sound: Sound;
  director: Director;
  headcount: Headcount;
  shards: Shards;
  presence: Presence;
  listeners: ListenerSockets;
  chat: Chat;
  moderation: Moderation;
  /** Every open socket, or those with this tag. */
  open(tag?: string): Iterable<Connection<SocketState>>;
}

/** Every socket of a room, each passed to the class that handles its role: listeners, the agent's audio, shards. */
export class Connections {
  readonly #core: RoomCore;
  readonly #deps: ConnectionsDeps;

  constructor(core: RoomCore, deps: ConnectionsDeps) {
    this.#core = core;
    this.#deps = deps;
  }

  tags(request: Request): string[] {
    const role = readRole(request);
    if (role?.role !== "listener") return [role?.role ?? "nobody"];
    return ["listener", ...tagsOf(role.viewer)];
  }

  /** The response that names the shard which has a place for one more listener; null while the room itself has one. */
  sendElsewhere({ userId }: SocketViewer, region: Region | null): Response | null {
    const shard = this.#deps.shards.place(region);
    if (shard === null) return null;
    const headers = new Headers({ [shardHeader]: String(shard) });
    const restriction = this.#restrictionOf(userId);
    if (restriction !== null) headers.set(restrictionHeader, JSON.stringify(restriction));
    return new Response(null, { status: 307, headers });
  }

  join(connection: Connection, request: Request): void {
    const { listeners, chat, presence, sound, shards } = this.#deps;
    const role = readRole(request);
    if (role?.role === "listener") {
      listeners.open(connection, role.viewer, readSince(request));
      closeOldest(
        role.viewer,
        (tag) => this.#deps.open(tag),
        (...closed) => this.#end(...closed),
      );
      presence.changed(role.viewer.userId);
      const { userId } = role.viewer;
      if (userId === null) return;
      chat.arrived(userId);
      const restriction = this.#restrictionOf(userId);
      if (restriction !== null) notifyRestricted(connection, restriction);
    } else if (role?.role === "uplink") {
      const state: UplinkState = { ...role, openedAt: Date.now() };
      connection.setState(state);
      sound.open(connection as Connection<SocketState>, state);
    } else if (role?.role === "shard") {
      shards.open(connection, role.index, this.#core.journal, readSince(request), readNextPacket(request));
    }
  }

  async message(connection: Connection, message: string | ArrayBuffer | ArrayBufferView): Promise<void> {
    const { listeners, chat, shards, headcount } = this.#deps;
    const state = connection.state as SocketState | null;
    if (state?.role === "uplink") this.#hear(connection, message);
    else if (state?.role === "listener") {
      const said = await listeners.message(connection, state, message);
      // Closed for this message; its client may never answer that.
      if (!isOpen(connection)) this.leave(connection);
      if (said !== undefined) reply(connection, await chat.say(state.viewer, said));
    } else if (state?.role === "shard" && typeof message === "string") {
      shards.message(connection, state, message);
      headcount.changed();
    }
  }

  /** Does its work once per socket, whichever side closes it first. */
  leave(connection: Connection): void {
    const { listeners, presence, sound, shards, headcount } = this.#deps;
    const state = connection.state as SocketState | null;
    if (state === null) return;
    connection.setState(null);
    if (state.role === "listener") {
      listeners.close(connection);
      presence.changed(state.viewer.userId, connection);
    } else if (state.role === "uplink") {
      sound.close(connection);
    } else {
      shards.close(connection, state);
      headcount.changed();
    }
  }

  /** Restores the sockets from their attachments: after an eviction they are still open. */
  restore(): void {
    const { journal, fanOut } = this.#core;
    const { listeners, sound, shards, headcount } = this.#deps;
    let hasListeners = false;
    const uplinks: [Connection<SocketState>, UplinkState][] = [];
    for (const connection of this.#deps.open()) {
      const { state } = connection;
      if (state?.role === "listener") {
        listeners.restore(connection, state);
        hasListeners ||= state.hears !== null;
      } else if (state?.role === "uplink") uplinks.push([connection, state]);
      else if (state?.role === "shard") shards.restore(connection, state);
    }
    uplinks.sort(([, a], [, b]) => (a.openedAt ?? 0) - (b.openedAt ?? 0));
    for (const [connection, state] of uplinks) sound.restore(connection, state);
    if (hasListeners) for (const entry of journal.latest(evictionMs)) fanOut.eventForListeners(entry);
    headcount.check();
  }

  /** Closes a user's sockets, or those of one session, here and on the shards. */
  async drop(userId: string, sessionHash?: string): Promise<void> {
    for (const connection of this.#deps.open(userTag(userId))) {
      const { state } = connection;
      if (state?.role !== "listener" || !isOfSession(state.viewer, sessionHash)) continue;
      this.#end(connection, socketCloseCodes.sessionEnded, "session ended");
    }
    await this.#deps.shards.dropUser(userId, sessionHash);
  }

  /** Tells a user, here and on the shards, that they may not write now, or may again (null). */
  async notifyRestricted(userId: string): Promise<void> {
    const restriction = this.#restrictionOf(userId);
    for (const connection of this.#deps.open(userTag(userId))) notifyRestricted(connection, restriction);
    await this.#deps.shards.notifyRestricted(userId, restriction);
  }

  /** Closes the socket of a listener who has stopped reading. */
  cut(connection: Connection): void {
    this.#end(connection, socketCloseCodes.tryAgainLater, "too far behind");
  }

  /** Closes every socket: the room was deleted. */
  endAll(): void {
    for (const connection of this.#deps.open()) this.#end(connection, socketCloseCodes.gone, "gone");
  }

  #restrictionOf(userId: string | null): Restriction | null {
    return userId === null ? null : this.#deps.moderation.nowOf(userId, Date.now());
  }

  #end(connection: Connection, code: number, reason: string): void {
    this.leave(connection);
    connection.close(code, reason);
  }

  #hear(socket: Connection, message: string | ArrayBuffer | ArrayBufferView): void {
    if (ArrayBuffer.isView(message)) return;
    const { sound, director } = this.#deps;
    const now = Date.now();
    if (sound.receive(socket, message, now)) director.decide();
    else director.decideIfDue(now);
  }
}
