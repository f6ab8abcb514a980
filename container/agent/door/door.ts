/**
 * The public encoder port. It lets sources and titles through, reports how many listeners a source has, and responds
 * 404 to everything else itself, so that no page of Icecast can be reached from outside.
 */
import { createServer, type Socket } from "node:net";
import { ulid } from "ulidx";
import type { Verdict } from "../authorizer.ts";
import type { Broadcasts } from "../broadcasts.ts";
import { log, tagOf } from "../log.ts";
import { partyOf } from "./address.ts";
import { listen } from "./listen.ts";
import { PasswordCheck } from "./password-check.ts";
import { mountOf, programOf, type RequestHead, readHead } from "./request-head.ts";
import { answer, answerListeners, answerTitleTaken } from "./response.ts";
import { SourceSession } from "./source-session.ts";
import { Sources } from "./sources.ts";
import { Tickets } from "./tickets.ts";
import { readQuery, type TitleFields, titleOfQuery } from "./title.ts";
import { WaitingSockets } from "./waiting-sockets.ts";

export interface DoorOptions {
  port: number;
  /** The address to listen on; undefined for all. */
  host: string | undefined;
  /** Whether a connection from this address starts with a PROXY line. */
  isTrustedProxy(address: string): boolean;
  /** Server epoch ms. */
  now(): number;
  /** Waits a limited time while Icecast restarts. */
  icecastPort(): Promise<number | undefined>;
  authorize(mount: string, password: string): Promise<Verdict>;
  /** The password was right recently. */
  isKnownPassword(mount: string, password: string): boolean;
  /** Returns the number of listeners of the source on this mount; undefined while that is unknown. */
  listenersOf(mount: string): number | undefined;
  /** Takes the bytes of the sources. */
  broadcasts: Pick<Broadcasts, "push">;
  /** `program`: how the encoder calls itself, or "". */
  onConnected(mount: string, connection: string, program: string): void;
  /** `isLost`: the encoder itself had not disconnected. */
  onDisconnected(mount: string, connection: string, isLost: boolean): void;
  /** `program`: how its sender calls itself, or "". */
  onTitle(mount: string, fields: TitleFields, at: number, program: string): void;
  onRefused(mount: string, reason: "busy" | "password"): void;
}

/** Icecast needs a moment after its "200 OK" until its statistics list a mount. */
const settlingMs = 1_500;

/** One request and its sender. */
interface Request {
  socket: Socket;
  head: RequestHead;
  rest: Buffer;
  /** The address of the encoder itself, also behind a proxy that reports it. */
  address: string;
  /** Makes the socket that of a source. */
  admit: () => void;
}

export class Door {
  readonly #options: DoorOptions;
  readonly #sources = new Sources(() => performance.now());
  readonly #tickets = new Tickets();
  readonly #sockets = new Set<Socket>();
  readonly #waiting = new WaitingSockets();
  // Titles have a separate check: software that sends old passwords with titles does not delay an encoder.
  readonly #sourcePasswords: PasswordCheck;
  readonly #titlePasswords: PasswordCheck;

  constructor(options: DoorOptions) {
    this.#options = options;
    this.#sourcePasswords = new PasswordCheck(options);
    this.#titlePasswords = new PasswordCheck(options);
  }

