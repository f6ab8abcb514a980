import { ulid } from "ulidx";
import type { ChatSettings, ChosenMessagesInput } from "#app/domains/air/stages/contract/moderation.ts";
import { decideMessage } from "#app/domains/air/stages/live/moderation-rules.ts";
import type { ChatMessage, RoomReply } from "#app/domains/air/stages/live/protocol.ts";
import {
  type Bucket,
  hasRoomFor,
  inFairOrder,
  type SayDecision,
} from "#app/domains/air/stages/live/rules.ts";
import { recordChatPlace } from "#app/domains/air/stages/queries/rooms.ts";
import type { Refusal } from "#app/errors.ts";
import { openDb } from "#db/client.ts";
import type { SocketViewer } from "../../contract.ts";
import type { SayFrame } from "../../fan-out/listener-sockets.ts";
import { ack, refuse } from "../../frames.ts";
import type { RoomCore } from "../core.ts";
import type { Blocked } from "./blocked.ts";
import { Cards, writerOf } from "./cards.ts";
import type { ChatHistory } from "./chat-history.ts";
import { ChatMemory, type Stored } from "./chat-memory.ts";
import { Comparisons } from "./comparisons.ts";
import type { Moderation } from "./moderation.ts";
import { SendCooldowns } from "./send-cooldowns.ts";

/**
 * Messages that arrive within this time of each other are stored together: while a write is confirmed nothing leaves
 * the object, so one write per message would delay the sound of a busy room again and again.
 */
const gatherMs = 60;

/** Age up to which messages are deleted of a user who floods a chat in slow mode. */
const floodReachMs = 60_000;

/** Wait of a flood outside slow mode after every attempt. */
const floodHoldMs = 5_000;

interface Gathered {
  viewer: SocketViewer;
  frame: SayFrame;
  answer: PromiseWithResolvers<RoomReply>;
}

/** Someone who floods a chat in slow mode, whose last messages are to be deleted. */
interface Flooder {
  userId: string;
  since: number;
}

interface ChatDeps {
  blocked: Blocked;
  moderation: Moderation;
  history: ChatHistory;
}

/** A room's chat: accepts messages, once and in order, and enforces its rules. */
export class Chat {
  readonly #storage: DurableObjectStorage;
  readonly #memory: ChatMemory;
  readonly #core: RoomCore;
  readonly #deps: ChatDeps;
  readonly #floods = new SendCooldowns();
  readonly #comparisons = new Comparisons();
  readonly #cards: Cards;
  #slowSettings: ChatSettings | undefined;
  #gathered: Gathered[] = [];
  #flooders: Flooder[] = [];
  #gatherTimer: ReturnType<typeof setTimeout> | undefined;
  #storedAt = 0;

  constructor(core: RoomCore, deps: ChatDeps) {
    this.#core = core;
    this.#deps = deps;
    this.#storage = core.storage;
    this.#memory = new ChatMemory(core.storage.sql, core.messages);
    this.#cards = new Cards(core.env);
  }

  /**
   * Accepts a message and publishes it; responds after storage. The same frame again gets the same response. In a quiet
   * room that is immediate; messages that follow soon wait for the next write.
   */
  async say(viewer: SocketViewer, frame: SayFrame): Promise<RoomReply> {
    const waiting = this.#whileWaiting(viewer.userId, frame.id, Date.now());
    if (waiting !== undefined) return refuse(frame.id, waiting.code, waiting.retryAfterMs);
    const answer = Promise.withResolvers<RoomReply>();
    this.#gathered.push({ viewer: await this.#cards.asNow(viewer), frame, answer });
    this.#gather();
    return answer.promise;
  }

  #gather(): void {
    if (this.#gatherTimer !== undefined) return;
    const waitMs = this.#storedAt + gatherMs - Date.now();
    if (waitMs <= 0) this.#storeGathered();
    else this.#gatherTimer = setTimeout(() => this.#storeGathered(), waitMs);
  }

