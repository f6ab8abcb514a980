import { chatLimits } from "#app/domains/air/stages/contract/moderation.ts";
import type { ChatMessage } from "#app/domains/air/stages/live/protocol.ts";
import { type Bucket, roomBudget, takeToken, userBudget } from "#app/domains/air/stages/live/rules.ts";
import type { RoomJournal } from "../room-journal.ts";

/** Time for which a message's client id is remembered: longer than any client retries. */
const rememberMs = 10 * 60_000;

/** The longest time that slow mode makes a writer wait. */
const restoreMs = chatLimits.slowSeconds * 1_000;

/** A stored message, as the response to its writer. */
export type Stored = Pick<ChatMessage, "_id" | "time">;

/**
 * A chat's memory of its writers: how much each may still send, and which frames were already accepted. After an
 * eviction it follows from the stored messages; stored beside them is only who has ever written here, and who has to
 * wait for another reason.
 */
export class ChatMemory {
  readonly #sql: SqlStorage;
  readonly #buckets = new Map<string, Bucket>();
  #room: Bucket | null = null;
  /** Accepted frames by writer and client id, in order. */
  readonly #taken = new Map<string, Stored>();

  constructor(sql: SqlStorage, messages: RoomJournal) {
    this.#sql = sql;
    this.#sql.exec(
      "create table if not exists chat_buckets (user_id text primary key, tokens real not null, at integer not null)",
    );
    // Rooms of earlier versions stored frames and whole messages there.
    this.#sql.exec("drop table if exists taken; drop table if exists said");
    for (const { id, at, userId, clientId } of messages.saidSince(Date.now() - restoreMs)) {
      if (clientId !== null) this.#taken.set(keyOf(userId, clientId), { _id: id, time: at });
      this.#buckets.set(userId, spent(this.bucket(userId), userBudget, at));
      this.#room = spent(this.#room, roomBudget, at);
    }
  }

  /** Records that this frame of its writer was accepted, as which message. */
  remember(userId: string, clientId: string, { _id, time }: Stored): void {
    this.#taken.set(keyOf(userId, clientId), { _id, time });
    for (const [key, stored] of this.#taken) {
      if (stored.time >= time - rememberMs) break;
      this.#taken.delete(key);
    }
  }

  find(userId: string, clientId: string): Stored | undefined {
    return this.#taken.get(keyOf(userId, clientId));
  }

  /** Returns null for someone who has never written here. */
  bucket(userId: string): Bucket | null {
    return this.#buckets.get(userId) ?? this.#storedBucket(userId);
  }

  get room(): Bucket | null {
    return this.#room;
  }

  /** Notes what an accepted message has used of its writer's budget and of the room's. */
  spend(userId: string, { user, room }: { user: Bucket; room: Bucket }): void {
    if (this.bucket(userId) === null) this.storeBucket(userId, user);
    this.#buckets.set(userId, user);
    this.#room = room;
  }

  /** Stores a budget that does not follow from the messages. */
  storeBucket(userId: string, bucket: Bucket): void {
    this.#buckets.set(userId, bucket);
    this.#sql.exec(
      "insert into chat_buckets (user_id, tokens, at) values (?1, ?2, ?3) on conflict (user_id) do update set tokens = ?2, at = ?3",
      userId,
      bucket.tokens,
      bucket.at,
    );
  }

  forget(userId: string): void {
    this.#buckets.delete(userId);
    for (const key of this.#taken.keys()) if (key.startsWith(`${userId}\n`)) this.#taken.delete(key);
    this.#sql.exec("delete from chat_buckets where user_id = ?", userId);
  }

  #storedBucket(userId: string): Bucket | null {
    return (
      this.#sql
        .exec<{ tokens: number; at: number }>("select tokens, at from chat_buckets where user_id = ?", userId)
        .toArray()[0] ?? null
    );
  }
}

const keyOf = (userId: string, clientId: string) => `${userId}\n${clientId}`;

/** A budget after a message that was accepted at `at`. */
function spent(bucket: Bucket | null, budget: Parameters<typeof takeToken>[1], at: number): Bucket {
  if (bucket !== null && bucket.at >= at) return bucket;
  const taken = takeToken(bucket, budget, at);
  return taken.ok ? taken.bucket : { tokens: 0, at };
}
