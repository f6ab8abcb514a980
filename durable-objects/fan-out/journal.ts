import type { ChatMessage, RoomEvent, RoomState, TipMessage } from "#app/domains/air/stages/live/protocol.ts";
import { socketLimits } from "#app/domains/air/stages/live/protocol.ts";
import { applyRoomEvent } from "#app/domains/air/stages/live/state.ts";
import { isSame } from "../is-same.ts";

/** An event without the number that the journal gives it. */
export type RoomEventBody = RoomEvent extends infer E
  ? E extends RoomEvent
    ? Pick<E, "event" | "data">
    : never
  : never;

/** An event as it is stored and sent: its number, and the JSON text of the whole frame. */
export interface JournalEntry {
  seq: number;
  text: string;
}

/** An event that is kept for pages that resume; `at`: epoch ms. */
export interface KeptEntry extends JournalEntry {
  at: number;
}

export type StoredState = Omit<RoomState, "messages" | "tips">;

/** The knowledge of an object that starts. */
export interface StoredJournal {
  state: StoredState;
  /** Newest first. */
  messages: ChatMessage[];
  tips: TipMessage[];
  /** The last events with consecutive numbers, oldest first. */
  entries: KeptEntry[];
  /** The number of the last event, or a higher one. */
  lastSeq: number;
}

/** The part of a room's journal that is kept over evictions. */
export interface JournalStore {
  load(): StoredJournal;
  /** Runs several writes that are stored together. */
  together(work: () => void): void;
  /** `clientId`: of the frame by which a listener has sent it. */
  append(event: RoomEvent, entry: KeptEntry, clientId?: string): void;
  /** Notes that this number is used by an event that is not stored: after an eviction higher ones follow. */
  reserve(seq: number, state: StoredState): void;
  saveState(seq: number, state: StoredState): void;
  /** `seq`: of its event, where that is still known. */
  deleteMessage(id: string, seq: number | undefined): void;
  deleteTip(id: string): void;
  /** Replaces the text of an event. */
  rewrite(seq: number, text: string): void;
  deleteUpTo(seq: number): void;
  forget(userId: string): void;
}

/** Changes every few seconds and is known again after an eviction: such an event is numbered and sent, not stored. */
const isVolatile = ({ event }: RoomEvent) => event === "room listeners" || event === "profile listeners";

/**
 * A room's state and its last events. `publish` numbers an event, applies it with the reducer that browsers use and
 * stores both before anyone is sent it. A relay shard has the same journal as a copy in memory, by `adopt`.
 */
export class Journal {
  readonly #store: JournalStore | null;
  #state: RoomState;
  #lastSeq: number;
  #entries: KeptEntry[];

  /** An empty copy where there is no store. */
  constructor(empty: RoomState, store: JournalStore | null) {
    this.#store = store;
    const stored = store?.load();
    this.#entries = stored?.entries ?? [];
    this.#lastSeq = stored?.lastSeq ?? 0;
    this.#state =
      stored === undefined
        ? empty
        : {
            ...stored.state,
            messages: stored.messages,
            ...(stored.tips.length > 0 && { tips: stored.tips }),
          };
  }

  get state(): RoomState {
    return this.#state;
  }

  get lastSeq(): number {
    return this.#lastSeq;
  }

