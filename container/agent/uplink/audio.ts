/**
 * Sends one stream's frames to the room that plays it. Up to two seconds are buffered for its listeners while the
 * network is down; for the recording, every frame is kept until the room reports that it is recorded.
 */
import { agentPaths, closeCodes } from "#app/domains/air/media/contract/control.ts";
import { encodeUplink, type UplinkFrame } from "#app/domains/air/media/contract/frames.ts";
import { log } from "../log.ts";
import type { ServerClock } from "../server-clock.ts";
import { LatePace, latePaceMs } from "./late-pace.ts";
import { LiveQueue } from "./live-queue.ts";
import { heldText, parseRoomText } from "./room-text.ts";
import { SignedSocket } from "./signed-socket.ts";
import { type KeptFrame, Unacknowledged } from "./unacknowledged.ts";

export interface AudioUplinkOptions {
  origin: string;
  agentKey: string;
  clock: ServerClock;
  room: string;
  stream: string;
  connection: string;
  /** The room refuses this stream: nothing more is sent live until an uplink is opened again. */
  onUnrouted: () => void;
  /** Nothing is sent any more. */
  onEnd: () => void;
}

/** Maximum backlog, about two seconds of both renditions; the kernel buffers as much again. */
const maxSocketBacklogBytes = 96 * 1_024;
/** Late frames wait behind a smaller backlog, so that live ones are not delayed by them. */
const maxLateBacklogBytes = 16 * 1_024;
/** Time for which a draining uplink waits for the next report of recorded frames. */
const drainMs = 30_000;
/** The close code of the room for a socket that it does not need. */
const normalClose = 1000;
/** Prefix of sound that only its performer hears: it is not recorded. */
const soundCheckPrefix = "sound-check/";

export class AudioUplink {
  readonly room: string;
  readonly stream: string;
  readonly connection: string;
  readonly #options: AudioUplinkOptions;
  readonly #isRecorded: boolean;
  readonly #live = new LiveQueue();
  readonly #unacknowledged = new Unacknowledged();
  readonly #pace = new LatePace();
  readonly #socket: SignedSocket;
  #stopSocket = () => {};
  #onUnrouted: () => void;
  #state: "live" | "draining" | "ended" = "live";
  /** The present socket was opened for late frames only. */
  #isLateSocket = false;
  #lateTimer: NodeJS.Timeout | undefined;
  #drainTimer: NodeJS.Timeout | undefined;

  constructor(options: AudioUplinkOptions) {
    const { room, stream, connection } = options;
    this.room = room;
    this.stream = stream;
    this.connection = connection;
    this.#options = options;
    this.#onUnrouted = options.onUnrouted;
    this.#isRecorded = !room.startsWith(soundCheckPrefix);
    const query = new URLSearchParams({ stream, connection });
    this.#socket = new SignedSocket({
      name: "audio",
      origin: options.origin,
      pathAndQuery: `${agentPaths.audio}${room}?${query}`,
      agentKey: options.agentKey,
      clock: options.clock,
      onOpen: () => this.#opened(),
      onText: (text) => this.#hear(text),
      onClose: (code) => this.#closed(code),
    });
  }

  /** Its stop ends it immediately; `drain` ends it once everything is recorded. */
  start(): () => void {
    this.#stopSocket = this.#socket.start();
    return () => this.#stop();
  }

  get isDraining(): boolean {
    return this.#state === "draining";
  }

  send(frame: UplinkFrame): void {
    if (this.#state !== "live") return;
    const kept: KeptFrame = { frame, state: "fresh" };
    if (this.#isRecorded) this.#unacknowledged.add(kept);
    this.#live.push(kept);
    this.#flush();
    this.#sendLateSoon();
  }

  /** Half the last round trip to the room, ms; null before the first. */
  delayMs(): number | null {
    const roundTripMs = this.#socket.roundTripMs();
    return roundTripMs === undefined ? null : Math.round(roundTripMs / 2);
  }

  /** No more frames are sent live. Ends once everything is recorded, or the room reports nothing for 30 s. */
  drain(): void {
    if (this.#state !== "live") return;
    this.#flush();
    this.#live.leaveAll();
    if (this.#unacknowledged.isEmpty) return this.#stop();
    this.#state = "draining";
    this.#waitForReport();
    this.#sendLateSoon();
  }

  /** The opposite of `drain`. */
  resume(onUnrouted: () => void): void {
    this.#state = "live";
    this.#isLateSocket = false;
    this.#onUnrouted = onUnrouted;
    clearTimeout(this.#drainTimer);
  }

  #stop(): void {
    if (this.#state === "ended") return;
    this.#state = "ended";
    clearTimeout(this.#lateTimer);
    clearTimeout(this.#drainTimer);
    this.#live.leaveAll();
    this.#unacknowledged.clear();
    this.#stopSocket();
    this.#options.onEnd();
  }

  #opened(): void {
    this.#isLateSocket = this.isDraining;
    this.#socket.send(heldText(this.#unacknowledged.oldest));
    this.#unacknowledged.requeue();
    this.#flush();
    this.#sendLateSoon();
  }

  #hear(text: string): void {
    const message = parseRoomText(text);
    if (message?.event === "resend") {
      this.#unacknowledged.requeue();
      this.#sendLateSoon();
    } else if (message?.event === "taped") {
      const { kind, from, to } = message.data;
      if (!this.#unacknowledged.taped(kind, from, to) || !this.isDraining) return;
      if (this.#unacknowledged.isEmpty) this.#stop();
      else this.#waitForReport();
    }
  }

  /** Returns whether to connect again. */
  #closed(code: number): boolean {
    clearTimeout(this.#lateTimer);
    this.#lateTimer = undefined;
    if (this.isDraining) {
      // Refused even for late frames, or replaced: to open another socket would replace the one that is heard.
      const isOver = code === normalClose || (code === closeCodes.unrouted && this.#isLateSocket);
      if (isOver) this.#giveUp();
      return !isOver;
    }
    if (code !== closeCodes.unrouted) return true;
    // What was on air until now belongs to the recording. The room reports also what it does not need.
    this.drain();
    this.#onUnrouted();
    return this.isDraining;
  }

  #flush(): void {
    this.#live.flush((frame) => this.#sendBelow(maxSocketBacklogBytes, frame));
  }

  #sendBelow(maxBacklogBytes: number, frame: UplinkFrame): boolean {
    return this.#socket.backlogBytes() <= maxBacklogBytes && this.#socket.send(encodeUplink(frame));
  }

  #sendLateSoon(): void {
    if (this.#lateTimer !== undefined || !this.#socket.isOpen()) return;
    if (this.#unacknowledged.firstLate === undefined) return;
    this.#lateTimer = setTimeout(() => {
      this.#lateTimer = undefined;
      this.#flush();
      this.#pace.tick(this.#unacknowledged, (frame) => this.#sendBelow(maxLateBacklogBytes, frame));
      this.#sendLateSoon();
    }, latePaceMs);
  }

  #waitForReport(): void {
    clearTimeout(this.#drainTimer);
    this.#drainTimer = setTimeout(() => this.#giveUp(), drainMs);
  }

  #giveUp(): void {
    const { stream, connection } = this;
    log("sound-not-recorded", { stream, connection, frames: this.#unacknowledged.count }, "warn");
    this.#stop();
  }
}
