import { decodeDownlink, packetMs } from "#app/domains/air/media/contract/frames.ts";
import { RoomEvent } from "#app/domains/air/stages/live/protocol.ts";
import { LiveUpdate } from "#app/domains/air/stages/live/set-updates.ts";
import { sendText } from "#packages/durable/sockets.ts";
import type { FanOut } from "../fan-out.ts";
import type { Followers } from "../followers.ts";
import type { Journal } from "../journal.ts";
import type { ShardName } from "../shard-name.ts";
import { lineCheck, lineReopen, shardHeader } from "../shards.ts";

interface RoomLineDeps {
  room: Pick<DurableObjectStub, "fetch">;
  shard: ShardName;
  journal: Journal;
  fanOut: FanOut;
  followers: Followers;
  opened(): void;
  closed(): void;
}

/** A shard's one socket to its room: events and packets arrive on it, reports about listeners are sent on it. */
export class RoomLine {
  readonly #deps: RoomLineDeps;
  #socket: WebSocket | undefined;
  #dialing: Promise<void> | undefined;

  constructor(deps: RoomLineDeps) {
    this.#deps = deps;
  }

  /** The line is open and the copy of the room is up to date. */
  ready(): Promise<void> {
    if (this.#socket !== undefined) return Promise.resolve();
    this.#dialing ??= this.#dial().finally(() => {
      this.#dialing = undefined;
    });
    return this.#dialing;
  }

  send(text: string): void {
    if (this.#socket !== undefined) sendText(this.#socket, text);
  }

  async #dial(): Promise<void> {
    const { room, shard, journal, fanOut } = this.#deps;
    // A copy that was never filled has a sequence number of its own, which the room does not know.
    const since = journal.state.name === "" ? "" : `&since=${journal.lastSeq}`;
    const response = await room.fetch(`https://room/?packet=${fanOut.nextSeq}${since}`, {
      headers: { upgrade: "websocket", [shardHeader]: String(shard) },
    });
    const socket = response.webSocket;
    if (!socket) throw new Error(`the room does not take this shard: ${response.status}`);
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    socket.addEventListener("message", ({ data }) => {
      if (data === lineCheck) resolve();
      else if (data === lineReopen) void this.#deps.followers.reopen();
      else if (typeof data === "string") this.#event(data);
      else this.#packets(data);
    });
    const closed = () => {
      reject(new Error("the room has closed the line"));
      if (this.#socket !== socket) return;
      this.#socket = undefined;
      this.#deps.closed();
    };
    socket.addEventListener("close", closed);
    socket.addEventListener("error", closed);
    socket.binaryType = "arraybuffer";
    socket.accept();
    // The room echoes this after the events that were missed, of which there may be none.
    socket.send(lineCheck);
    await promise;
    this.#socket = socket;
    this.#deps.opened();
  }

  #event(text: string): void {
    const json: unknown = JSON.parse(text);
    const event = RoomEvent.safeParse(json);
    const update = event.success ? undefined : LiveUpdate.safeParse(json);
    if (update?.success) this.#deps.followers.tell(update.data);
    if (!event.success) return;
    const entry = this.#deps.journal.adopt(event.data, text);
    if (entry === undefined) return;
    // As in the room: a listener who joins now starts with the stream that is on air now.
    if (event.data.event === "room set") this.#deps.fanOut.endSound();
    this.#deps.fanOut.event(entry);
  }

  #packets(data: ArrayBuffer): void {
    const frame = decodeDownlink(data);
    frame?.packets.forEach((payload, i) => {
      const isDiscontinuity = i === 0 && frame.isDiscontinuity;
      const at = frame.at + i * packetMs;
      this.#deps.fanOut.adopt({ seq: frame.seq + i, at, isDiscontinuity, payload }, Date.now());
    });
  }
}