  publish(body: RoomEventBody, at: number, clientId?: string): JournalEntry {
    const event = { ...body, seq: this.#lastSeq + 1, at } as RoomEvent;
    return this.#take(event, JSON.stringify(event), clientId);
  }

  /** Takes over an event of the room that this journal is a copy of; undefined when it is known already. */
  adopt(event: RoomEvent, text: string): JournalEntry | undefined {
    if (event.event === "snapshot") return this.#replace(event, text);
    return event.seq <= this.#lastSeq ? undefined : this.#take(event, text);
  }

  /** Changes state without an event (the room's name), so that the next snapshot contains it. */
  amend(change: Partial<StoredState>): void {
    const amended = { ...this.#state, ...change };
    if (isSame(amended, this.#state)) return;
    this.#state = amended;
    this.#saveState();
  }

  /** Returns a message that is still shown. */
  find(messageId: string): ChatMessage | undefined {
    return this.#state.messages.find((message) => message._id === messageId);
  }

  /** Returns this user's messages that are still shown, newest first. */
  messagesOf(userId: string): ChatMessage[] {
    return this.#state.messages.filter((message) => message.userId === userId);
  }

  /** Returns the frame that a socket receives first. */
  snapshot(at: number): string {
    return JSON.stringify({ event: "snapshot", data: this.#state, seq: this.#lastSeq, at });
  }

  /**
   * Deletes everything that names this user: their messages, tips of and to them, and every event up to the last that
   * does, so that a page that resumes from before gets a snapshot instead.
   */
  forget(userId: string): void {
    this.#entries = this.#entries.slice(this.#entries.findLastIndex(({ text }) => text.includes(userId)) + 1);
    this.#state = {
      ...this.#state,
      messages: this.#state.messages.filter((message) => message.userId !== userId),
      ...(this.#state.tips && {
        tips: this.#state.tips.filter(({ fromId, toId }) => fromId !== userId && toId !== userId),
      }),
    };
    this.#store?.together(() => {
      this.#store?.forget(userId);
      // The number of the last event may be read from here alone.
      this.#saveState();
    });
  }

  /** Returns every frame after `seq`, oldest first; null when some are gone, or `seq` is not from this room's history. */
  since(seq: number): JournalEntry[] | null {
    if (seq === this.#lastSeq) return [];
    const index = this.#entries.findIndex((entry) => entry.seq === seq + 1);
    return index === -1 ? null : this.#entries.slice(index);
  }

  /** Returns the events of the last `withinMs` before the last one: an eviction may have kept them from listeners. */
  latest(withinMs: number): JournalEntry[] {
    const lastAt = this.#entries.at(-1)?.at ?? 0;
    return this.#entries.filter(({ at }) => at >= lastAt - withinMs);
  }

  #take(event: RoomEvent, text: string, clientId?: string): JournalEntry {
    const entry = { seq: event.seq, at: event.at, text };
    const before = this.#state;
    this.#state = applyRoomEvent(before, event);
    this.#lastSeq = event.seq;
    this.#entries.push(entry);
    if (this.#entries.length > socketLimits.eventLog) this.#entries.shift();
    if (isVolatile(event)) this.#store?.reserve(event.seq, this.#storedState);
    else if (this.#store === null) this.#drop(event, text);
    else
      this.#store.together(() => {
        this.#store?.append(event, entry, clientId);
        const isRow = "_id" in event.data;
        if (!isRow && this.#state !== before) this.#saveState();
        this.#drop(event, text);
      });
    return entry;
  }

  /** A page that resumes does not get what this event has deleted or hidden. */
  #drop(event: RoomEvent, text: string): void {
    if (event.event === "message deleted") this.#forgetRow(event, text);
    const isHiding =
      event.event === "tracks corrected" && event.data.tracks.some(({ track }) => track === null);
    if (!isHiding) return;
    this.#entries = this.#entries.filter(({ seq }) => seq >= event.seq);
    this.#store?.deleteUpTo(event.seq - 1);
  }

  /**
   * Marks the events of a message or a tip as deleted: for a tip also the one by which it floated, which has its sender's
   * name too.
   */
  #forgetRow(
    { data: { _id: id }, seq: deletedBy }: Extract<RoomEvent, { event: "message deleted" }>,
    deleted: string,
  ): void {
    const said = this.#entries.filter(({ seq, text }) => seq !== deletedBy && isAbout(text, id));
    this.#store?.deleteMessage(id, said[0]?.seq);
    this.#store?.deleteTip(id);
    for (const entry of said) {
      entry.text = JSON.stringify({ ...JSON.parse(deleted), seq: entry.seq });
      this.#store?.rewrite(entry.seq, entry.text);
    }
  }

  #replace(event: Extract<RoomEvent, { event: "snapshot" }>, text: string): JournalEntry {
    this.#state = event.data;
    this.#lastSeq = event.seq;
    this.#entries = [];
    return { seq: event.seq, text };
  }

  get #storedState(): StoredState {
    const { messages: _, tips: __, ...stored } = this.#state;
    return stored;
  }

  #saveState(): void {
    this.#store?.saveState(this.#lastSeq, this.#storedState);
  }
}

/** Whether this is the event of a message or of a tip, and not of a reply to it. */
function isAbout(text: string, id: string): boolean {
  if (!text.includes(id)) return false;
  const { data } = JSON.parse(text) as { data: { _id?: string; tip?: string } };
  return data._id === id || data.tip === id;
}
