/**
 * Reference reader of the live protocol, written from docs/live-protocol.md alone so that the page is tested with the
 * server: reads the binary messages of a room's socket, checks that no packet is missing, and passes on the packets and
 * the room's events.
 */
import WebSocket from "ws";

export interface LivePacket {
  seq: number;
  /** Server time (epoch ms) of its first sample. */
  at: number;
  opus: Buffer;
}

export interface LiveMessage {
  isDiscontinuity: boolean;
  packets: LivePacket[];
  /** Room events that came with the sound, `{ event, data, seq, at }`. */
  events: RoomEventFrame[];
  /** Epoch ms, the reader's clock. */
  receivedAt: number;
}

interface TextFrame {
  event: string;
  id?: string;
  error?: string;
}

export interface RoomEventFrame {
  event: string;
  data: unknown;
  seq: number;
  at: number;
}

const packetMs = 20;
const headerBytes = 16;

/** Parses one binary message. Throws with a description of what is invalid. */
export function readLiveMessage(bytes: Buffer, receivedAt = Date.now()): LiveMessage {
  if (bytes.length < headerBytes) throw new Error(`A message of ${bytes.length} bytes has no header.`);
  const version = bytes.readUInt8(0);
  if (version !== 1) throw new Error(`Version ${version} of the live protocol is not known.`);
  const count = bytes.readUInt16BE(2);
  const firstSeq = bytes.readUInt32BE(4);
  const firstAt = bytes.readDoubleBE(8);
  const packets: LivePacket[] = [];
  let offset = headerBytes;
  for (let index = 0; index < count; index++) {
    const length = bytes.readUInt16BE(offset);
    const opus = bytes.subarray(offset + 2, offset + 2 + length);
    if (opus.length !== length) throw new Error(`Packet ${index} of ${count} is cut short.`);
    packets.push({ seq: (firstSeq + index) >>> 0, at: firstAt + index * packetMs, opus });
    offset += 2 + length;
  }
  const events =
    offset < bytes.length ? (JSON.parse(bytes.toString("utf8", offset)) as RoomEventFrame[]) : [];
  return { isDiscontinuity: (bytes.readUInt8(1) & 1) === 1, packets, events, receivedAt };
}

export interface LiveReaderOptions {
  /** Origin, for example `http://localhost:8787`. */
  origin: string;
  /** `stage/<id>` or `profile/<id>`. */
  room: string;
  class: "live" | "normal";
  /** A session's token; without it the reader is a signed-out listener. */
  token?: string;
  /** The last packet number received: resume after it. */
  resume?: number;
  onMessage?: (message: LiveMessage) => void;
  /** Events that came in a separate text frame. */
  onEvent?: (event: RoomEventFrame) => void;
}

export class LiveReader {
  readonly #socket: WebSocket;
  /** Packets that were numbered but never arrived. */
  lost = 0;
  received = 0;
  lastSeq: number | undefined;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
  }

  /** Resolves when the room has acknowledged `listen`. */
  static async open(options: LiveReaderOptions): Promise<LiveReader> {
    const url = `${options.origin.replace(/^http/, "ws")}/realtime/${options.room}`;
    const headers = options.token === undefined ? {} : { authorization: `Bearer ${options.token}` };
    const socket = new WebSocket(url, { origin: options.origin, headers, perMessageDeflate: false });
    const reader = new LiveReader(socket);
    reader.lastSeq = options.resume;
    await new Promise<void>((resolve, reject) => {
      socket.once("error", reject);
      socket.once("close", (code, reason) => reject(new Error(`Closed: ${code} ${reason.toString()}`)));
      socket.on("open", () => {
        const data = { class: options.class, resume: options.resume };
        socket.send(JSON.stringify({ event: "listen", id: "listen", data }));
      });
      socket.on("message", (bytes: Buffer, isBinary) => {
        if (isBinary) {
          const message = readLiveMessage(bytes);
          reader.#count(message);
          options.onMessage?.(message);
          return;
        }
        const frame = JSON.parse(bytes.toString("utf8")) as TextFrame | RoomEventFrame[];
        if (Array.isArray(frame)) return frame.forEach((event) => options.onEvent?.(event));
        if (frame.id !== "listen") return options.onEvent?.(frame as RoomEventFrame);
        if (frame.event === "ack") resolve();
        else reject(new Error(`The room refused to be listened to: ${frame.error}`));
      });
    });
    return reader;
  }

  close(): void {
    this.#socket.terminate();
  }

  #count(message: LiveMessage): void {
    for (const { seq } of message.packets) {
      if (this.lastSeq !== undefined) this.lost += (seq - this.lastSeq - 1) >>> 0;
      this.lastSeq = seq;
      this.received++;
    }
  }
}
