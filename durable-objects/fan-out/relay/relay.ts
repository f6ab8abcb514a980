import { type Connection, type ConnectionContext, Server } from "partyserver";
import type { ChatRestricted } from "#app/domains/air/stages/live/protocol.ts";
import { DueList, type WhenDue } from "#packages/durable/due-list.ts";
import { eraseObject } from "#packages/durable/erase-object.ts";
import { answerPings, isOpen, lastPingAt, openSockets, readSince } from "#packages/durable/sockets.ts";
import { reply } from "../../frames.ts";
import { Presence, presenceDue, userTag } from "../../presence.ts";
import { closeOldest, tagsOf } from "../../socket-limits.ts";
import { readViewer, socketCloseCodes } from "../../sockets.ts";
import { roomAt } from "../../stubs.ts";
import { Audience } from "../audience.ts";
import { emptyState } from "../empty-state.ts";
import { FanOut } from "../fan-out.ts";
import { Followers } from "../followers.ts";
import { Journal } from "../journal.ts";
import { isOfSession, ListenerSockets, notifyRestricted } from "../listener-sockets.ts";
import type { ListenerState } from "../listener-state.ts";
import { readShardName, type ShardName } from "../shard-name.ts";
import { readRestriction, type ShardReport } from "../shards.ts";
import { SocketEars } from "../socket-ears.ts";
import { RoomLine } from "./room-line.ts";

const reportEveryMs = 1_000;
const redialMs = 1_000;

/**
 * A shard of a room, named `<room path>/<region>/<index>` or `<room path>/<index>`: it serves a share of the room's
 * listeners over one socket to the room, keeps a copy of the room's journal and fans out as the room does. Its listeners
 * cannot tell the difference. Their messages go to the room, which alone decides and responds.
 */
export class Relay extends Server<Env> {
  static override options = { hibernate: true };

