/** Parts for the tests of rooms: users, stages and sets in D1, and the sockets of listeners and of the agent. */
import { env } from "cloudflare:test";
import {
  decodeDownlink,
  encodeUplink,
  type UplinkFrame,
  type UplinkText,
} from "#app/domains/air/media/contract/frames.ts";
import type { RoomReply, ServerFrame } from "#app/domains/air/stages/live/protocol.ts";
import type { LiveUpdate } from "#app/domains/air/stages/live/set-updates.ts";
import type { StreamReport } from "#app/domains/air/stages/stream-report.ts";
import { openDb } from "#db/client.ts";
import { ingestCredentials, sets, stageManagers, stages, users } from "#db/schema/index.ts";
import { agentHeader, type SocketViewer, viewerHeader } from "#durable-objects/contract.ts";
import { encodeViewer } from "#durable-objects/sockets.ts";
import { stageRoom } from "#durable-objects/stubs.ts";

const db = openDb(env.DB);

export async function addPerformer(id: string): Promise<void> {
  await db.insert(users).values({
    id,
    username: `name of ${id}`,
    usernameKey: id,
    email: `${id}@cue.test`,
    emailKey: `${id}@cue.test`,
    passwordHash: "",
    createdAt: Date.now(),
    isPerformer: true,
  });
  await db.insert(ingestCredentials).values({
    mount: `mount-${id}`,
    password: "secret",
    kind: "performer",
    ownerId: id,
    streamId: `stream-${id}`,
    createdAt: Date.now(),
  });
}

/** Creates a stage; on demand unless it is given a schedule. */
export async function addStage(id: string, { isInstant = true } = {}) {
  await db
    .insert(stages)
    .values({ id, name: `stage ${id}`, isInstant, streamId: `stream-${id}`, createdAt: Date.now() });
  return stageRoom(env, id);
}

export async function addSet(
  id: string,
  set: { stageId: string; performerId: string; startsAt: number; endsAt: number },
): Promise<void> {
  await db.insert(sets).values({ id, name: `set ${id}`, createdAt: Date.now(), ...set });
}

export async function addManager(stageId: string, userId: string): Promise<void> {
  await db.insert(stageManagers).values({ stageId, userId, createdAt: Date.now() });
}

let version = 0;

/** Returns a stream report: connected and with sound unless changed. */
export function report(
  ownerKind: StreamReport["ownerKind"],
  ownerId: string,
  change: Partial<StreamReport> = {},
): StreamReport {
  version += 1;
  return {
    stream: `stream-${ownerId}`,
    ownerKind,
    ownerId,
    state: "up",
    connection: "connection-1",
    connectedAt: Date.now() - 100,
    firstAudioAt: Date.now(),
    disconnectedAt: null,
    title: null,
    level: null,
    silentSince: null,
    claimedBy: null,
    fence: 1,
    version,
    ...change,
  };
}

export function viewer(userId: string | null): SocketViewer {
  return {
    userId,
    username: userId === null ? "" : `name of ${userId}`,
    photo: null,
    badge: null,
    sessionHash: userId === null ? null : `session of ${userId}`,
    canWrite: userId !== null,
    listenerKey: userId ?? `anonymous:${crypto.randomUUID()}`,
  };
}

