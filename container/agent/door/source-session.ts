/** One source that the door has admitted, until Icecast has released its mount. */
import type { Socket } from "node:net";
import type { Broadcasts } from "../broadcasts.ts";
import { log, tagOf } from "../log.ts";
import { programOf, type RequestHead } from "./request-head.ts";
import { SourceRelay } from "./source-relay.ts";
import type { Tickets } from "./tickets.ts";

export interface SourceSessionOptions {
  mount: string;
  connection: string;
  /** The address that it connects from. */
  address: string;
  socket: Socket;
  head: RequestHead;
  /** Bytes that the encoder sent along with its head. */
  rest: Buffer;
  icecastPort: number;
  tickets: Tickets;
  broadcasts: Pick<Broadcasts, "push">;
  onConnected(mount: string, connection: string, program: string): void;
  /** `isLost`: the encoder itself had not disconnected. */
  onDisconnected(mount: string, connection: string, isLost: boolean): void;
}

/** An encoder that disconnects itself has sent sound until then. */
const lostAfterMs = 2_000;

export class SourceSession {
  readonly mount: string;
  readonly connection: string;
  readonly address: string;
  readonly #options: SourceSessionOptions;
  readonly #ticket: string;
  readonly #released = Promise.withResolvers<void>();
  #isLive = false;
  #liveSince = 0;
  #lastByteAt = performance.now();

  constructor(options: SourceSessionOptions) {
    this.mount = options.mount;
    this.connection = options.connection;
    this.address = options.address;
    this.#options = options;
    this.#ticket = options.tickets.issue(options.mount);
  }

  /** Icecast has accepted it. */
  get isLive(): boolean {
    return this.#isLive;
  }

  get liveSince(): number {
    return this.#liveSince;
  }

  get lastByteAt(): number {
    return this.#lastByteAt;
  }

  /** Settles when Icecast has released the mount too. */
  get released(): Promise<void> {
    return this.#released.promise;
  }

  /** Its stop ends it immediately, for the encoder and in Icecast. The reason is for the log. */
  start(): (reason: string) => void {
    const { socket, head, rest, icecastPort } = this.#options;
    const relay = new SourceRelay({
      encoder: socket,
      icecastPort,
      head: headForIcecast(head, this.mount, this.#ticket),
      rest,
      isChunked: /\bchunked\b/i.test(head.headers.get("transfer-encoding") ?? ""),
      onAnswer: (status) => this.#answered(status),
      onBytes: (bytes) => this.#received(bytes),
      onLeft: () => this.#left(),
      onEnd: () => this.#ended(),
    });
    const stopRelay = relay.start();
    return (reason) => {
      this.#disconnected(reason);
      stopRelay();
    };
  }

  #answered(status: number): void {
    const { mount, connection } = this;
    this.#options.tickets.revoke(this.#ticket);
    if (status !== 200) return log("icecast-refused", { mount: tagOf(mount), status }, "warn");
    this.#isLive = true;
    this.#liveSince = performance.now();
    log("source-connected", { mount: tagOf(mount), connection });
    this.#options.onConnected(mount, connection, programOf(this.#options.head));
  }

  #received(bytes: Buffer): void {
    this.#lastByteAt = performance.now();
    this.#options.broadcasts.push(this.mount, this.connection, bytes);
  }

  /** Bytes that had stopped before were lost on the way: then its end arrives late, once it has tried again. */
  #left(): void {
    const isLost = performance.now() - this.#lastByteAt > lostAfterMs;
    this.#disconnected(isLost ? "lost" : "left", isLost);
  }

  #ended(): void {
    this.#options.tickets.revoke(this.#ticket);
    this.#disconnected("closed");
    this.#released.resolve();
  }

  #disconnected(reason: string, isLost = true): void {
    const { mount, connection } = this;
    if (!this.#isLive) return;
    this.#isLive = false;
    log("source-disconnected", { mount: tagOf(mount), connection, reason });
    this.#options.onDisconnected(mount, connection, isLost);
  }
}

/**
 * Builds a new request head, so that nothing an encoder writes there reaches a parser of Icecast. The ticket replaces
 * the password. The content type is one that Icecast passes on without parsing; the agent parses the sound itself.
 */
function headForIcecast(head: RequestHead, mount: string, ticket: string): string {
  const lines = [
    `${head.method} /${mount} ${head.method === "PUT" ? "HTTP/1.1" : "HTTP/1.0"}`,
    "Host: localhost",
    `Authorization: Basic ${Buffer.from(`source:${ticket}`).toString("base64")}`,
    "Content-Type: application/octet-stream",
    "Ice-Public: 0",
  ];
  if (/^100-continue$/i.test(head.headers.get("expect") ?? "")) lines.push("Expect: 100-continue");
  return `${lines.join("\r\n")}\r\n\r\n`;
}
