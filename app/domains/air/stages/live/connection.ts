import { FrameSocket } from "#app/live/frame-socket.ts";
import type { ListenOptions, OpenTransport, TransportStatus } from "#app/live/transport.ts";
import { makeId } from "#app/ui/make-id.ts";
import { Store } from "#app/ui/store.ts";
import type { ClientFrame } from "./client-frame.ts";
import { correctPlayed } from "./corrected.ts";
import { type Ear, HeardQueue } from "./heard-queue.ts";
import { ChatRestricted, RoomEvent, type RoomState } from "./protocol.ts";
import type { FloatingReactions, Reaction } from "./reactions.ts";
import { applyRoomEvent, rewindRoom } from "./state.ts";

/** A room that was left is kept this long: the next page often shows the same one. */
const lingerMs = 3_000;

const noResponseTexts = {
  timeout: "The stage does not respond. Check your connection.",
  left: "You have left the room.",
  ended: "Your session has ended. Log in again.",
};

export type RoomKind = RoomState["kind"];

/** The data that a page draws. A new object for each change, never mutated. */
export interface RoomView {
  state: RoomState;
  /** `offline`: events do not arrive now; `ended`: the session is over, log in again. */
  connection: TransportStatus;
  /** The room has sent its state: before, `state` is from the page's loader, without a chat. */
  isHeard: boolean;
  /** Those of the last 8 s, oldest first; a sample when there are very many. */
  reactions: readonly Reaction[];
  /** The restriction of the reader in the chat, as the room said last; absent: none. */
  restriction?: ChatRestricted["data"];
}

/** The messages that can be sent to a room. */
type Sayable = Extract<ClientFrame, { event: "roomChat" | "profileChat" }>;

interface RoomOptions {
  /** An embedded page: listens and reads without a session, never writes. */
  isEmbedded?: boolean;
  openTransport?: OpenTransport;
}

const reactionEvents: ReadonlySet<RoomEvent["event"]> = new Set(["cheered", "favorited", "tipped"]);

/**
 * One room for the whole page: its socket, its state, and what the listener hears. The stage page and the player share
 * it; it is connected while retained. Events of the sound are applied when the listener hears that sound.
 */