export async function until<T>(find: () => T | undefined | false, withinMs = 20_000): Promise<T> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const found = find();
    if (found !== undefined && found !== false) return found;
    if (Date.now() > deadline) throw new Error(`not within ${withinMs} ms: ${find.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

type Events = Extract<ServerFrame, { seq: number }>;

/** One listener: keeps everything it received, in order. */
export class Listener {
  readonly events: Events[] = [];
  readonly replies: RoomReply[] = [];
  /** Each text frame as received. */
  readonly texts: string[] = [];
  /** Updates of the set that it follows. */
  readonly updates: LiveUpdate[] = [];
  readonly packets: { seq: number; at: number; text: string; isDiscontinuity: boolean }[] = [];
  closeCode: number | undefined;
  readonly #socket: WebSocket;

  constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.binaryType = "arraybuffer";
    socket.addEventListener("message", ({ data }) => {
      if (typeof data === "string") this.#text(data);
      else this.#sound(data);
    });
    socket.addEventListener("close", ({ code }) => {
      this.closeCode = code;
    });
    socket.accept();
  }

  static async open(
    room: Pick<DurableObjectStub, "fetch">,
    who: SocketViewer = viewer(null),
    since?: number,
  ): Promise<Listener> {
    const query = since === undefined ? "" : `?since=${since}`;
    const response = await room.fetch(`https://room/${query}`, {
      headers: { upgrade: "websocket", [viewerHeader]: encodeViewer(who) },
    });
    if (response.webSocket === null) throw new Error(`not upgraded: ${response.status}`);
    return new Listener(response.webSocket);
  }

  get lastSeq(): number {
    return this.events.at(-1)?.seq ?? 0;
  }

  sendRaw(data: string | ArrayBuffer): void {
    this.#socket.send(data);
  }

  /** Sends a frame and returns the reply to it. */
  async send(event: string, data: unknown, id: string = crypto.randomUUID()): Promise<RoomReply> {
    const before = this.replies.length;
    this.sendRaw(JSON.stringify({ event, data, id }));
    return until(() => this.replies.slice(before).find((reply) => reply.id === id));
  }

  say(msg: string, id?: string): Promise<RoomReply> {
    return this.send("roomChat", { msg }, id);
  }

  event<Name extends Events["event"]>(
    name: Name,
    isIt: (event: Extract<Events, { event: Name }>) => boolean = () => true,
  ): Promise<Extract<Events, { event: Name }>> {
    type Wanted = Extract<Events, { event: Name }>;
    return until(() =>
      this.events.find((each): each is Wanted => each.event === name && isIt(each as Wanted)),
    );
  }

  close(): void {
    this.#socket.close(1000);
  }

  #text(text: string): void {
    if (text === "pong") return;
    this.texts.push(text);
    const frames = JSON.parse(text) as ServerFrame | LiveUpdate | Events[];
    for (const frame of Array.isArray(frames) ? frames : [frames]) {
      if ("n" in frame) this.updates.push(frame);
      else if ("seq" in frame) this.events.push(frame);
      else this.replies.push(frame);
    }
  }

  #sound(data: ArrayBuffer): void {
    const frame = decodeDownlink(data);
    if (frame === undefined) throw new Error("not a downlink frame");
    frame.packets.forEach((packet, i) => {
      this.packets.push({
        seq: frame.seq + i,
        at: frame.at + i * 20,
        text: new TextDecoder().decode(packet),
        isDiscontinuity: frame.isDiscontinuity && i === 0,
      });
    });
    if (frame.events !== "") this.events.push(...(JSON.parse(frame.events) as Events[]));
  }
}

/** The agent's audio socket of one stream: packets that contain their stream and their number. */
export class Uplink {
  closeCode: number | undefined;
  /** Messages of the room about the frames. */
  readonly texts: UplinkText[] = [];
  readonly #socket: WebSocket;
  readonly #stream: string;
  #seq = 0;

  private constructor(socket: WebSocket, stream: string) {
    this.#socket = socket;
    this.#stream = stream;
    socket.addEventListener("close", ({ code }) => {
      this.closeCode = code;
    });
    socket.addEventListener("message", ({ data }) => {
      this.texts.push(JSON.parse(String(data)));
    });
    socket.accept();
  }

  static async open(
    room: Pick<DurableObjectStub, "fetch">,
    stream: string,
    connection = "connection-1",
  ): Promise<Uplink> {
    const response = await room.fetch(`https://room/?stream=${stream}&connection=${connection}`, {
      headers: { upgrade: "websocket", [agentHeader]: "audio" },
    });
    if (response.webSocket === null) throw new Error(`not upgraded: ${response.status}`);
    return new Uplink(response.webSocket, stream);
  }

  send(count = 1, kind: UplinkFrame["kind"] = "opus", payload?: Uint8Array): void {
    for (let i = 0; i < count; i++) {
      const seq = this.#seq++;
      if (this.closeCode !== undefined || this.#socket.readyState !== WebSocket.OPEN) return;
      this.#socket.send(
        encodeUplink({
          kind,
          seq,
          at: Date.now(),
          isDiscontinuity: false,
          payload: payload ?? new TextEncoder().encode(`${this.#stream}#${seq}`),
        }),
      );
    }
  }

  /** Sends frames as they are: those that are sent again keep their numbers. */
  sendFrames(frames: readonly UplinkFrame[]): void {
    for (const frame of frames) this.#socket.send(encodeUplink(frame));
  }

  sendText(text: UplinkText): void {
    this.#socket.send(JSON.stringify(text));
  }

  /** The frames of this kind that were acknowledged. */
  taped(kind: UplinkFrame["kind"] = "opus"): Set<number> {
    const seqs = new Set<number>();
    for (const { event, data } of this.texts)
      if (event === "taped" && data.kind === kind)
        for (let seq = data.from; seq <= data.to; seq++) seqs.add(seq);
    return seqs;
  }

  /** Sends packets in real time until stopped. */
  play(): () => void {
    const timer = setInterval(() => this.send(), 20);
    return () => clearInterval(timer);
  }

  close(): void {
    this.#socket.close(1000);
  }
}
