/** A gateway and rooms in the test's own process, speaking the agent's side of the contract over real sockets. */
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { buffer } from "node:stream/consumers";
import { type WebSocket, WebSocketServer } from "ws";
import {
  AgentMessage,
  agentPaths,
  type EncoderReport,
  type Fact,
  type GatewayMessage,
} from "#app/domains/air/media/contract/control.ts";
import type { FetchResult } from "#app/domains/air/media/contract/fetch.ts";
import { decodeUplink, type UplinkFrame, type UplinkText } from "#app/domains/air/media/contract/frames.ts";
import { type EarProbed, encodePeakList, readSoundRequest } from "#app/domains/air/media/contract/heard.ts";
import { verifyUpgrade } from "#app/domains/air/media/contract/signature.ts";
import { FakeTape } from "./fake-tape.ts";

export const agentKey = "test-agent-key-0123456789";

export interface ReceivedFrame extends UplinkFrame {
  /** `performance.now()` when it came. */
  receivedAt: number;
  room: string;
  stream: string;
  connection: string;
}

/** The first message on an audio socket. */
export interface ReceivedHeld {
  connection: string;
  /** Number of frames that had come until then, on all sockets. */
  after: number;
  held: Partial<Record<UplinkFrame["kind"], number>>;
}

export interface FakeGateway {
  url: string;
  /** Mount to password. */
  passwords: Map<string, string>;
  facts: Fact[];
  /** Questions of the agent, the newest last. */
  questions: { mount: string; password: string }[];
  /** Sequence numbers of facts and snapshots, in order of arrival. */
  sequence: number[];
  snapshots: EncoderReport[][];
  /** Those that rooms let their listeners hear. */
  frames: ReceivedFrame[];
  /** Those that are for the recording only. */
  late: ReceivedFrame[];
  helds: ReceivedHeld[];
  /** Whether rooms report frames as taped. */
  isTaping: boolean;
  starts: string[];
  /** The offers of each start. */
  offers: string[][];
  /** Results of the requests that it was asked to make. */
  fetches: FetchResult[];
  /** Peaks of references, by id, for the agent to fetch. */
  peaks: Map<string, Uint8Array>;
  probed: EarProbed[];
  /** Peaks of live sound that the agent has sent. */
  sounds: { stream: string; from: number; peaks: Uint8Array }[];
  audioSockets: () => number;
  sendAudio: (text: string) => void;
  send: (message: GatewayMessage) => void;
  /** Close the control and audio sockets and refuse new ones until `comeBack`. */
  goAway: () => void;
  comeBack: () => void;
  closeControl: (code: number) => void;
  closeAudio: (code: number) => void;
  stop: () => Promise<void>;
}

