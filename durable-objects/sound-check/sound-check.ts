import { type Connection, type ConnectionContext, Server } from "partyserver";
import { decodeUplink, packetMs } from "#app/domains/air/media/contract/frames.ts";
import { ClientFrame } from "#app/domains/air/stages/live/client-frame.ts";
import { eraseObject } from "#packages/durable/erase-object.ts";
import { answerPings, isOpen, readTextFrame } from "#packages/durable/sockets.ts";
import { agentHeader } from "../contract.ts";
import { FanOut, type ListenClass } from "../fan-out/fan-out.ts";
import { SocketBudgets } from "../fan-out/socket-budgets.ts";
import { ack, parseFrame, refuse, reply } from "../frames.ts";
import { closeOldest, tagsOf } from "../socket-limits.ts";
import { readViewer, socketCloseCodes } from "../sockets.ts";
import { Uplinks } from "../uplinks.ts";

type SocketState =
  | { role: "uplink"; stream: string; connection?: string; openedAt: number }
  | { role: "owner"; sessionHash: string | null; hears: ListenClass | null };

/**
 * One person's sound that no one else may hear, named by their user id: from the agent's socket to the sockets of that
 * person alone. It is not a room: it has no events, no counted listeners and no public address. Its state is in the
 * sockets' attachments, except for its name.
 */
export class SoundCheck extends Server<Env> {
  static override options = { hibernate: true };

