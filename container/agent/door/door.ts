/**
 * The public encoder port. It lets sources and titles through and answers everything else with 404 itself, so
 * that no page of Icecast can be reached from outside.
 */
import { createServer, type Server, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { ulid } from "ulidx";
import type { Verdict } from "../authorizer.ts";
import { newSecret } from "../icecast/configuration.ts";
import { log, tagOf } from "../log.ts";
import { addressOf, WrongPasswords } from "./attempts.ts";
import { basicPassword, mountOf, type RequestHead, readHead } from "./request-head.ts";
import { answer, answerTitleTaken } from "./response.ts";
import { startRelay } from "./source-relay.ts";
import { type SourceSession, Sources } from "./sources.ts";
import { decodeQuery, type TitleFields, titleOfQuery } from "./title.ts";

export interface DoorOptions {
  port: number;
  /** Server epoch ms. */
  now(): number;
  /** Waits for one that restarts, within reason. */
  icecastPort(): Promise<number | undefined>;
  authorize(mount: string, password: string): Promise<Verdict>;
  onConnected(mount: string, connection: string): void;
  onBytes(mount: string, connection: string, bytes: Buffer): void;
  onDisconnected(mount: string, connection: string): void;
  onTitle(mount: string, fields: TitleFields, at: number): void;
  onRefused(mount: string, reason: "busy" | "password"): void;
}

export interface Door {
  /** For Icecast's question: was this mount's source given this ticket? True once per ticket. */
  isAdmitted(mount: string, ticket: string): boolean;
  /** Ends the mount's source; the reason is for the log. */
  end(mount: string, reason: string): void;
  /** Ends sources that Icecast does not hold any more. `held`: what it held at local time `at`. */
  reconcile(held: readonly string[], at: number): void;
  stop(): void;
}

const maxSockets = 2_000;
/** Requests of one address that are not decided yet. */
const maxUndecided = 64;
const listenWithinMs = 8_000;
/** Icecast needs a moment after its "200 OK" until its statistics show a mount. */
const settlingMs = 1_500;

/** Listens on all addresses. Throws when the port stays taken for eight seconds. */
export async function openDoor(options: DoorOptions): Promise<Door> {
  const wrongPasswords = new WrongPasswords(() => performance.now());
  const sources = new Sources(() => performance.now());
  const tickets = new Map<string, string>();
  const sockets = new Set<Socket>();
  const undecided = new Map<string, number>();

  const server = createServer({ pauseOnConnect: true, noDelay: true, keepAlive: true }, (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    socket.on("error", () => {}); // followed by "close"
    const address = addressOf(socket);
    const count = undecided.get(address) ?? 0;
    if (count >= maxUndecided) return void socket.destroy();
    undecided.set(address, count + 1);
    receive(socket)
      .catch((error: Error) => {
        log("door-failed", { reason: error.message }, "error");
        socket.destroy();
      })
      .finally(() => {
        const left = (undecided.get(address) ?? 1) - 1;
        if (left > 0) undecided.set(address, left);
        else undecided.delete(address);
      });
  });
  server.maxConnections = maxSockets;
  await listen(server, options.port);

  async function receive(socket: Socket): Promise<void> {
    const result = await readHead(socket);
    if (!result.ok)
      return result.status === undefined ? void socket.destroy() : answer(socket, result.status);
    const { head, rest } = result;
    const isTitle = head.path === "/admin/metadata" && (head.method === "GET" || head.method === "PUT");
    if (isTitle) return receiveTitle(socket, head);
    const mount = mountOf(head.path);
    if (mount !== undefined && (head.method === "SOURCE" || head.method === "PUT"))
      return receiveSource(socket, head, rest, mount);
    // What libshout and BUTT ask before they choose PUT or SOURCE.
    if (head.method === "OPTIONS") return answer(socket, 200, "");
    if (head.method === "GET" && head.path === "/admin/!POKE") return answer(socket, 401);
    answer(socket, 404);
  }

  /** Answers the request itself, and false, unless the password opens the mount. */
  async function isAuthorized(socket: Socket, head: RequestHead, mount: string): Promise<boolean> {
    const address = addressOf(socket);
    const password = basicPassword(head);
    if (password === undefined || password === "") {
      answer(socket, 401); // a probe: encoders ask without, to see what the server wants
      return false;
    }
    if (wrongPasswords.isBlocked(address)) {
      answer(socket, 429);
      return false;
    }
    const verdict = await options.authorize(mount, password);
    if (verdict === "allowed") return !socket.destroyed;
    if (verdict === "refused") {
      wrongPasswords.add(address);
      options.onRefused(mount, "password");
      log("source-refused", { mount: tagOf(mount), reason: "password" });
    }
    answer(socket, verdict === "refused" ? 401 : 503);
    return false;
  }

  async function receiveTitle(socket: Socket, head: RequestHead): Promise<void> {
    const at = options.now();
    const fields = decodeQuery(head.query);
    const mount = mountOf(fields.get("mount") ?? "");
    if (mount === undefined || fields.get("mode") !== "updinfo") return answer(socket, 400);
    if (!(await isAuthorized(socket, head, mount))) return;
    const title = titleOfQuery(head.query);
    if (title) options.onTitle(mount, title, at);
    answerTitleTaken(socket);
  }

  async function receiveSource(
    socket: Socket,
    head: RequestHead,
    rest: Buffer,
    mount: string,
  ): Promise<void> {
    if (!(await isAuthorized(socket, head, mount))) return;
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
        options.onBytes(mount, connection, bytes);
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
 * A head of our own making: what an encoder writes there reaches no parser of Icecast. The ticket stands in for
 * the password. The content type is one that Icecast passes on unread; the agent reads the sound itself.
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

/** An agent that is being replaced may hold the port for a moment longer. */
async function listen(server: Server, port: number): Promise<void> {
  const deadline = performance.now() + listenWithinMs;
  for (;;) {
    try {
      await new Promise<void>((resolve, reject) => {
        server.once("error", reject);
        server.listen(port, () => {
          server.off("error", reject);
          resolve();
        });
      });
      return;
    } catch (error) {
      const isTaken = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
      if (!isTaken) throw error;
      if (performance.now() > deadline)
        throw new Error(`Port ${port} is in use by another program. Set CUE_INGEST_PORT to a free one.`, {
          cause: error,
        });
      await sleep(250);
    }
  }
}