export async function startFakeGateway(port = 0): Promise<FakeGateway> {
  const server = createServer();
  const sockets = new WebSocketServer({ noServer: true });
  const raw = new Set<Socket>();
  const controls = new Set<WebSocket>();
  const audio = new Set<WebSocket>();
  const nonces = new Set<string>();
  let isAway = false;
  let fence = 0;
  const passwords = new Map<string, string>();
  const facts: Fact[] = [];
  const questions: FakeGateway["questions"] = [];
  const sequence: number[] = [];
  const snapshots: EncoderReport[][] = [];
  const frames: ReceivedFrame[] = [];
  const late: ReceivedFrame[] = [];
  const helds: ReceivedHeld[] = [];
  const starts: string[] = [];
  const offers: string[][] = [];
  const fetches: FetchResult[] = [];
  const peaks = new Map<string, Uint8Array>();
  const probed: EarProbed[] = [];
  const sounds: FakeGateway["sounds"] = [];

  server.on("connection", (socket) => {
    raw.add(socket);
    socket.once("close", () => raw.delete(socket));
  });
  async function isSigned(request: IncomingMessage): Promise<boolean> {
    const headers = new Headers(request.headers as Record<string, string>);
    const signed = await verifyUpgrade([agentKey], request.url ?? "", headers, Date.now());
    if (isAway || !signed || nonces.has(signed.nonce)) return false;
    nonces.add(signed.nonce);
    return true;
  }
  server.on("request", (request, response) => {
    void isSigned(request).then((isIt) => {
      if (!isIt) return response.writeHead(401).end();
      const { pathname, searchParams } = new URL(request.url ?? "", "http://x");
      const sound = pathname === agentPaths.sound ? readSoundRequest(searchParams) : null;
      if (sound !== null) {
        void buffer(request).then((peaks) => sounds.push({ ...sound, peaks }));
        return response.writeHead(204).end();
      }
      const ids = searchParams.getAll("id");
      return response.end(encodePeakList(new Map([...peaks].filter(([id]) => ids.includes(id)))));
    });
  });
  server.on("upgrade", (request: IncomingMessage, socket: Socket, head) => {
    void (async () => {
      const path = request.url ?? "";
      if (!(await isSigned(request))) return socket.end("HTTP/1.1 401 Unauthorized\r\n\r\n");
      sockets.handleUpgrade(request, socket, head, (ws) =>
        path === agentPaths.control ? serveControl(ws) : serveAudio(ws, new URL(path, "http://x")),
      );
    })();
  });

  function serveControl(ws: WebSocket): void {
    controls.add(ws);
    ws.on("close", () => controls.delete(ws));
    const say = (message: GatewayMessage) => ws.send(JSON.stringify(message));
    ws.on("message", (data: Buffer) => {
      const message = AgentMessage.parse(JSON.parse(data.toString("utf8")));
      switch (message.type) {
        case "hello":
          starts.push(message.start);
          offers.push(message.offers ?? []);
          say({ type: "welcome", fence: ++fence, now: Date.now() });
          for (const mount of passwords.keys()) say(routeOf(mount));
          return;
        case "authorize":
          questions.push({ mount: message.mount, password: message.password });
          return say({
            type: "authorized",
            id: message.id,
            isAllowed: passwords.get(message.mount) === message.password,
          });
        case "fetched":
        case "unfetched":
          return void fetches.push(message);
        case "probed":
          return void probed.push(message);
        case "facts":
          facts.push(...message.facts);
          break;
        case "snapshot":
          snapshots.push(message.mounts);
          break;
      }
      sequence.push(message.seq);
      say({ type: "ack", seq: message.seq, now: Date.now() });
    });
  }

  function serveAudio(ws: WebSocket, url: URL): void {
    audio.add(ws);
    ws.on("close", () => audio.delete(ws));
    const room = url.pathname.slice(agentPaths.audio.length);
    const stream = url.searchParams.get("stream") ?? "";
    const connection = url.searchParams.get("connection") ?? "";
    const tape = new FakeTape(ws);
    let isFirst = true;
    ws.on("message", (data: Buffer, isBinary) => {
      if (isBinary === isFirst) throw new Error("the first message alone is text");
      isFirst = false;
      if (!isBinary) {
        const message = JSON.parse(data.toString("utf8")) as UplinkText;
        if (message.event !== "held") throw new Error("not a message to a room");
        helds.push({ connection, after: frames.length, held: message.data });
        return;
      }
      const frame = decodeUplink(data);
      if (!frame) throw new Error("not an uplink frame");
      const received = { ...frame, receivedAt: performance.now(), room, stream, connection };
      (frame.isLate ? late : frames).push(received);
      if (gateway.isTaping) tape.add(frame);
    });
  }

  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const { port: ownPort } = server.address() as AddressInfo;
  const gateway: FakeGateway = {
    url: `http://127.0.0.1:${ownPort}`,
    passwords,
    facts,
    questions,
    sequence,
    snapshots,
    frames,
    late,
    helds,
    isTaping: true,
    starts,
    offers,
    fetches,
    peaks,
    probed,
    sounds,
    audioSockets: () => audio.size,
    sendAudio(text) {
      for (const ws of audio) ws.send(text);
    },
    send(message) {
      for (const ws of controls) ws.send(JSON.stringify(message));
    },
    goAway() {
      isAway = true;
      for (const socket of raw) socket.destroy();
    },
    comeBack() {
      isAway = false;
    },
    closeControl(code) {
      for (const ws of controls) ws.close(code);
    },
    closeAudio(code) {
      for (const ws of audio) ws.close(code);
    },
    async stop() {
      for (const socket of raw) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return gateway;
}

/** Every mount's stream goes to a room of its own name. */
export function routeOf(mount: string, room: string | null = `stage/${mount}`): GatewayMessage {
  return { type: "route", mount, stream: `stream-${mount}`, room };
}