export class RoomConnection {
  readonly kind: RoomKind;
  readonly id: string;
  readonly #isEmbedded: boolean;
  readonly #socket: FrameSocket;
  readonly #updateReaders = new Set<(frame: unknown) => void>();
  readonly #heard = new HeardQueue();
  #floating: FloatingReactions | undefined;
  readonly #view: Store<RoomView>;
  #isConnected = false;
  #lastSeq = -1;
  #clockOffsetMs: number | null = null;
  #ear: Ear | null = null;
  #holders = 0;
  #lingerTimer: ReturnType<typeof setTimeout> | undefined;
  #heardTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(initial: RoomState, { isEmbedded = false, openTransport }: RoomOptions = {}) {
    this.kind = initial.kind;
    this.id = initial.id;
    this.#isEmbedded = isEmbedded;
    this.#socket = new FrameSocket({
      // The room repeats it when they connect again.
      onStatus: (connection) =>
        this.#view.change(connection === "open" ? { connection } : { connection, restriction: null }),
      onFrame: (frame) => this.#onFrame(frame),
      texts: noResponseTexts,
      ...(openTransport && { open: openTransport }),
    });
    this.#view = new Store<RoomView>({
      state: initial,
      connection: "connecting",
      isHeard: false,
      reactions: [],
    });
  }

  readonly getView = (): RoomView => this.#view.get();
  readonly subscribe = (onChange: () => void): (() => void) => this.#view.subscribe(onChange);

  /** Keeps the room connected until the returned function is called (once is enough). */
  retain(): () => void {
    this.#holders += 1;
    clearTimeout(this.#lingerTimer);
    if (!this.#isConnected) this.#connect();
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#holders -= 1;
      if (this.#holders === 0) this.#lingerTimer = setTimeout(() => this.#disconnect(), lingerMs);
    };
  }

  /**
   * Sends a message to the room. Resolves with the data of the acknowledgement, which comes after storage; a message
   * without a response is sent again after a reconnect, under the same id, and is stored once. To repeat a message,
   * after a reload for example, pass the `id` it had.
   *
   * @throws RoomError with `code`, and `retryAfterMs` where waiting helps.
   */
  send<Event extends Sayable["event"]>(
    event: Event,
    data: Extract<Sayable, { event: Event }>["data"],
    id: string = makeId(),
  ): Promise<unknown> {
    return this.#ask({ event, data, id } as Extract<Sayable, { event: Event }>);
  }

  /**
   * Follows a set of this stage (`set-updates.ts`) until the socket closes. Resolves with the set's state.
   *
   * @throws RoomError
   */
  followSet(set: string): Promise<unknown> {
    return this.#ask({ event: "room updates join", data: { set }, id: makeId() });
  }

  leaveSet(set: string): void {
    this.#ask({ event: "room updates leave", data: { set }, id: makeId() }).catch(() => {});
  }

  /** Passes on, unparsed, every frame that is neither a response to a message nor an event of the room. */
  readonly readUpdates = (onFrame: (frame: unknown) => void): (() => void) => {
    this.#updateReaders.add(onFrame);
    return () => this.#updateReaders.delete(onFrame);
  };

  /** Starts the sound of the room; batches of packets go to `port` without passing this thread. */
  listen(options: ListenOptions, port: MessagePort): void {
    this.#socket.listen(options, port);
  }

  unlisten(): void {
    this.#socket.unlisten();
  }

  /** Reconnects as the user who has logged in; the sound continues meanwhile. */
  renew(): void {
    this.#socket.renew();
  }

  /** Sets the listener's position in the sound, or that the room no longer plays. */
  setEar(ear: Ear | null): void {
    this.#ear = ear;
    this.#heard.isDeep = ear?.isDeep ?? false;
    this.#heard.isRewound = ear?.played !== undefined;
    this.#rewind();
    this.#applyDue();
  }

  /** The server's time now, epoch ms, estimated from events. */
  serverNow(): number {
    return Date.now() - (this.#clockOffsetMs ?? 0);
  }

  #ask(frame: ClientFrame): Promise<unknown> {
    return this.#socket.ask(frame);
  }

  #connect(): void {
    this.#isConnected = true;
    if (typeof document !== "undefined") rooms.set(keyOf(this.kind, this.id), this);
    // For a signed-out listener, this is their identity: a reconnect must not count as someone else.
    listenerId ??= makeId();
    const query = new URLSearchParams({ ...(this.#isEmbedded && { embed: "1" }), listener: listenerId });
    this.#socket.open(`/realtime/${this.kind}/${encodeURIComponent(this.id)}?${query}`);
  }

  #disconnect(): void {
    this.#isConnected = false;
    clearTimeout(this.#heardTimer);
    this.#socket.close();
    rooms.delete(keyOf(this.kind, this.id));
  }

  #onFrame(frame: unknown): void {
    const event = RoomEvent.safeParse(frame);
    if (event.success) return this.#onEvent(event.data);
    const restricted = ChatRestricted.safeParse(frame);
    if (restricted.success) return this.#view.change({ restriction: restricted.data.data });
    // Frames that this version does not know are ignored.
    for (const onUpdate of this.#updateReaders) onUpdate(frame);
  }

  #onEvent(event: RoomEvent): void {
    const offsetMs = Date.now() - event.at;
    this.#clockOffsetMs = Math.min(this.#clockOffsetMs ?? offsetMs, offsetMs);
    if (event.event !== "snapshot" && event.seq <= this.#lastSeq) return;
    this.#lastSeq = event.seq;
    this.#socket.seen(event.seq);
    this.#noteTracks(event);
    this.#apply(this.#heard.push(event, this.#earNow(), Date.now()));
    if (event.event === "snapshot") {
      this.#view.change({ isHeard: true });
      this.#rewind();
    }
    this.#scheduleHeard();
  }

  /** Applies new facts about tracks to the events that a listener of the past has yet to hear. */
  #noteTracks({ event, data }: RoomEvent): void {
    const ear = this.#ear;
    if (ear?.played === undefined) return;
    if (event === "new track") ear.played = [...ear.played, data];
    if (event === "tracks corrected") ear.played = correctPlayed(ear.played, data);
  }

  /**
   * A listener far behind live starts before what the page shows: back to the track that they hear, the others follow.
   */
  #rewind(): void {
    const ear = this.#ear?.isDeep ? this.#earNow() : null;
    if (ear === null) return;
    const { state, ahead } = rewindRoom(this.getView().state, ear, this.#ear?.played);
    if (state === this.getView().state) return;
    this.#view.change({ state });
    for (const data of ahead) {
      this.#heard.insertTrack({ event: "new track", data, seq: this.#lastSeq, at: data.mediaAt }, Date.now());
    }
  }

  #applyDue(): void {
    this.#apply(this.#heard.due(this.#earNow(), Date.now()));
    this.#scheduleHeard();
  }

  #scheduleHeard(): void {
    clearTimeout(this.#heardTimer);
    const inMs = this.#heard.nextInMs(this.#earNow(), Date.now());
    if (inMs !== null) this.#heardTimer = setTimeout(() => this.#applyDue(), Math.max(15, inMs));
  }

  #earNow(): number | null {
    return this.#ear?.heardAt() ?? null;
  }

  #apply(events: readonly RoomEvent[]): void {
    if (events.length === 0) return;
    const state = events.reduce(applyRoomEvent, this.getView().state);
    this.#view.change({ state });
    const ear = this.#earNow() ?? this.serverNow();
    if (events.some(({ event }) => reactionEvents.has(event))) void this.#float(events, ear);
  }

  /** Loaded with the first reaction: a first visit does without. While it cannot be loaded, nothing floats. */
  async #float(events: readonly RoomEvent[], ear: number): Promise<void> {
    const reactions = await import("./reactions.ts").catch(() => null);
    if (reactions === null) return;
    const { FloatingReactions, toReaction } = reactions;
    this.#floating ??= new FloatingReactions((reactions) => this.#view.change({ reactions }));
    this.#floating.add(events.flatMap((event) => toReaction(event, ear) ?? []));
  }
}

const rooms = new Map<string, RoomConnection>();
/** Lasts as long as the page and is not stored anywhere. */
let listenerId: string | undefined;

function keyOf(kind: RoomKind, id: string): string {
  return `${kind}/${id}`;
}

/** The user who has just logged in writes and is counted in every room of this page; the sound continues. */
export function renewRooms(): void {
  for (const room of rooms.values()) room.renew();
}

/**
 * The page's one connection to a room, created from `initial` where it does not exist yet. It connects when retained.
 * On the server a temporary one, so that no request sees another's.
 */
export function roomConnection(initial: RoomState, options: RoomOptions = {}): RoomConnection {
  if (typeof document === "undefined") return new RoomConnection(initial, options);
  const key = keyOf(initial.kind, initial.id);
  const known = rooms.get(key);
  if (known) return known;
  const made = new RoomConnection(initial, options);
  rooms.set(key, made);
  return made;
}