  readonly #room: ReturnType<typeof roomAt>;
  readonly #due: DueList;
  readonly #journal: Journal;
  readonly #audience = new Audience();
  readonly #fanOut = new FanOut(0);
  readonly #followers: Followers;
  readonly #listeners: ListenerSockets;
  readonly #line: RoomLine;
  readonly #presence: Presence;
  #reportedAt = 0;
  #reportTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    const { kind, id, shard } = parseName(this.name);
    const room = roomAt(env, `${kind}/${id}`);
    this.#room = room;
    this.#due = new DueList(ctx.storage);
    this.#journal = new Journal(emptyState(kind, id), null);
    this.#presence = new Presence({ ctx, env, due: this.#due, place: `${kind}/${id}/${shard}` });
    this.#followers = new Followers((viewer, setId) => room.openSet(viewer, setId));
    this.#line = new RoomLine({
      room,
      shard,
      journal: this.#journal,
      fanOut: this.#fanOut,
      followers: this.#followers,
      opened: () => {
        this.#report();
        this.ctx.waitUntil(this.#followers.reopen());
      },
      closed: () => this.#isNeeded && void this.#due.scheduleBy("dial", Date.now() + redialMs),
    });
    const cut = (socket: Connection) => this.#end(socket, socketCloseCodes.tryAgainLater, "too far behind");
    this.#listeners = new ListenerSockets({
      journal: this.#journal,
      fanOut: this.#fanOut,
      ears: new SocketEars({
        audience: this.#audience,
        lastPingAt: lastPingAt(ctx),
        cut,
        changed: () => this.#changed(),
      }),
      followers: this.#followers,
      cut,
    });
    answerPings(ctx);
    for (const connection of this.getConnections<ListenerState>()) {
      if (connection.state !== null) this.#listeners.restore(connection, connection.state);
    }
    // An eviction closed the line to the room, but not the listeners' sockets.
    if (this.#isNeeded) void this.#due.scheduleBy("dial", Date.now());
  }

  get #isNeeded(): boolean {
    return openSockets(this.ctx).length > 0;
  }

  override async fetch(request: Request): Promise<Response> {
    if (readViewer(request) === null) return new Response(null, { status: 403 });
    // The first listener waits until the copy of the room is complete.
    await this.#line.ready();
    return super.fetch(request);
  }

  override getConnectionTags(_: Connection, { request }: ConnectionContext): string[] {
    return ["listener", ...tagsOf(readViewer(request))];
  }

  override onConnect(connection: Connection, { request }: ConnectionContext): void {
    const viewer = readViewer(request);
    if (viewer === null) return;
    this.#listeners.open(connection, viewer, readSince(request));
    closeOldest(
      viewer,
      (tag) => this.getConnections(tag),
      (closed, code, reason) => this.#end(closed, code, reason),
    );
    this.#changed();
    this.#presence.changed(viewer.userId);
    const restriction = readRestriction(request);
    if (restriction !== null) notifyRestricted(connection, restriction);
  }

  override async onMessage(
    connection: Connection,
    message: string | ArrayBuffer | ArrayBufferView,
  ): Promise<void> {
    const state = connection.state as ListenerState | null;
    const said = state && (await this.#listeners.message(connection, state, message));
    // Closed for this message; its client may never answer that.
    if (!isOpen(connection)) this.#leave(connection);
    if (state && said) reply(connection, await this.#room.say(state.viewer, said));
  }

  override onClose(connection: Connection): void {
    this.#leave(connection);
  }

  override onError(connection: Connection): void {
    this.#leave(connection);
  }

  /** Called by the room when it has lost the line or its memory: reconnects if the shard has listeners. */
  async wake(): Promise<void> {
    if (this.#isNeeded) await this.#line.ready();
    this.#report();
    this.ctx.waitUntil(this.#followers.reopen());
  }

  dropUser(userId: string, sessionHash?: string): void {
    for (const connection of this.getConnections<ListenerState>(userTag(userId))) {
      if (connection.state === null || !isOfSession(connection.state.viewer, sessionHash)) continue;
      this.#end(connection, socketCloseCodes.sessionEnded, "session ended");
    }
  }

  notifyRestricted(userId: string, restriction: ChatRestricted["data"]): void {
    for (const connection of this.getConnections<ListenerState>(userTag(userId)))
      notifyRestricted(connection, restriction);
  }

  /** This account was deleted: deletes everything about it from the copy of the room. */
  forgetUser(userId: string): void {
    this.#journal.forget(userId);
  }

  /** The room was deleted. */
  async erase(): Promise<void> {
    for (const connection of this.getConnections<ListenerState>()) {
      this.#end(connection, socketCloseCodes.gone, "gone");
    }
    await this.#presence.reported();
    await eraseObject(this.ctx, this.#due);
  }

  override async onAlarm(): Promise<void> {
    await this.#due.runDue(Date.now(), this.#whenDue);
  }

  readonly #whenDue: WhenDue = {
    dial: () => (this.#isNeeded ? this.#line.ready() : undefined),
    [presenceDue]: () => this.#presence.repeat(),
  };

  #end(connection: Connection, code: number, reason: string): void {
    this.#leave(connection);
    connection.close(code, reason);
  }

  #leave(connection: Connection): void {
    const state = connection.state as ListenerState | null;
    if (state === null) return;
    connection.setState(null);
    this.#listeners.close(connection);
    this.#presence.changed(state.viewer.userId, connection);
    this.#changed();
  }

  #changed(): void {
    // In memory only: while there are listeners the line to the room keeps this object awake, and a new line reports.
    this.#reportTimer ??= setTimeout(
      () => this.#report(),
      Math.max(0, this.#reportedAt + reportEveryMs - Date.now()),
    );
  }

  #report(): void {
    clearTimeout(this.#reportTimer);
    this.#reportTimer = undefined;
    this.#reportedAt = Date.now();
    const report: ShardReport = { ears: this.#audience.ears(), load: this.#fanOut.load };
    this.#line.send(JSON.stringify(report));
  }
}

function parseName(name: string): { kind: "stage" | "profile"; id: string; shard: ShardName } {
  const [kind, id, ...rest] = name.split("/");
  const shard = readShardName(rest.join("/"));
  if ((kind !== "stage" && kind !== "profile") || id === undefined || shard === null)
    throw new Error(`not a shard: ${name}`);
  return { kind, id, shard };
}
