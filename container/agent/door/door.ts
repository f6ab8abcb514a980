/**
 * The public encoder port. It lets sources and titles through, reports how many listeners a source has, and responds
 * 404 to everything else itself, so that no page of Icecast can be reached from outside.
 */
import { createServer, type Socket } from "node:net";
import { ulid } from "ulidx";
import type { Verdict } from "../authorizer.ts";
import type { Broadcasts } from "../broadcasts.ts";
import { newSecret } from "../icecast/configuration.ts";
import { log, tagOf } from "../log.ts";
import { partyOf } from "./address.ts";
import { listen } from "./listen.ts";
import { createPasswordCheck } from "./password-check.ts";
import { mountOf, type RequestHead, readHead } from "./request-head.ts";
import { answer, answerListeners, answerTitleTaken } from "./response.ts";
import { startRelay } from "./source-relay.ts";
import { type SourceSession, Sources } from "./sources.ts";
import { decodeQuery, type TitleFields, titleOfQuery } from "./title.ts";
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
  /** How many listeners the source on this mount has; undefined while that is unknown. */
  listenersOf(mount: string): number | undefined;
  /** Takes the bytes of the sources. */
  broadcasts: Pick<Broadcasts, "push">;
  onConnected(mount: string, connection: string): void;
  onDisconnected(mount: string, connection: string): void;
  onTitle(mount: string, fields: TitleFields, at: number): void;
  onRefused(mount: string, reason: "busy" | "password"): void;
}

export interface Door {
  /** For Icecast's authentication request: was this mount's source given this ticket? True once per ticket. */
  isAdmitted(mount: string, ticket: string): boolean;
  /** Ends the mount's source; the reason is for the log. */
  end(mount: string, reason: string): void;
  /** Ends sources that Icecast no longer holds. `held`: what it held at local time `at`. */
  reconcile(held: readonly string[], at: number): void;
  stop(): void;
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
  /** From now on the socket belongs to a source. */
  admit: () => void;
}