  /** Throws when the port is still taken after eight seconds. */
  async start(): Promise<() => void> {
    const { port, host } = this.#options;
    const server = createServer({ pauseOnConnect: true, noDelay: true, keepAlive: true }, (socket) =>
      this.#accept(socket),
    );
    await listen(server, port, host);
    return () => {
      server.close();
      this.#sources.endAll("agent stops");
      for (const socket of this.#sockets) socket.destroySoon();
    };
  }

  /**
   * Returns whether this mount's source was given this ticket, for Icecast's authentication request: true once per
   * ticket.
   */
  isAdmitted(mount: string, ticket: string): boolean {
    return this.#tickets.redeem(mount, ticket);
  }

  /** Ends the mount's source; the reason is for the log. */
  end(mount: string, reason: string): void {
    this.#sources.end(mount, reason);
  }

  /** Ends sources that Icecast no longer holds. `held`: what it held at local time `at`. */
  reconcile(held: readonly string[], at: number): void {
    for (const { mount, isLive, liveSince } of this.#sources.all()) {
      const isSettled = isLive && at - liveSince > settlingMs;
      if (isSettled && !held.includes(mount)) this.#sources.end(mount, "not in Icecast");
    }
  }

  #accept(socket: Socket): void {
    const peer = socket.remoteAddress ?? "";
    const isProxied = this.#options.isTrustedProxy(peer);
    const party = isProxied ? undefined : partyOf(peer);
    this.#sockets.add(socket);
    this.#waiting.add(socket, party);
    socket.once("close", () => {
      this.#sockets.delete(socket);
      this.#waiting.remove(socket, party);
    });
    socket.on("error", () => {}); // followed by "close"
    const admit = () => this.#waiting.remove(socket, party);
    this.#receive(socket, peer, isProxied, admit).catch((error: Error) => {
      log("door-failed", { reason: error.message }, "error");
      socket.destroy();
    });
  }

  async #receive(socket: Socket, peer: string, isProxied: boolean, admit: () => void): Promise<void> {
    const result = await readHead(socket, isProxied);
    if (!result.ok)
      return result.status === undefined ? void socket.destroy() : answer(socket, result.status);
    const { head, rest } = result;
    const request: Request = { socket, head, rest, address: result.address ?? peer, admit };
    const isTitle = head.path === "/admin/metadata" && (head.method === "GET" || head.method === "PUT");
    if (isTitle) return this.#receiveTitle(request);
    const mount = mountOf(head.path);
    if (mount !== undefined && (head.method === "SOURCE" || head.method === "PUT"))
      return this.#receiveSource(request, mount);
    // The request by which libshout and BUTT choose PUT or SOURCE.
    if (head.method === "OPTIONS") return answer(socket, 200, "");
    if (head.method === "GET" && head.path === "/admin/!POKE") return answer(socket, 401);
    if (head.method === "GET" && head.path === "/status-json.xsl") return this.#answerStatus(request);
    answer(socket, 404);
  }

  /**
   * BUTT shows the number of listeners. It asks without a mount and without a password, so the response is about the
   * one source that comes from its address; with none, or several, the response is empty.
   */
  #answerStatus({ socket, address }: Request): void {
    const own = this.#sources.all().filter((session) => session.isLive && session.address === address);
    const listeners = own.length === 1 && own[0] ? this.#options.listenersOf(own[0].mount) : undefined;
    if (listeners === undefined) return answer(socket, 404);
    answerListeners(socket, listeners);
  }

  /**
   * Takes effect once it has arrived completely, even if the client has left: BUTT and Mixxx do not wait for the
   * response.
   */
  async #receiveTitle({ socket, head, address }: Request): Promise<void> {
    const at = this.#options.now();
    // The charset of names is guessed only for those who have the password.
    const fields = readQuery(head.query);
    const mount = mountOf(fields.get("mount")?.toString("latin1") ?? "");
    if (mount === undefined || fields.get("mode")?.toString("latin1") !== "updinfo")
      return answer(socket, 400);
    const refusal = await this.#titlePasswords.check(mount, head, partyOf(address));
    if (refusal !== undefined) return answer(socket, refusal);
    const title = titleOfQuery(head.query);
    if (title) this.#options.onTitle(mount, title, at, programOf(head));
    answerTitleTaken(socket);
  }

  async #receiveSource(request: Request, mount: string): Promise<void> {
    const { socket, head, address, admit } = request;
    const refusal = await this.#sourcePasswords.check(mount, head, partyOf(address), () => socket.destroyed);
    if (socket.destroyed) return;
    if (refusal !== undefined) return answer(socket, refusal);
    admit();
    const icecastPort = await this.#options.icecastPort();
    if (icecastPort === undefined) return answer(socket, 503);
    const isFree = await this.#sources.clear(mount);
    if (socket.destroyed) return;
    if (!isFree || this.#sources.has(mount)) {
      this.#options.onRefused(mount, "busy");
      log("source-refused", { mount: tagOf(mount), reason: "busy" });
      return answer(socket, 403);
    }
    this.#begin(request, mount, icecastPort);
  }

  #begin({ socket, head, rest, address }: Request, mount: string, icecastPort: number): void {
    const session = new SourceSession({
      mount,
      connection: ulid(this.#options.now()),
      address,
      socket,
      head,
      rest,
      icecastPort,
      tickets: this.#tickets,
      onConnected: (...source) => this.#options.onConnected(...source),
      broadcasts: this.#options.broadcasts,
      onDisconnected: (...source) => this.#options.onDisconnected(...source),
    });
    this.#sources.begin(session);
  }
}
