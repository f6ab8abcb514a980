import { ulid } from "ulidx";
import type { ChatMessage, RoomReply } from "#app/domains/stages/live/protocol.ts";
import { type Bucket, decideSay } from "#app/domains/stages/live/rules.ts";
import type { Refusal } from "#app/errors.ts";
import type { SocketViewer } from "../contract.ts";
import type { RoomEventBody } from "./journal.ts";
import { ack, refuse, type SayFrame } from "./listener-sockets.ts";

/** How long a message's client id is remembered: longer than any client goes on trying. */
const rememberMs = 10 * 60_000;
/** The bucket that everybody in the room shares; no user has this id. */
const roomBucket = "*";

/**
 * Messages that come within this time of each other are stored together: while a write is confirmed nothing leaves
 * the object, so that a write a message would hold up the sound of a busy room again and again.
 */
const gatherMs = 60;

interface Gathered {
  viewer: SocketViewer;
  frame: SayFrame;
  answer: PromiseWithResolvers<RoomReply>;
}

type Said = { ok: true; isNew: boolean; message: ChatMessage } | Refusal;

/** What is remembered to keep chat orderly: budgets, and which messages of whom were taken already. */
export class Chat {
  readonly #sql: SqlStorage;
  readonly #kind: "stage" | "profile";
  readonly #publish: (body: RoomEventBody, at: number) => void;
  #gathered: Gathered[] = [];
  #gatherTimer: ReturnType<typeof setTimeout> | undefined;
  #storedAt = 0;

  constructor(
    storage: DurableObjectStorage,
    kind: "stage" | "profile",
    publish: (body: RoomEventBody, at: number) => void,
  ) {
    this.#sql = storage.sql;
    this.#kind = kind;
    this.#publish = publish;
    this.#sql.exec(
      "create table if not exists chat_buckets (user_id text primary key, tokens real not null, at integer not null)",
    );
    this.#sql.exec(
      "create table if not exists said (user_id text not null, client_id text not null, json text not null, at integer not null, primary key (user_id, client_id))",
    );
    this.#sql.exec("create index if not exists said_at on said (at)");
  }

  /**
   * Takes a message and publishes it; answers after storage. The same frame again gets the same answer. In a quiet
   * room that is at once; what comes soon after waits for the next write.
   */
  say(viewer: SocketViewer, frame: SayFrame): Promise<RoomReply> {
    const answer = Promise.withResolvers<RoomReply>();
    this.#gathered.push({ viewer, frame, answer });
    if (this.#gatherTimer === undefined) {
      const waitMs = this.#storedAt + gatherMs - Date.now();
      if (waitMs <= 0) this.#storeGathered();
      else this.#gatherTimer = setTimeout(() => this.#storeGathered(), waitMs);
    }
    return answer.promise;
  }

  /** Nothing is awaited here: the runtime confirms all of it as one write. */
  #storeGathered(): void {
    this.#gatherTimer = undefined;
    this.#storedAt = Date.now();
    for (const { viewer, frame, answer } of this.#gathered.splice(0)) {
      try {
        answer.resolve(this.#sayNow(viewer, frame));
      } catch (error) {
        answer.reject(error);
      }
    }
  }

  #sayNow(viewer: SocketViewer, frame: SayFrame): RoomReply {
    const isOwn = frame.event === (this.#kind === "stage" ? "roomChat" : "profileChat");
    if (!isOwn) return refuse(frame.id, "bad-input");
    const now = Date.now();
    const said = this.#take(viewer, frame.id, frame.data.msg, now);
    if (!said.ok) return refuse(frame.id, said.code, said.retryAfterMs);
    const { message } = said;
    const event = this.#kind === "stage" ? "room message" : "profile message";
    // Both are stored, or neither.
    if (said.isNew) this.#publish({ event, data: message }, now);
    return ack(frame.id, { _id: message._id, time: message.time });
  }

  /** Once per `clientId` of its writer. Who speaks is the socket's session. */
  #take(viewer: SocketViewer, clientId: string, text: string, now: number): Said {
    const userId = viewer.userId;
    if (userId === null) return { ok: false, code: "authorization" };
    const earlier = this.#find(userId, clientId);
    if (earlier !== undefined) return { ok: true, isNew: false, message: earlier };
    const decision = decideSay({
      text,
      canWrite: viewer.canWrite,
      user: this.#bucket(userId),
      room: this.#bucket(roomBucket),
      now,
    });
    if (!decision.ok) return decision;
    const message: ChatMessage = {
      _id: ulid(now),
      user: viewer.username,
      userId,
      message: decision.text,
      time: now,
      badge: viewer.badge,
      profile: viewer.photo,
    };
    this.#storeBucket(userId, decision.user);
    this.#storeBucket(roomBucket, decision.room);
    this.#sql.exec(
      "insert into said (user_id, client_id, json, at) values (?, ?, ?, ?)",
      userId,
      clientId,
      JSON.stringify(message),
      now,
    );
    this.#sql.exec("delete from said where at < ?", now - rememberMs);
    return { ok: true, isNew: true, message };
  }

  #find(userId: string, clientId: string): ChatMessage | undefined {
    const row = this.#sql
      .exec<{ json: string }>("select json from said where user_id = ? and client_id = ?", userId, clientId)
      .toArray()[0];
    return row === undefined ? undefined : JSON.parse(row.json);
  }

  #bucket(userId: string): Bucket | null {
    const rows = this.#sql.exec<{ tokens: number; at: number }>(
      "select tokens, at from chat_buckets where user_id = ?",
      userId,
    );
    return rows.toArray()[0] ?? null;
  }

  #storeBucket(userId: string, bucket: Bucket): void {
    this.#sql.exec(
      "insert into chat_buckets (user_id, tokens, at) values (?1, ?2, ?3) on conflict (user_id) do update set tokens = ?2, at = ?3",
      userId,
      bucket.tokens,
      bucket.at,
    );
  }
}
