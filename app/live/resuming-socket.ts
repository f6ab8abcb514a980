import ReconnectingWebSocket from "partysocket/ws";
import { decodeDownlink } from "../domains/air/media/contract/frames.ts";
import type { ClientFrame } from "../domains/air/stages/live/client-frame.ts";
import { roomCloseCodes } from "../domains/air/stages/live/close-codes.ts";
import { NetworkWatch } from "./network-watch.ts";
import { reconnectDelay } from "./reconnect.ts";
import { lifeSignUrl } from "./socket-url.ts";
import { SoundRequest } from "./sound-request.ts";
import type { ListenOptions, Transport, TransportHandlers, TransportStatus } from "./transport.ts";

/** Time of silence after which the other side is pinged … */
const quietMs = 20_000;
/** … and after this while sound was flowing: a dead connection is noticed before the listener has left. */
const soundQuietMs = 2_500;
const pongMs = 3_000;
const watchEveryMs = 500;
/** Pings while it listens, so that a room soon notices a listener whose network is gone. */
const lifeSignMs = 1_500;
/** The start of a frame that is sent back, which shows that this side reads. */
const probeStart = `{"event":"probe"`;
/** One failed attempt may be a hiccup; the second means that there is no connection. */
const failuresUntilOffline = 2;
/**
 * While the network is known to be down, its watch decides when to reconnect; an attempt is still made from time to
 * time. Browsers delay attempts by seconds after many failures.
 */
const awayAttemptMs = 30_000;
/** Reconnect jitter, for when a shared network returns for many users simultaneously. */
const listenersSpreadMs = 150;
const readersSpreadMs = 500;
/** An attempt that is older than this when the network returns was made without a network. */
const voidAttemptMs = 300;
/** A replaced connection continues the sound until the new one has surely started. */
const overlapMs = 1_000;

/** The codes after which it does not reconnect. */
const finalStatus: ReadonlyMap<number, TransportStatus> = new Map([
  [roomCloseCodes.sessionEnded, "ended"],
  [roomCloseCodes.gone, "gone"],
  [roomCloseCodes.crowded, "crowded"],
]);

/**
 * One room's socket: reconnects without limit, resumes events and sound where they stopped, detects a dead connection
 * that was not closed, and separates sound from text. Runs in a worker or in the page.
 */
