/** A WebSocket to the Worker that is signed at each attempt and reopened whenever it closes. */
import type { IncomingMessage } from "node:http";
import { WebSocket } from "ws";
import { closeCodes } from "#app/domains/media/contract/control.ts";
import { signUpgrade } from "#app/domains/media/contract/signature.ts";
import { log } from "../log.ts";
import type { ServerClock } from "../server-clock.ts";

export interface SocketOptions {
  name: "control" | "audio";
  /** `ws://host:port`. */
  origin: string;
  pathAndQuery: string;
  agentKey: string;
  clock: ServerClock;
  onOpen(): void;
  onText?(text: string): void;
  /** Returns whether to connect again. */
  onClose(code: number): boolean;
}

export interface SignedSocket {
  isOpen(): boolean;
  /** Bytes that the network has not taken yet. */
  backlogBytes(): number;
  /** Round trip of the last answered ping on this connection, ms. */
  roundTripMs(): number | undefined;
  /** Returns false, and sends nothing, while the socket is not open. */
  send(data: string | Uint8Array): boolean;
  /** Drops this connection and opens a new one. */
  reconnect(): void;
  stop(): void;
}

/** Full jitter up to this: one agent is no problem, but many may share a Worker that restarts. */
const firstDelayMs = 250;
const maxDelayMs = 4_000;
const handshakeMs = 5_000;
const pingEveryMs = 3_000;
const pongWithinMs = 9_000;
const maxMessageBytes = 1024 * 1024;

export function openSignedSocket(options: SocketOptions): SignedSocket {
  const { clock } = options;
  let socket: WebSocket | undefined;
  let timer: NodeJS.Timeout | undefined;
  let failures = 0;
  let isStopped = false;
  let roundTripMs: number | undefined;

  async function attempt(): Promise<void> {
    const headers = await signUpgrade(options.agentKey, options.pathAndQuery, clock.now());
    if (isStopped) return;
    const opening = new WebSocket(options.origin + options.pathAndQuery, {
      headers,
      handshakeTimeout: handshakeMs,
      perMessageDeflate: false,
      maxPayload: maxMessageBytes,
    });
    socket = opening;
    let stopWatching = () => {};
    opening.on("open", () => {
      failures = 0;
      stopWatching = watchPongs(opening, clock, (ms) => {
        roundTripMs = ms;
      });
      options.onOpen();
    });
    opening.on("message", (data, isBinary) => {
      if (!isBinary && Buffer.isBuffer(data)) options.onText?.(data.toString("utf8"));
    });
    opening.on("unexpected-response", (request, response) => {
      readRefusal(response);
      request.destroy();
      opening.terminate();
      closed(response.statusCode === 401 ? closeCodes.unauthorized : 1006);
    });
    opening.on("error", (error) => log(`${options.name}-socket-error`, { reason: error.message }, "warn"));
    opening.on("close", (code) => closed(code));

    const closed = (code: number) => {
      if (socket !== opening) return;
      socket = undefined;
      roundTripMs = undefined;
      stopWatching();
      if (isStopped || !options.onClose(code) || isStopped) return;
      // Full jitter, so that not all agents of a Worker reconnect simultaneously.
      const limitMs = Math.min(maxDelayMs, firstDelayMs * 2 ** failures++);
      timer = setTimeout(() => void attempt(), Math.random() * limitMs);
    };
  }

  function readRefusal(response: IncomingMessage): void {
    log(`${options.name}-socket-refused`, { status: response.statusCode }, "warn");
    const date = Date.parse(response.headers.date ?? "");
    const error = response.statusCode === 401 && Number.isFinite(date) ? clock.correct(date) : undefined;
    if (error !== undefined) log("clock-was-wrong", { errorMs: Math.round(error) }, "error");
  }

  void attempt();
  return {
    isOpen: () => socket?.readyState === WebSocket.OPEN,
    roundTripMs: () => roundTripMs,
    backlogBytes: () => socket?.bufferedAmount ?? 0,
    send(data) {
      if (socket?.readyState !== WebSocket.OPEN) return false;
      socket.send(data);
      return true;
    },
    reconnect: () => socket?.terminate(),
    stop() {
      isStopped = true;
      clearTimeout(timer);
      const closing = socket;
      closing?.close(1000);
      setTimeout(() => closing?.terminate(), 500).unref();
    },
  };
}

/** A network that is gone sends no close. Where pings have been answered at all, missing answers end the connection. */
function watchPongs(socket: WebSocket, clock: ServerClock, onRoundTrip: (ms: number) => void): () => void {
  let lastPongAt: number | undefined;
  let lastPingAt = 0;
  const ping = () => {
    lastPingAt = clock.local();
    socket.ping();
  };
  socket.on("pong", () => {
    lastPongAt = clock.local();
    onRoundTrip(lastPongAt - lastPingAt);
  });
  ping();
  const timer = setInterval(() => {
    if (lastPongAt !== undefined && clock.local() - lastPongAt > pongWithinMs) socket.terminate();
    else if (socket.readyState === WebSocket.OPEN) ping();
  }, pingEveryMs);
  return () => clearInterval(timer);
}
