import { makeId } from "#app/ui/make-id.ts";
import { Store } from "#app/ui/store.ts";
import { type Ear, HeardQueue } from "./heard-queue.ts";
import { openTransport } from "./open-transport.ts";
import { PendingMessages } from "./pending.ts";
import { type ClientFrame, RoomEvent, RoomReply, type RoomState } from "./protocol.ts";
import { FloatingReactions, type Reaction, toReaction } from "./reactions.ts";
import { readFrames } from "./read-frames.ts";
import { socketUrl } from "./socket-url.ts";
import { applyRoomEvent, rewindRoom } from "./state.ts";
import type { ListenOptions, OpenTransport, RoomTransport, TransportStatus } from "./transport.ts";

/** A left room is kept this long: the next page often shows the same one. */
const lingerMs = 3_000;

export type RoomKind = RoomState["kind"];

/** What a page draws. A new object for each change, never mutated. */
export interface RoomView {
  state: RoomState;
  /** `offline`: events do not arrive now; `ended`: the session is over, log in again. */
  connection: TransportStatus;
  /** The room has told what it is doing: before, `state` is what the page's loader knows, without a chat. */
  isHeard: boolean;
  /** Those of the last 8 s, oldest first; under a storm a sample of them. */
  reactions: readonly Reaction[];
}

/** What can be said in a room. */
type Sayable = Extract<ClientFrame, { event: "roomChat" | "profileChat" }>;

interface RoomOptions {
  /** An embedded page: listens and reads without a session, never writes. */
  isEmbedded?: boolean;
  openTransport?: OpenTransport;
}

/**
 * One room for the whole page: its socket, its state, and what it hears. The stage page and the player share it;
 * it connects while anyone retains it. Events of the sound are applied when the listener's ear gets there.
 */
