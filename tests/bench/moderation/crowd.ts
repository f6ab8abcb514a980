/** A chat full of people as its sockets see it, from frames alone: thousands of them a second cost little to read. */
import { once } from "node:events";
import WebSocket from "ws";
import type { RoomState, ServerFrame } from "#app/domains/air/stages/live/protocol.ts";
import { applyRoomEvent } from "#app/domains/air/stages/live/state.ts";
import type { Person } from "#tests/fixtures/people.ts";
import { readFrames } from "#tests/fixtures/room-socket.ts";

/** One person's socket that writes and takes no notice of what comes back. */
export class Writer {
  readonly #socket: WebSocket;
  #said = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on("error", () => {});
  }

  static async open(origin: string, room: string, person: Person): Promise<Writer> {
    const socket = openSocket(origin, room, person);
    const writer = new Writer(socket);
    await once(socket, "open");
    return writer;
  }

  say(msg: string): void {
    this.#said += 1;
    if (this.#socket.readyState !== WebSocket.OPEN) return;
    this.#socket.send(JSON.stringify({ event: "roomChat", id: `said-${this.#said}`, data: { msg } }));
  }

  close(): void {
    this.#socket.terminate();
  }
}

/** One reader of the room as their page would keep it, and when each text came. */
export class Reader {
  readonly #socket: WebSocket;
  #state: RoomState | null = null;
  /** Time when each text was first seen (`performance.now()`). */
  readonly arrivedAt = new Map<string, number>();

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on("error", () => {});
    socket.on("message", (bytes: Buffer, isBinary) => {
      if (!isBinary) for (const frame of readFrames(bytes.toString("utf8"))) this.#read(frame);
    });
  }

  static async open(origin: string, room: string, person: Person): Promise<Reader> {
    const socket = openSocket(origin, room, person);
    const reader = new Reader(socket);
    await once(socket, "message");
    return reader;
  }

  /** Counts the messages of this text in the chat. */
  count(text: string): number {
    return this.#state?.messages.filter(({ message }) => message === text).length ?? 0;
  }

  close(): void {
    this.#socket.terminate();
  }

  #read(frame: ServerFrame): void {
    if (frame.event === "ack" || frame.event === "error") return;
    if (frame.event === "snapshot") this.#state = frame.data;
    else if (this.#state !== null) this.#state = applyRoomEvent(this.#state, frame);
    if (frame.event !== "room message") return;
    const { message } = frame.data;
    if (!this.arrivedAt.has(message)) this.arrivedAt.set(message, performance.now());
  }
}

function openSocket(origin: string, room: string, person: Person): WebSocket {
  const url = `${origin.replace(/^http/, "ws")}/realtime/${room}`;
  return new WebSocket(url, { origin, headers: { cookie: `cue=${person.token}` } });
}
