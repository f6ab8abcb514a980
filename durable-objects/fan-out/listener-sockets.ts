import type { Connection } from "partyserver";
import { ClientFrame } from "#app/domains/air/stages/live/client-frame.ts";
import type { ChatRestricted } from "#app/domains/air/stages/live/protocol.ts";
import { readTextFrame, sendText } from "#packages/durable/sockets.ts";
import type { SocketViewer } from "../contract.ts";
import { ack, parseFrame, reply } from "../frames.ts";
import type { FanOut } from "./fan-out.ts";
import type { Followers } from "./followers.ts";
import type { Journal } from "./journal.ts";
import type { ListenerState } from "./listener-state.ts";
import { ReadProbes } from "./read-probes.ts";
import { SocketBudgets } from "./socket-budgets.ts";
import type { SocketEars } from "./socket-ears.ts";

/** Whether a socket belongs to this session; undefined: to any of its user's. */
export const isOfSession = (viewer: SocketViewer, sessionHash: string | undefined) =>
  sessionHash === undefined || viewer.sessionHash === sessionHash;

/** Tells a socket's user that they may not write in the chat now, or may again (null). */
export function notifyRestricted(socket: Connection, restriction: ChatRestricted["data"]): void {
  sendText(socket, JSON.stringify({ event: "chat restricted", data: restriction } satisfies ChatRestricted));
}

export type SayFrame = Extract<ClientFrame, { event: "roomChat" | "profileChat" }>;

type JoinFrame = Exclude<ClientFrame, SayFrame | { event: "listen" | "unlisten" | "probe" }>;

interface ListenerSocketsDeps {
  journal: Journal;
  fanOut: FanOut;
  ears: SocketEars;
  followers: Followers;
  /** Closes the socket of a listener who is too far behind: on the way back they resume where they were. */
  cut: (socket: Connection) => void;
}

/** The protocol with one listener's socket: the same in a room and in a shard. */
export class ListenerSockets {
  readonly #deps: ListenerSocketsDeps;
  readonly #budgets = new SocketBudgets();
  readonly #probes: ReadProbes;

  constructor(deps: ListenerSocketsDeps) {
    this.#deps = deps;
    this.#probes = new ReadProbes(deps.cut);
    deps.fanOut.onPacket((now) => this.#probes.packet(now));
  }

  /** Restores a socket from its attachment after an eviction. */
  restore(socket: Connection, state: ListenerState): void {
    this.#deps.fanOut.restore(socket, state.hears);
    if (state.hears !== null) {
      this.#deps.ears.open(socket, hearingOf(state));
      this.#probes.open(socket, state.viewer, state.answers ?? false);
    }
    this.#deps.followers.restore(socket, state);
  }

  /** Sends the snapshot, or the events missed since `since`; every event after that follows. */
  open(connection: Connection, viewer: SocketViewer, since: number | null): void {
    const { journal, fanOut } = this.#deps;
    connection.setState({ role: "listener", viewer, hears: null } satisfies ListenerState);
    const missed = since === null ? null : journal.since(since);
    if (missed === null) sendText(connection, journal.snapshot(Date.now()));
    else for (const { text } of missed) sendText(connection, text);
    fanOut.addReader(connection);
  }

  close(connection: Connection): void {
    this.#deps.fanOut.remove(connection);
    this.#deps.followers.leave(connection);
    this.#deps.ears.close(connection);
    this.#probes.close(connection);
  }

  /** Handles and answers a message. Returns a chat message instead: the room alone decides about it and answers. */
  async message(
    connection: Connection,
    state: ListenerState,
    message: string | ArrayBuffer | ArrayBufferView,
  ): Promise<SayFrame | undefined> {
    const text = readTextFrame(connection, message);
    if (text === undefined) return undefined;
    const frame = parseFrame(ClientFrame, text);
    if (!this.#budgets.admits(connection, frame)) return undefined;
    if ("error" in frame) reply(connection, frame);
    else if (frame.event === "roomChat" || frame.event === "profileChat") return frame;
    else if (frame.event === "listen") this.#listen(connection, state, frame);
    else if (frame.event === "probe") this.#probes.answer(connection, frame.id);
    else if (frame.event === "unlisten") this.#unlisten(connection, state, frame.id);
    else await this.#follow(connection, state, frame);
    return undefined;
  }

  /** Follows a set; the socket already belongs to everything else that can be joined or left. */
  async #follow(connection: Connection, state: ListenerState, frame: JoinFrame): Promise<void> {
    const { followers } = this.#deps;
    const isUpdates = frame.event === "room updates join" || frame.event === "room updates leave";
    const set = isUpdates && "set" in frame.data ? frame.data.set : undefined;
    if (set !== undefined && frame.event === "room updates join") {
      await followers.join(connection, state.viewer, frame.id, set);
      return;
    }
    if (set !== undefined) followers.leave(connection, set);
    reply(connection, ack(frame.id, {}));
  }

  #listen(
    connection: Connection,
    state: ListenerState,
    frame: Extract<ClientFrame, { event: "listen" }>,
  ): void {
    const { journal, fanOut, ears } = this.#deps;
    const { class: hears, resume = null, behind: behindMs = 0, past = false } = frame.data;
    const { pings = false, answers = false } = frame.data;
    const since = state.hears === null ? Date.now() : state.since;
    const next = { ...state, hears, since, pings, answers, past } satisfies ListenerState;
    connection.setState(next);
    const isOther = state.hears !== null && past !== (state.past ?? false);
    if (isOther) ears.close(connection);
    if (state.hears === null || isOther) ears.open(connection, hearingOf(next));
    if (state.hears === null || answers !== (state.answers ?? false))
      this.#probes.open(connection, state.viewer, answers);
    reply(connection, ack(frame.id, { class: hears, next: fanOut.nextSeq >>> 0 }));
    const now = Date.now();
    const wish = { hears, resume, behindMs, maxPackets: this.#budgets.packetsLeft(connection, now) };
    this.#budgets.packetsSent(connection, fanOut.listen(connection, wish, journal.lastSeq, now), now);
  }

  #unlisten(connection: Connection, state: ListenerState, id: string): void {
    if (state.hears !== null) {
      connection.setState({ ...state, hears: null } satisfies ListenerState);
      this.#deps.fanOut.unlisten(connection);
      this.#deps.ears.close(connection);
      this.#probes.close(connection);
    }
    reply(connection, ack(id, {}));
  }
}

const hearingOf = ({ viewer, since = Date.now(), pings = false, past = false }: ListenerState) => ({
  key: viewer.listenerKey,
  formerKey: viewer.formerKey,
  since,
  pings,
  isPast: past,
});
