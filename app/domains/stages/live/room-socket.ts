import ReconnectingWebSocket from "partysocket/ws";
import { decodeDownlink } from "../../media/contract/frames.ts";
import { roomCloseCodes } from "./close-codes.ts";
import type { ClientFrame } from "./protocol.ts";
import { reconnectDelay } from "./reconnect.ts";
import type { ListenClass, RoomTransport, TransportHandlers } from "./transport.ts";

/** Silence after which the other side is asked whether it is still there … */
const quietMs = 20_000;
/** … and while sound was flowing: a dead connection is noticed before the listener has left. */
const soundQuietMs = 2_500;
const pongMs = 3_000;
const watchEveryMs = 500;
/** One failed attempt is a hiccup; the second means that there is no connection. */
const failuresUntilOffline = 2;

interface Listening {
  listenClass: ListenClass;
  port: MessagePort;
  /** The newest packet received, or null before the first. */
  lastSeq: number | null;
}

/**
 * One room's socket: reconnects without end, resumes events and sound where they stopped, notices a connection that
 * is dead without having been closed, and sorts sound from text. Runs in a worker or in the page.
 */
export class RoomSocket implements RoomTransport {
  readonly #url: string;
  readonly #handlers: TransportHandlers;
  readonly #socket: ReconnectingWebSocket;
  readonly #watch: ReturnType<typeof setInterval>;
  #since: number | null = null;
  #listening: Listening | null = null;
  #listens = 0;
  #attempt = 0;
  #failures = 0;
  #askedMs = 0;
  #endWait = () => {};
  #heardAt = 0;
  #pingedAt: number | null = null;
  #isSoundFlowing = false;

  constructor(url: string, handlers: TransportHandlers) {
    this.#url = url;
    this.#handlers = handlers;
    // The delays are all in #nextUrl, where they can be cut short when the network is back.
    this.#socket = new ReconnectingWebSocket(() => this.#nextUrl(), null, {
      minReconnectionDelay: 0,
      maxReconnectionDelay: 0,
      connectionTimeout: 8_000,
      shouldReconnectOnClose: ({ code }) =>
        code !== roomCloseCodes.sessionEnded && code !== roomCloseCodes.gone,
      maxEnqueuedMessages: 0,
    });
    this.#socket.binaryType = "arraybuffer";
    this.#socket.addEventListener("open", this.#onOpen);
    this.#socket.addEventListener("close", this.#onClose);
    this.#socket.addEventListener("message", this.#onMessage);
    this.#watch = setInterval(this.#onWatch, watchEveryMs);
    globalThis.addEventListener("online", this.#onOnline);
    handlers.onStatus("connecting");
  }

  send(text: string): void {
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.send(text);
  }

  listen(listenClass: ListenClass, port: MessagePort): void {
    this.#listening = { listenClass, port, lastSeq: null };
    this.#askForSound();
  }

  unlisten(): void {
    if (this.#listening === null) return;
    this.#listening.port.close();
    this.#listening = null;
    this.#isSoundFlowing = false;
    this.#sendFrame({ event: "unlisten", id: this.#listenId(), data: {} });
  }

  seen(seq: number): void {
    this.#since = seq;
  }

  close(): void {
    clearInterval(this.#watch);
    globalThis.removeEventListener("online", this.#onOnline);
    this.#endWait();
    this.#listening?.port.close();
    this.#listening = null;
    this.#socket.removeEventListener("close", this.#onClose);
    this.#socket.close();
  }

  async #nextUrl(): Promise<string> {
    const waitMs = reconnectDelay(this.#attempt, this.#askedMs, Math.random());
    this.#attempt += 1;
    this.#askedMs = 0;
    if (waitMs > 0) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, waitMs);
        this.#endWait = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    const url = new URL(this.#url);
    if (this.#since !== null) url.searchParams.set("since", String(this.#since));
    return url.href;
  }

  readonly #onOpen = () => {
    this.#failures = 0;
    this.#heard();
    if (this.#listening) this.#askForSound();
    this.#handlers.onStatus("open");
  };

  readonly #onClose = ({ code, reason }: { code: number; reason: string }) => {
    this.#pingedAt = null;
    this.#isSoundFlowing = false;
    if (code === roomCloseCodes.sessionEnded) {
      this.#handlers.onStatus("ended");
      return;
    }
    if (code === roomCloseCodes.retryAfter) this.#askedMs = Number(reason) || 1_000;
    this.#failures += 1;
    const isOffline =
      code === roomCloseCodes.gone || this.#failures >= failuresUntilOffline || !navigator.onLine;
    this.#handlers.onStatus(isOffline ? "offline" : "connecting");
  };

  readonly #onMessage = ({ data }: MessageEvent<unknown>) => {
    this.#heard();
    if (typeof data === "string") {
      if (data !== "pong") this.#handlers.onText(data);
    } else if (data instanceof ArrayBuffer) {
      this.#onSound(data);
    }
  };

  #onSound(data: ArrayBuffer): void {
    const frame = decodeDownlink(data);
    if (frame === undefined) return;
    if (frame.events !== "") this.#handlers.onText(frame.events);
    const listening = this.#listening;
    if (frame.packets.length === 0 || listening === null) return;
    this.#isSoundFlowing = true;
    listening.lastSeq = (frame.seq + frame.packets.length - 1) >>> 0;
    const { isDiscontinuity, seq, at, packets } = frame;
    listening.port.postMessage({ isDiscontinuity, seq, at, packets }, [data]);
  }

  #heard(): void {
    this.#heardAt = performance.now();
    this.#pingedAt = null;
  }

  readonly #onWatch = () => {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    const now = performance.now();
    if (this.#pingedAt !== null) {
      if (now - this.#pingedAt > pongMs) this.#socket.reconnect();
    } else if (now - this.#heardAt > (this.#isSoundFlowing ? soundQuietMs : quietMs)) {
      this.#isSoundFlowing = false;
      this.#pingedAt = now;
      this.#socket.send("ping");
    }
  };

  /** The network is back: waiting longer helps nobody, but a whole building may be back at once. */
  readonly #onOnline = () => {
    setTimeout(() => this.#endWait(), Math.random() * 500);
  };

  #askForSound(): void {
    if (this.#listening === null) return;
    const { listenClass, lastSeq } = this.#listening;
    const resume = lastSeq === null ? {} : { resume: lastSeq };
    this.#sendFrame({ event: "listen", id: this.#listenId(), data: { class: listenClass, ...resume } });
  }

  #listenId(): string {
    this.#listens += 1;
    return `listen-${this.#listens}`;
  }

  #sendFrame(frame: ClientFrame): void {
    this.send(JSON.stringify(frame));
  }
}