  /** There must be no await in here: the runtime then confirms all of it as one write. */
  #storeGathered(): void {
    this.#gatherTimer = undefined;
    this.#core.fanOut.together(() => this.#storeAll());
    // Not before: the next ones wait for a part of the room's budget, which counts from the last of these.
    this.#storedAt = Date.now();
  }

  #storeAll(): void {
    const flooders = this.#flooders.splice(0);
    if (flooders.length > 0) this.#silence(flooders);
    for (const { viewer, frame, answer } of this.#inOrder(this.#gathered.splice(0))) {
      try {
        answer.resolve(this.#sayNow(viewer, frame));
      } catch (error) {
        answer.reject(error);
      }
    }
  }

  /** Sorts in order of arrival; under overload, the user whose last attempt is the oldest comes first. */
  #inOrder(gathered: Gathered[]): Gathered[] {
    const now = Date.now();
    if (hasRoomFor(gathered.length, this.#memory.room, now)) return gathered;
    return inFairOrder(
      gathered,
      ({ viewer }) => viewer.userId ?? "",
      (userId) => Math.max(this.#memory.bucket(userId)?.at ?? 0, this.#floods.triedAt(userId) ?? 0),
    );
  }

  /** Deletes messages in one write and one frame to each reader; returns their writers, one id per message. */
  deleteChosen(which: ChosenMessagesInput): string[] {
    const chosen = new Set(which.messageIds);
    const found = this.#core.journal.state.messages.filter(({ _id, userId }) =>
      which.messageIds == null ? userId === which.user : chosen.has(_id),
    );
    const unshown = this.#core.fanOut.together(() =>
      this.#storage.transactionSync(() => {
        for (const { _id } of found) this.#delete(_id);
        return this.#deps.history.deleteChosen(which);
      }),
    );
    return [...found.map(({ userId }) => userId), ...unshown];
  }

  /** This user's messages that are still shown, here or in replays, oldest first. */
  messagesOf(userId: string): { id: string; message: string; at: number }[] {
    const { journal } = this.#core;
    const inReplays = this.#deps.history.messagesOf(userId).filter(({ _id }) => !journal.find(_id));
    const messages = [...inReplays, ...journal.messagesOf(userId).toReversed()];
    return messages.map(({ _id, message, time }) => ({ id: _id, message, at: time }));
  }

  /** They have opened a page: their name, photo and badge are read again with their next message. */
  arrived(userId: string): void {
    this.#cards.forget(userId);
  }

  /** Deletes what this user has written since `since`. */
  deleteOf(userId: string, since = 0): void {
    this.#storage.transactionSync(() => {
      for (const { _id, time } of this.#core.journal.messagesOf(userId)) if (time >= since) this.#delete(_id);
      this.#deps.history.deleteOf(userId, since);
    });
  }

  /** Deletes everything that this user has written, and what is remembered of them. */
  forget(userId: string): void {
    this.#storage.transactionSync(() => {
      this.deleteOf(userId);
      this.#memory.forget(userId);
      this.#cards.forget(userId);
    });
  }

  #delete(_id: string): void {
    this.#core.publish({ event: "message deleted", data: { _id } }, Date.now());
  }

  #sayNow(viewer: SocketViewer, frame: SayFrame): RoomReply {
    const isOwn = frame.event === (this.#core.kind === "stage" ? "roomChat" : "profileChat");
    if (!isOwn) return refuse(frame.id, "bad-input");
    const now = Date.now();
    // Refused for their rate since this was gathered.
    const waiting = this.#waitOf(viewer.userId, frame.id, now);
    if (waiting !== undefined) return refuse(frame.id, waiting.code, waiting.retryAfterMs);
    // All of a message is stored, or nothing.
    const said = this.#storage.transactionSync(() => this.#take(viewer, frame, now));
    return said.ok ? ack(frame.id, said.stored) : refuse(frame.id, said.code, said.retryAfterMs);
  }

  /**
   * Takes a message once per `clientId` of its writer, the user of the socket's session. What answers a message that is
   * gone is no reply.
   */
  #take(viewer: SocketViewer, frame: SayFrame, now: number): { ok: true; stored: Stored } | Refusal {
    const userId = viewer.userId;
    if (userId === null) return { ok: false, code: "authorization" };
    const earlier = this.#memory.find(userId, frame.id);
    if (earlier !== undefined) return { ok: true, stored: earlier };
    const bucket = this.#memory.bucket(userId);
    const decision = this.#decide(userId, viewer.canWrite, frame.data.msg, bucket, now);
    if (!decision.ok) return this.#refused(userId, decision, now);
    const answered = this.#core.journal.find(frame.data.replyTo ?? "");
    const message: ChatMessage = {
      _id: ulid(now),
      ...writerOf(viewer),
      userId,
      message: decision.text,
      time: now,
      ...(answered && { replyTo: answered._id }),
    };
    if (bucket === null) this.#recordPlace(userId);
    this.#memory.spend(userId, decision);
    this.#memory.remember(userId, frame.id, message);
    const event = this.#core.kind === "stage" ? "room message" : "profile message";
    this.#core.publish({ event, data: message }, now, frame.id);
    return { ok: true, stored: { _id: message._id, time: now } };
  }

  /** Applies the room's budgets and the settings of the stage's managers. */
  #decide(userId: string, canWrite: boolean, text: string, user: Bucket | null, now: number): SayDecision {
    const { journal, env } = this.#core;
    const { moderation, blocked } = this.#deps;
    return decideMessage({
      text,
      canWrite,
      isBlocked: blocked.has(userId),
      isManager: moderation.isManager(userId),
      isOnAir: journal.state.currentDj?.id === userId,
      restriction: moderation.restrictionOf(userId),
      settings: moderation.settings,
      origin: new URL(env.CUE_ORIGIN).origin,
      holdsBlockedWord: moderation.holdsBlockedWord,
      user,
      room: this.#memory.room,
      takeComparison: () => this.#comparisons.take(userId, now),
      now,
    });
  }

  /** Returns how long this person has to wait between messages in slow mode; 0 where it does not apply to them. */
  #slowMsOf(userId: string): number {
    const { moderation } = this.#deps;
    const isFree = moderation.isManager(userId) || this.#core.journal.state.currentDj?.id === userId;
    return isFree ? 0 : moderation.settings.slowSeconds * 1_000;
  }

  /** A user who was told to wait has to, and longer if they go on; in slow mode their last messages are deleted too. */
  #whileWaiting(userId: string | null, clientId: string, now: number): Refusal | undefined {
    if (userId === null || this.#waitOf(userId, clientId, now) === undefined) return undefined;
    const slowMs = this.#slowMsOf(userId);
    if (slowMs === 0) this.#floods.tried(userId, now, { code: "rate-limited", ms: floodHoldMs });
    else if (this.#floods.tried(userId, now, { code: "slow-mode", ms: slowMs })) {
      this.#flooders.push({ userId, since: now - floodReachMs });
      this.#gather();
    }
    return this.#floods.waitOf(userId, now);
  }

  /** The refusal for a user who has to wait; undefined for all others. */
  #waitOf(userId: string | null, clientId: string, now: number): Refusal | undefined {
    if (this.#deps.moderation.settings !== this.#slowSettings) {
      this.#slowSettings = this.#deps.moderation.settings;
      this.#floods.clear();
    }
    const waiting = userId === null ? undefined : this.#floods.waitOf(userId, now);
    if (userId === null || waiting === undefined) return undefined;
    // They were told to wait before their set, and are on air now.
    if (waiting.code === "slow-mode" && this.#slowMsOf(userId) === 0) return undefined;
    // Sent again because the response was lost: it is sent once more.
    return this.#memory.find(userId, clientId) === undefined ? waiting : undefined;
  }

  /** A flood comes from many users: their messages are deleted in one write. */
  #silence(flooders: readonly Flooder[]): void {
    this.#storage.transactionSync(() => {
      for (const { userId, since } of flooders) {
        this.deleteOf(userId, since);
        if (this.#memory.bucket(userId) === null) this.#recordPlace(userId);
        // Stored as if it had been sent, so that the wait also survives an eviction.
        this.#memory.storeBucket(userId, { tokens: 0, at: Date.now() });
      }
    });
  }

  #refused(userId: string, refusal: Refusal, now: number): Refusal {
    if (refusal.code !== "slow-mode" && refusal.code !== "rate-limited") return refusal;
    const waitMs = refusal.retryAfterMs ?? 0;
    // In slow mode, many users who retry simultaneously would use up the budget of the whole room.
    const told = {
      ...refusal,
      retryAfterMs: this.#slowMsOf(userId) === 0 ? waitMs : Math.max(1_000, waitMs),
    };
    this.#floods.wait(userId, told, now);
    return told;
  }

  /** Records in D1, when a user's id is first stored here, that this room has messages of theirs. */
  #recordPlace(userId: string): void {
    const { outbox, env, path } = this.#core;
    const writes = recordChatPlace(openDb(env.DB), { userId, room: path });
    void outbox.enqueue(`chat-place:${userId}`, writes, "chat-places");
  }
}