export class RoomConnection {
  readonly kind: RoomKind;
  readonly id: string;
  readonly #options: RoomOptions;
  readonly #updateReaders = new Set<(frame: unknown) => void>();
  readonly #pending = new PendingMessages();
  readonly #heard = new HeardQueue();
  readonly #floating = new FloatingReactions((reactions) => this.#view.change({ reactions }));
  readonly #view: Store<RoomView>;
  #transport: RoomTransport | null = null;
  #lastSeq = -1;
  #clockOffsetMs: number | null = null;
  #ear: Ear | null = null;
  #holders = 0;
  #lingerTimer: ReturnType<typeof setTimeout> | undefined;
  #heardTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(initial: RoomState, options: RoomOptions = {}) {
    this.kind = initial.kind;
    this.id = initial.id;
    this.#options = options;
    this.#view = new Store<RoomView>({
      state: initial,
      connection: "connecting",
      isHeard: false,
      reactions: [],
    });
  }

  readonly getView = (): RoomView => this.#view.get();
  readonly subscribe = (onChange: () => void): (() => void) => this.#view.subscribe(onChange);

  /** Keeps the room connected until the answered function is called (once is enough). */
  retain(): () => void {
    this.#holders += 1;
    clearTimeout(this.#lingerTimer);
    this.#transport ??= this.#connect();
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.#holders -= 1;
      if (this.#holders === 0) this.#lingerTimer = setTimeout(() => this.#disconnect(), lingerMs);
    };
  }

  /**
   * Says something in the room. Resolves with the data of the acknowledgement, which comes after storage; an
   * unanswered message goes out again after a reconnect, under the same id, and is stored once. Who says a thing
   * again, after a reload for example, gives the `id` it had.
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
   * Asks to be told what happens in a set of this stage (`set-updates.ts`), until the socket closes. Resolves with the
   * set as it stands.
   *
   * @throws RoomError
   */
  followSet(set: string): Promise<unknown> {
    return this.#ask({ event: "room updates join", data: { set }, id: makeId() });
  }

  leaveSet(set: string): void {
    this.#ask({ event: "room updates leave", data: { set }, id: makeId() }).catch(() => {});
  }

  /** Passes on, unread, every frame that is neither an answer to something nor an event of the room. */
  readonly readUpdates = (onFrame: (frame: unknown) => void): (() => void) => {
    this.#updateReaders.add(onFrame);
    return () => this.#updateReaders.delete(onFrame);
  };

  /** Asks for the sound of the room; batches of packets go to `port` without passing this thread. */
  listen(options: ListenOptions, port: MessagePort): void {
    this.#transport?.listen(options, port);
  }

  unlisten(): void {
    this.#transport?.unlisten();
  }

  /** Connects again as the user who has logged in; the sound goes on meanwhile. */
  renew(): void {
    this.#transport?.renew();
  }

  /** Tells where the listener's ear is, or that the room no longer sounds. */
  setEar(ear: Ear | null): void {
    this.#ear = ear;
    this.#heard.isDeep = ear?.isDeep ?? false;
    this.#rewind();
    this.#applyDue();
  }

  /** The server's clock now, epoch ms, as far as events have told it. */
  serverNow(): number {
    return Date.now() - (this.#clockOffsetMs ?? 0);
  }

  #ask(frame: ClientFrame): Promise<unknown> {
    const { text, answer } = this.#pending.add(frame);
    this.#transport?.send(text);
    return answer;
  }

  #connect(): RoomTransport {
    if (typeof document !== "undefined") rooms.set(keyOf(this.kind, this.id), this);
    const url = socketUrl(`/realtime/${this.kind}/${encodeURIComponent(this.id)}`);
    if (this.#options.isEmbedded) url.searchParams.set("embed", "1");
    // Signed out, this is who listens: a reconnect must not count as someone else.
    listenerId ??= makeId();
    url.searchParams.set("listener", listenerId);
    const open = this.#options.openTransport ?? openTransport;
    return open(url.href, { onStatus: this.#onStatus, onText: this.#onText });
  }

  #disconnect(): void {
    this.#transport?.close();
    this.#transport = null;
    clearTimeout(this.#heardTimer);
    this.#pending.rejectAll("You have left the room.", "left");
    rooms.delete(keyOf(this.kind, this.id));
  }

  readonly #onStatus = (connection: TransportStatus) => {
    if (connection === "open") for (const text of this.#pending.unanswered()) this.#transport?.send(text);
    if (connection === "ended") {
      this.#pending.rejectAll("Your session has ended. Log in again.", "authorization");
    }
    this.#view.change({ connection });
  };

  readonly #onText = (text: string) => {
    for (const frame of readFrames(text)) {
      const reply = RoomReply.safeParse(frame);
      if (reply.success) {
        this.#pending.settle(reply.data);
        // What answers nothing that was asked takes back an answer of before.
        if (reply.data.id === null) for (const onFrame of this.#updateReaders) onFrame(frame);
        continue;
      }
      const event = RoomEvent.safeParse(frame);
      if (event.success) this.#onEvent(event.data);
      // What this version does not know is left to the next one.
      else for (const onFrame of this.#updateReaders) onFrame(frame);
    }
  };

  #onEvent(event: RoomEvent): void {
    const offsetMs = Date.now() - event.at;
    this.#clockOffsetMs = Math.min(this.#clockOffsetMs ?? offsetMs, offsetMs);
    if (event.event !== "snapshot" && event.seq <= this.#lastSeq) return;
    this.#lastSeq = event.seq;
    this.#transport?.seen(event.seq);
    this.#apply(this.#heard.push(event, this.#earNow(), Date.now()));
    if (event.event === "snapshot") {
      this.#view.change({ isHeard: true });
      this.#rewind();
    }
    this.#scheduleHeard();
  }

  /** A deep ear begins before what the page shows: back to the track that it hears, the others follow. */
  #rewind(): void {
    const ear = this.#ear?.isDeep ? this.#earNow() : null;
    if (ear === null) return;
    const { state, ahead } = rewindRoom(this.getView().state, ear);
    if (state === this.getView().state) return;
    this.#view.change({ state });
    for (const data of ahead) {
      this.#heard.push({ event: "new track", data, seq: this.#lastSeq, at: data.mediaAt }, ear, Date.now());
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
    this.#floating.add(events.flatMap((event) => toReaction(event, ear) ?? []));
  }
}

const rooms = new Map<string, RoomConnection>();
/** Lasts as long as the page and is kept nowhere. */
let listenerId: string | undefined;

function keyOf(kind: RoomKind, id: string): string {
  return `${kind}/${id}`;
}

/** The user who has just logged in speaks and is counted in every room of this page; the sound goes on. */
export function renewRooms(): void {
  for (const room of rooms.values()) room.renew();
}

/**
 * The page's one connection to a room, made from `initial` where it is not there yet. It connects when retained. On
 * the server a throw-away one, so that no request sees another's.
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
