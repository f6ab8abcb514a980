/** A WebSocket to the Worker that is signed at each attempt and reopened whenever it closes. */
import type { IncomingMessage } from "node:http";
import { WebSocket } from "ws";
import { closeCodes } from "#app/domains/air/media/contract/control.ts";
import { signUpgrade } from "#app/domains/air/media/contract/signature.ts";
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

/** Full jitter up to this: one agent is no problem, but many may share a Worker that restarts. */
const firstDelayMs = 250;
const maxDelayMs = 4_000;
const handshakeMs = 5_000;
const pingEveryMs = 3_000;
const pongWithinMs = 9_000;
const maxMessageBytes = 1024 * 1024;

export class SignedSocket {
  readonly #options: SocketOptions;
  #socket: WebSocket | undefined;
  #retryTimer: NodeJS.Timeout | undefined;
  #failures = 0;
  #isStopped = false;
  #roundTripMs: number | undefined;
  #stopPings = () => {};

  constructor(options: SocketOptions) {
    this.#options = options;
  }

  start(): () => void {
    void this.#connect();
    return () => {
      this.#isStopped = true;
      clearTimeout(this.#retryTimer);
      const closing = this.#socket;
      closing?.close(1000);
      setTimeout(() => closing?.terminate(), 500).unref();
    };
  }

  isOpen(): boolean {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  /** Bytes that the network has not taken yet. */
  backlogBytes(): number {
    return this.#socket?.bufferedAmount ?? 0;
  }

  /** Round trip of the last answered ping on this connection, ms. */
  roundTripMs(): number | undefined {
    return this.#roundTripMs;
  }

  /** Returns false, and sends nothing, while the socket is not open. */
  send(data: string | Uint8Array): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(data);
    return true;
  }

  /** Drops this connection and opens a new one. */
  reconnect(): void {
    this.#socket?.terminate();
  }

  async #connect(): Promise<void> {
    const { agentKey, origin, pathAndQuery, clock } = this.#options;
    const headers = await signUpgrade(agentKey, pathAndQuery, clock.now());
    if (this.#isStopped) return;
    const socket = new WebSocket(origin + pathAndQuery, {
      headers,
      handshakeTimeout: handshakeMs,
      perMessageDeflate: false,
      maxPayload: maxMessageBytes,
    });
    this.#socket = socket;
    this.#listen(socket);
  }

  #listen(socket: WebSocket): void {
    const { name } = this.#options;
    socket.on("open", () => this.#opened(socket));
    socket.on("message", (data, isBinary) => {
      if (!isBinary && Buffer.isBuffer(data)) this.#options.onText?.(data.toString("utf8"));
    });
    socket.on("unexpected-response", (request, response) => {
      this.#readRefusal(response);
      request.destroy();
      socket.terminate();
      this.#closed(socket, response.statusCode === 401 ? closeCodes.unauthorized : 1006);
    });
    socket.on("error", (error) => log(`${name}-socket-error`, { reason: error.message }, "warn"));
    socket.on("close", (code) => this.#closed(socket, code));
  }

  #opened(socket: WebSocket): void {
    this.#failures = 0;
    this.#stopPings = startPings(socket, this.#options.clock, (ms) => {
      this.#roundTripMs = ms;
    });
    this.#options.onOpen();
  }

  #closed(socket: WebSocket, code: number): void {
    if (this.#socket !== socket) return;
    this.#socket = undefined;
    this.#roundTripMs = undefined;
    this.#stopPings();
    if (this.#isStopped || !this.#options.onClose(code) || this.#isStopped) return;
    // Full jitter, so that not all agents of a Worker reconnect simultaneously.
    const limitMs = Math.min(maxDelayMs, firstDelayMs * 2 ** this.#failures++);
    this.#retryTimer = setTimeout(() => void this.#connect(), Math.random() * limitMs);
  }

  #readRefusal(response: IncomingMessage): void {
    log(`${this.#options.name}-socket-refused`, { status: response.statusCode }, "warn");
    const date = Date.parse(response.headers.date ?? "");
    const error =
      response.statusCode === 401 && Number.isFinite(date) ? this.#options.clock.correct(date) : undefined;
    if (error !== undefined) log("clock-was-wrong", { errorMs: Math.round(error) }, "error");
  }
}

/** A network that is gone sends no close. Where pings have been answered at all, missing answers end the connection. */
function startPings(socket: WebSocket, clock: ServerClock, onRoundTrip: (ms: number) => void): () => void {
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