  /**
   * Numbers start at the clock's value: above all that an earlier life of this object has sent, one packet per 20 ms.
   */
  readonly #fanOut = new FanOut(Math.floor(Date.now() / packetMs));
  readonly #uplinks = new Uplinks();
  readonly #budgets = new SocketBudgets();
  /** The stream that is sent: of two, the one whose socket was opened last. */
  #stream: string | null = null;
  #isCut = true;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    answerPings(ctx);
    for (const connection of this.#inOrder()) {
      const { state } = connection;
      if (state?.role === "uplink") this.#uplinks.open(state.stream, state.connection ?? "", connection);
      else if (state?.role === "owner") this.#fanOut.restore(connection, state.hears);
    }
    this.#choose();
  }

  override async fetch(request: Request): Promise<Response> {
    if (request.headers.get("upgrade")?.toLowerCase() !== "websocket")
      return new Response(null, { status: 404 });
    const isAgent = request.headers.get(agentHeader) === "audio";
    if (!isAgent && readViewer(request)?.userId !== this.name) return new Response(null, { status: 404 });
    return super.fetch(request);
  }

  override getConnectionTags(_: Connection, { request }: ConnectionContext): string[] {
    return request.headers.get(agentHeader) === "audio" ? [] : tagsOf(readViewer(request));
  }

  override onConnect(connection: Connection, { request }: ConnectionContext): void {
    if (request.headers.get(agentHeader) === "audio") {
      const { searchParams } = new URL(request.url);
      const stream = searchParams.get("stream") ?? "";
      const id = searchParams.get("connection") ?? "";
      const openedAt = Date.now();
      connection.setState({ role: "uplink", stream, connection: id, openedAt } satisfies SocketState);
      this.#uplinks.open(stream, id, connection);
      this.#choose();
      return;
    }
    const viewer = readViewer(request);
    const sessionHash = viewer?.sessionHash ?? null;
    connection.setState({ role: "owner", sessionHash, hears: null } satisfies SocketState);
    this.#fanOut.addReader(connection);
    if (viewer !== null)
      closeOldest(
        viewer,
        (tag) => this.getConnections(tag),
        (oldest, code, reason) => this.#end(oldest as Connection<SocketState>, code, reason),
      );
  }

  override onMessage(connection: Connection<SocketState>, message: string | ArrayBuffer): void {
    const { state } = connection;
    if (state?.role === "owner") {
      this.#answer(connection, state, message);
      // Closed for this message; its client may never answer that.
      if (!isOpen(connection)) this.#leave(connection);
    } else if (state?.role === "uplink" && message instanceof ArrayBuffer) this.#hear(connection, message);
  }

  override onClose(connection: Connection<SocketState>): void {
    this.#leave(connection);
  }

  #end(connection: Connection<SocketState>, code: number, reason?: string): void {
    this.#leave(connection);
    connection.close(code, reason);
  }

  #leave(connection: Connection<SocketState>): void {
    const { state } = connection;
    if (state === null) return;
    connection.setState(null);
    if (state.role === "owner") this.#fanOut.remove(connection);
    else {
      this.#uplinks.close(connection);
      this.#choose(connection);
    }
  }

  override onError(connection: Connection<SocketState>): void {
    this.onClose(connection);
  }

  /** Closes the owner's sockets, or those of one session. */
  async dropUser(sessionHash?: string): Promise<void> {
    for (const connection of this.#open()) {
      const { state } = connection;
      if (state?.role !== "owner") continue;
      if (sessionHash === undefined || state.sessionHash === sessionHash)
        this.#end(connection, socketCloseCodes.sessionEnded);
    }
  }

  /** Erases a deleted account: closes all sockets, and deletes the name, which partyserver stores. */
  async erase(): Promise<void> {
    await this.dropUser();
    for (const connection of this.#open())
      if (connection.state?.role === "uplink") this.#end(connection, socketCloseCodes.gone);
    await eraseObject(this.ctx);
  }

  #answer(
    connection: Connection,
    state: Extract<SocketState, { role: "owner" }>,
    message: string | ArrayBuffer,
  ): void {
    const text = readTextFrame(connection, message);
    if (text === undefined) return;
    const frame = parseFrame(ClientFrame, text);
    if (!this.#budgets.admits(connection, frame)) return;
    const now = Date.now();
    if ("error" in frame) return reply(connection, frame);
    if (frame.event === "listen") {
      const { class: hears, resume = null } = frame.data;
      connection.setState({ ...state, hears } satisfies SocketState);
      reply(connection, ack(frame.id, { class: hears, next: this.#fanOut.nextSeq >>> 0 }));
      const maxPackets = this.#budgets.packetsLeft(connection, now);
      const sent = this.#fanOut.listen(connection, { hears, resume, behindMs: 0, maxPackets }, 0, now);
      this.#budgets.packetsSent(connection, sent, now);
    } else if (frame.event === "unlisten") {
      connection.setState({ ...state, hears: null } satisfies SocketState);
      this.#fanOut.unlisten(connection);
      reply(connection, ack(frame.id, {}));
    } else reply(connection, refuse(frame.id, "not-found"));
  }

  /** Nothing is recorded: what comes late is of no use, and sources forget by themselves what is not acknowledged. */
  #hear(socket: Connection, message: ArrayBuffer): void {
    const uplink = this.#uplinks.get(socket);
    const frame = decodeUplink(new Uint8Array(message));
    const accepted = uplink && frame && this.#uplinks.accept(uplink, frame);
    if (!accepted?.isLive || frame?.kind !== "opus" || uplink?.stream !== this.#stream) return;
    this.#fanOut.packet(frame.payload, frame.at, accepted.isDiscontinuity || this.#isCut, Date.now());
    this.#isCut = false;
  }

  #choose(leaving?: Connection): void {
    let newest: Extract<SocketState, { role: "uplink" }> | null = null;
    for (const connection of this.#open()) {
      const { state } = connection;
      if (connection === leaving || state?.role !== "uplink") continue;
      if (newest === null || state.openedAt >= newest.openedAt) newest = state;
    }
    const stream = newest?.stream ?? null;
    if (stream === this.#stream) return;
    this.#stream = stream;
    this.#isCut = true;
    this.#fanOut.endSound();
  }

  /** The sockets of the agent in the order in which they were opened. */
  #inOrder(): Connection<SocketState>[] {
    const openedAt = ({ state }: Connection<SocketState>) => (state?.role === "uplink" ? state.openedAt : 0);
    return [...this.#open()].sort((a, b) => openedAt(a) - openedAt(b));
  }

  #open(): Iterable<Connection<SocketState>> {
    return this.getConnections<SocketState>();
  }
}