export class ResumingSocket implements Transport {
  readonly #url: string;
  readonly #handlers: TransportHandlers;
  #socket: ReconnectingWebSocket;
  /** Opening to replace `#socket`, by `renew`. */
  #successor: ReconnectingWebSocket | null = null;
  #leaveBefore = () => {};
  readonly #watch: ReturnType<typeof setInterval>;
  #since: number | null = null;
  #listening: SoundRequest | null = null;
  #listens = 0;
  #attempt = 0;
  #attemptedAt = 0;
  #isHurried = false;
  #failures = 0;
  #askedMs = 0;
  #endWait = () => {};
  #heardAt = 0;
  #pingedAt: number | null = null;
  #isSoundFlowing = false;
  #lifeSignAt = 0;
  readonly #network = new NetworkWatch(
    (signal) => fetch(lifeSignUrl(this.#url), { method: "HEAD", cache: "no-store", signal }),
    () => this.#hurry(),
  );

  constructor(url: string, handlers: TransportHandlers) {
    this.#url = url;
    this.#handlers = handlers;
    this.#socket = this.#openSocket();
    this.#follow(this.#socket);
    this.#socket.addEventListener("open", this.#onOpen);
    this.#watch = setInterval(this.#onWatch, watchEveryMs);
    globalThis.addEventListener("online", this.#hurry);
    handlers.onStatus("connecting");
  }

  send(text: string): void {
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.send(text);
  }

  listen(options: ListenOptions, port: MessagePort): void {
    this.#listening = new SoundRequest(options, port);
    this.#askForSound();
    if (this.#socket.readyState !== this.#socket.OPEN && this.#failures > 0) this.#network.begin();
  }

  unlisten(): void {
    if (this.#listening === null) return;
    this.#listening.close();
    this.#listening = null;
    this.#isSoundFlowing = false;
    this.#network.end();
    this.#sendFrame({ event: "unlisten", id: this.#listenId(), data: {} });
  }

  seen(seq: number): void {
    this.#since = seq;
  }

  /** The present connection continues until the other one is open, and a little longer: the sound has no gap. */
  renew(): void {
    this.#successor?.close();
    this.#isHurried = true;
    const successor = this.#openSocket();
    this.#successor = successor;
    const takeOver = () => {
      successor.removeEventListener("open", takeOver);
      successor.addEventListener("open", this.#onOpen);
      this.#takeOver(successor);
    };
    successor.addEventListener("open", takeOver);
  }

  close(): void {
    this.#successor?.close();
    this.#leaveBefore();
    clearInterval(this.#watch);
    globalThis.removeEventListener("online", this.#hurry);
    this.#network.end();
    this.#endWait();
    this.#listening?.close();
    this.#listening = null;
    this.#socket.removeEventListener("close", this.#onClose);
    this.#socket.close();
  }

  #openSocket(): ReconnectingWebSocket {
    // All delays are in #nextUrl, where they can be shortened when the network returns.
    const socket = new ReconnectingWebSocket(() => this.#nextUrl(), null, {
      minReconnectionDelay: 0,
      maxReconnectionDelay: 0,
      connectionTimeout: 8_000,
      shouldReconnectOnClose: ({ code }) => !finalStatus.has(code),
      maxEnqueuedMessages: 0,
    });
    socket.binaryType = "arraybuffer";
    return socket;
  }

  #follow(socket: ReconnectingWebSocket): void {
    socket.addEventListener("close", this.#onClose);
    socket.addEventListener("message", this.#onMessage);
  }

  #takeOver(successor: ReconnectingWebSocket): void {
    this.#leaveBefore();
    const before = this.#socket;
    before.removeEventListener("open", this.#onOpen);
    before.removeEventListener("close", this.#onClose);
    // The player drops duplicates.
    const timer = setTimeout(() => this.#leaveBefore(), overlapMs);
    this.#leaveBefore = () => {
      clearTimeout(timer);
      before.removeEventListener("message", this.#onMessage);
      before.close();
    };
    this.#successor = null;
    this.#socket = successor;
    this.#follow(successor);
    this.#onOpen();
  }

  async #nextUrl(): Promise<string> {
    const waitMs = this.#waitMs();
    this.#attempt += 1;
    this.#askedMs = 0;
    this.#isHurried = false;
    if (waitMs > 0) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, waitMs);
        this.#endWait = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.#attemptedAt = performance.now();
    const url = new URL(this.#url);
    if (this.#since !== null) url.searchParams.set("since", String(this.#since));
    return url.href;
  }

  #waitMs(): number {
    if (this.#isHurried) return 0;
    if (this.#network.isAway) return awayAttemptMs;
    return reconnectDelay(this.#attempt, this.#askedMs, Math.random());
  }

  readonly #onOpen = () => {
    this.#failures = 0;
    this.#network.end();
    this.#heard();
    this.#askForSound();
    this.#handlers.onStatus("open");
  };

  readonly #onClose = ({ code, reason }: { code: number; reason: string }) => {
    this.#pingedAt = null;
    this.#isSoundFlowing = false;
    const final = finalStatus.get(code);
    if (final !== undefined) {
      this.#handlers.onStatus(final);
      return;
    }
    if (code === roomCloseCodes.retryAfter) this.#askedMs = Number(reason) || 1_000;
    this.#failures += 1;
    // A reader may reconnect a little later, which saves the server the request.
    if (this.#listening !== null) this.#network.begin();
    const isOffline = this.#failures >= failuresUntilOffline || !navigator.onLine;
    this.#handlers.onStatus(isOffline ? "offline" : "connecting");
  };

  readonly #onMessage = ({ data }: MessageEvent<unknown>) => {
    this.#heard();
    if (typeof data === "string") {
      this.#listening?.note(data);
      if (data.startsWith(probeStart)) this.send(data);
      else if (data !== "pong") this.#handlers.onText(data);
    } else if (data instanceof ArrayBuffer) {
      this.#onSound(data);
    }
  };

  #onSound(data: ArrayBuffer): void {
    const frame = decodeDownlink(data);
    if (frame === undefined) return;
    if (frame.events !== "") this.#handlers.onText(frame.events);
    if (this.#listening?.pass(data, frame)) this.#isSoundFlowing = true;
  }

  #heard(): void {
    this.#heardAt = performance.now();
    this.#pingedAt = null;
  }

  readonly #onWatch = () => {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    const now = performance.now();
    if (this.#listening !== null && now - this.#lifeSignAt > lifeSignMs - watchEveryMs / 2) {
      this.#lifeSignAt = now;
      this.#socket.send("ping");
    }
    if (this.#pingedAt !== null) {
      if (now - this.#pingedAt > pongMs) {
        // Data still in transit on the dead connection is sent again.
        this.#pingedAt = null;
        this.#socket.reconnect();
      }
    } else if (now - this.#heardAt > (this.#isSoundFlowing ? soundQuietMs : quietMs)) {
      this.#isSoundFlowing = false;
      this.#pingedAt = now;
      this.#socket.send("ping");
    }
  };

  /** The network is back: waiting longer helps neither the next attempt nor one that was made without a network. */
  readonly #hurry = () => {
    const spreadMs = this.#listening === null ? readersSpreadMs : listenersSpreadMs;
    setTimeout(() => {
      const { readyState, CONNECTING } = this.#socket;
      this.#endWait();
      const isInVoid = this.#attemptedAt > 0 && performance.now() - this.#attemptedAt > voidAttemptMs;
      if (readyState !== CONNECTING || !isInVoid) return;
      this.#isHurried = true;
      this.#socket.reconnect();
    }, Math.random() * spreadMs);
  };

  #askForSound(): void {
    if (this.#listening !== null) this.#sendFrame(this.#listening.toFrame(this.#listenId()));
  }

  #listenId(): string {
    this.#listens += 1;
    return `listen-${this.#listens}`;
  }

  #sendFrame(frame: ClientFrame): void {
    this.send(JSON.stringify(frame));
  }
}