/** Throws when the port is still taken after eight seconds. */
export async function openDoor(options: DoorOptions): Promise<Door> {
  const sources = new Sources(() => performance.now());
  const tickets = new Map<string, string>();
  const sockets = new Set<Socket>();
  const waiting = new WaitingSockets();
  // Titles have a separate check: software that sends old passwords with titles does not delay an encoder.
  const passwords = {
    source: createPasswordCheck(options),
    title: createPasswordCheck(options),
  };

  const server = createServer({ pauseOnConnect: true, noDelay: true, keepAlive: true }, (socket) => {
    const peer = socket.remoteAddress ?? "";
    const isProxied = options.isTrustedProxy(peer);
    const party = isProxied ? undefined : partyOf(peer);
    sockets.add(socket);
    waiting.add(socket, party);
    socket.once("close", () => {
      sockets.delete(socket);
      waiting.remove(socket, party);
    });
    socket.on("error", () => {}); // followed by "close"
    receive(socket, peer, isProxied, () => waiting.remove(socket, party)).catch((error: Error) => {
      log("door-failed", { reason: error.message }, "error");
      socket.destroy();
    });
  });
  await listen(server, options.port, options.host);

  async function receive(socket: Socket, peer: string, isProxied: boolean, admit: () => void): Promise<void> {
    const result = await readHead(socket, isProxied);
    if (!result.ok)
      return result.status === undefined ? void socket.destroy() : answer(socket, result.status);
    const { head, rest } = result;
    const request: Request = { socket, head, rest, address: result.address ?? peer, admit };
    const isTitle = head.path === "/admin/metadata" && (head.method === "GET" || head.method === "PUT");
    if (isTitle) return receiveTitle(request);
    const mount = mountOf(head.path);
    if (mount !== undefined && (head.method === "SOURCE" || head.method === "PUT"))
      return receiveSource(request, mount);
    // The request by which libshout and BUTT choose PUT or SOURCE.
    if (head.method === "OPTIONS") return answer(socket, 200, "");
    if (head.method === "GET" && head.path === "/admin/!POKE") return answer(socket, 401);
    if (head.method === "GET" && head.path === "/status-json.xsl") return answerStatus(request);
    answer(socket, 404);
  }

  /**
   * BUTT shows the number of listeners. It asks without a mount and without a password, so the response is about the
   * one source that comes from its address; with none, or several, the response is empty.
   */
  function answerStatus({ socket, address }: Request): void {
    const own = sources.all().filter((session) => session.isLive && session.address === address);
    const listeners = own.length === 1 && own[0] ? options.listenersOf(own[0].mount) : undefined;
    if (listeners === undefined) return answer(socket, 404);
    answerListeners(socket, listeners);
  }

  /**
   * Takes effect once it has arrived completely, even if the client has left: BUTT and Mixxx do not wait for the
   * response.
   */
  async function receiveTitle({ socket, head, address }: Request): Promise<void> {
    const at = options.now();
    const fields = decodeQuery(head.query);
    const mount = mountOf(fields.get("mount") ?? "");
    if (mount === undefined || fields.get("mode") !== "updinfo") return answer(socket, 400);
    const refusal = await passwords.title(mount, head, partyOf(address));
    if (refusal !== undefined) return answer(socket, refusal);
    const title = titleOfQuery(head.query);
    if (title) options.onTitle(mount, title, at);
    answerTitleTaken(socket);
  }

  async function receiveSource(
    { socket, head, rest, address, admit }: Request,
    mount: string,
  ): Promise<void> {
    const refusal = await passwords.source(mount, head, partyOf(address), () => socket.destroyed);
    if (socket.destroyed) return;
    if (refusal !== undefined) return answer(socket, refusal);
    admit();
    const icecastPort = await options.icecastPort();
    if (icecastPort === undefined) return answer(socket, 503);
    const isFree = await sources.clear(mount);
    if (socket.destroyed) return;
    if (!isFree || sources.get(mount)) {
      options.onRefused(mount, "busy");
      log("source-refused", { mount: tagOf(mount), reason: "busy" });
      return answer(socket, 403);
    }

    const connection = ulid(options.now());
    const ticket = newSecret();
    tickets.set(ticket, mount);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const relay = startRelay({
      encoder: socket,
      icecastPort,
      head: headForIcecast(head, mount, ticket),
      rest,
      isChunked: /\bchunked\b/i.test(head.headers.get("transfer-encoding") ?? ""),
      onAnswer(status) {
        tickets.delete(ticket);
        if (status !== 200) return log("icecast-refused", { mount: tagOf(mount), status }, "warn");
        session.isLive = true;
        session.liveSince = performance.now();
        log("source-connected", { mount: tagOf(mount), connection });
        options.onConnected(mount, connection);
      },
      onBytes(bytes) {
        session.lastByteAt = performance.now();
        options.broadcasts.push(mount, connection, bytes);
      },
      onEnd() {
        tickets.delete(ticket);
        over("closed");
        release();
      },
    });
    const over = (reason: string) => {
      if (!session.isLive) return;
      session.isLive = false;
      log("source-disconnected", { mount: tagOf(mount), connection, reason });
      options.onDisconnected(mount, connection);
    };
    const session: SourceSession = {
      mount,
      connection,
      address,
      isLive: false,
      liveSince: 0,
      lastByteAt: performance.now(),
      released,
      end(reason) {
        over(reason);
        relay.end();
      },
    };
    sources.hold(session);
  }

  return {
    isAdmitted(mount, ticket) {
      const isKnown = tickets.get(ticket) === mount;
      tickets.delete(ticket);
      return isKnown;
    },
    end: (mount, reason) => sources.get(mount)?.end(reason),
    reconcile(held, at) {
      for (const session of sources.all()) {
        const isSettled = session.isLive && at - session.liveSince > settlingMs;
        if (isSettled && !held.includes(session.mount)) session.end("not in Icecast");
      }
    },
    stop() {
      server.close();
      for (const session of sources.all()) session.end("agent stops");
      for (const socket of sockets) socket.destroySoon();
    },
  };
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
