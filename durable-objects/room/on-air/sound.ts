import type { Connection } from "partyserver";
import { decodeUplink, type UplinkFrame } from "#app/domains/air/media/contract/frames.ts";
import type { Memory } from "#packages/durable/memory.ts";
import type { FanOut } from "../../fan-out/fan-out.ts";
import type { Progressive } from "../../fan-out/progressive.ts";
import type { Uplinks } from "../../uplinks.ts";
import { reservePackets } from "../packet-numbers.ts";
import type { SocketState, UplinkState } from "../roles.ts";
import type { Taping } from "../taping/taping.ts";

interface SoundDeps {
  progressive: Progressive;
  uplinks: Uplinks<Connection<SocketState>>;
  taping: Taping;
}

/** Passes sound from the agent's sockets to the listeners: only the stream on air is let through. */
export class Sound {
  readonly #fanOut: FanOut;
  readonly #memory: Memory;
  readonly #deps: SoundDeps;
  #stream: string | null = null;
  #isCut = true;
  #reserved: number;
  #lastPacketAt: number | null = null;

  constructor(fanOut: FanOut, memory: Memory, deps: SoundDeps) {
    this.#fanOut = fanOut;
    this.#memory = memory;
    this.#deps = deps;
    this.#reserved = fanOut.nextSeq;
  }

  /** Time when the last packet of the stream on air arrived. */
  get lastPacketAt(): number | null {
    return this.#lastPacketAt;
  }

  open(socket: Connection<SocketState>, { stream, connection = "" }: UplinkState): void {
    const { uplinks, taping } = this.#deps;
    taping.opened(uplinks.open(stream, connection, socket));
  }

  /** Restores the uplinks after an eviction, in the order in which they were opened. */
  restore(
    socket: Connection<SocketState>,
    { stream, connection = "", isReleased = false }: UplinkState,
  ): void {
    const { uplinks, taping } = this.#deps;
    const uplink = uplinks.open(stream, connection, socket);
    uplink.isReleased = isReleased;
    taping.restored(uplink);
  }

  close(socket: WebSocket): void {
    const { uplinks, taping } = this.#deps;
    const uplink = uplinks.get(socket);
    if (uplink === undefined) return;
    uplinks.close(socket);
    taping.closed(uplink);
  }

  /** Another stream is on air, or none. */
  carry(stream: string | null): void {
    if (stream === this.#stream) return;
    this.#stream = stream;
    this.#isCut = true;
    this.#lastPacketAt = null;
    this.#fanOut.endSound();
    this.#deps.progressive.end();
    const { uplinks, taping } = this.#deps;
    if (stream !== null) for (const uplink of uplinks.of(stream)) taping.keep(uplink);
  }

  /** The room no longer carries this stream. */
  release(stream: string): void {
    for (const uplink of this.#deps.uplinks.of(stream)) this.#deps.taping.release(uplink);
  }

  /** The same, when the room itself ends. */
  end(stream: string): void {
    for (const uplink of this.#deps.uplinks.of(stream)) this.#deps.uplinks.end(uplink);
  }

  /**
   * Handles one message of the agent. Returns true for the first packet of a stream that is on air: from then on,
   * silence is significant.
   */
  receive(socket: WebSocket, message: string | ArrayBuffer, now: number): boolean {
    const { uplinks, taping } = this.#deps;
    const uplink = uplinks.get(socket);
    if (uplink === undefined) return false;
    if (typeof message === "string") {
      taping.text(uplink, message);
      return false;
    }
    const frame = decodeUplink(new Uint8Array(message));
    const accepted = frame && uplinks.accept(uplink, frame);
    if (frame === undefined || accepted === undefined) return false;
    const isHeard = accepted.isLive && uplink.stream === this.#stream;
    const isFirst = isHeard && this.#pass(frame, accepted.isDiscontinuity, now);
    // After it was sent to the listeners.
    taping.take(uplink, frame, message, accepted.isLive);
    return isFirst;
  }

  #pass({ kind, payload, at }: UplinkFrame, isDiscontinuity: boolean, now: number): boolean {
    const { progressive } = this.#deps;
    if (kind === "mp3") progressive.mp3(payload, at, now);
    if (kind !== "opus") return false;
    const isFirst = this.#lastPacketAt === null;
    this.#lastPacketAt = now;
    if (this.#fanOut.nextSeq >= this.#reserved)
      this.#reserved = reservePackets(this.#memory, this.#fanOut.nextSeq);
    this.#fanOut.packet(payload, at, isDiscontinuity || this.#isCut, now);
    progressive.opus(payload, at, now);
    this.#isCut = false;
    return isFirst;
  }
}
