import { ulid } from "ulidx";
import type { Room as RoomPort } from "#app/context.ts";
import { stageLimits } from "#app/domains/stages/contract/stages.ts";
import { clampMediaAt, decideCheer } from "#app/domains/stages/live/rules.ts";
import type { Refusal } from "#app/errors.ts";
import { openDb } from "#db/client.ts";
import { recordCheer } from "#db/queries/rooms.ts";
import type { Journal, RoomEventBody } from "../fan-out/journal.ts";
import type { Outbox } from "../outbox.ts";
import type { Blocked } from "./chat/blocked.ts";
import type { LiveSetFeed } from "./live-set/live-set-feed.ts";
import type { SetLedger } from "./live-set/set-ledger.ts";
import type { Director } from "./on-air/director.ts";

export type CheerInput = Parameters<RoomPort["cheer"]>[0];
export type FavoritedInput = Parameters<RoomPort["favorited"]>[0];

/** Longer than anyone hears the same play. */
const rememberHeartsMs = 3_600_000;

interface ReactionsDeps {
  env: Env;
  outbox: Outbox;
  journal: Journal;
  blocked: Blocked;
  director: Director;
  desk: LiveSetFeed;
  ledger: SetLedger;
  publish(body: RoomEventBody, at: number): void;
}

/**
 * Cheers and hearts. The time of each listener's last cheer is stored: neither a second tab nor an eviction shortens
 * the wait.
 */
export class Reactions {
  readonly #sql: SqlStorage;
  readonly #deps: ReactionsDeps;

  constructor(storage: DurableObjectStorage, deps: ReactionsDeps) {
    this.#sql = storage.sql;
    this.#deps = deps;
    this.#sql.exec("create table if not exists applause (user_id text primary key, at integer not null)");
    this.#sql.exec(
      "create table if not exists hearts (user_id text not null, play_id text not null, at integer not null, primary key (user_id, play_id))",
    );
    this.#sql.exec("create index if not exists hearts_at on hearts (at)");
  }

  cheer(input: CheerInput): { ok: true; cheerId: string; cheerCount: number; at: number } | Refusal {
    const { director, journal, outbox, env, blocked, desk } = this.#deps;
    const now = Date.now();
    const mediaAt = clampMediaAt(input.mediaAt, now);
    const broadcast = director.air.heardAt(mediaAt);
    const decision = decideCheer({
      isOnAir: broadcast !== null,
      isBlocked: blocked.has(input.userId),
      lastCheerAt: this.#lastCheerAt(input.userId),
      now,
    });
    if (!decision.ok) return decision;
    if (broadcast === null) return { ok: false, code: "not-live" };
    const play = director.tracklist.find(broadcast.id, input.playId, mediaAt);
    const cheer = {
      id: ulid(now),
      userId: input.userId,
      ...director.creditOf(broadcast),
      trackId: play?.trackId ?? null,
      playId: play?.id ?? null,
      cheeredAt: now,
    };
    this.#store(input.userId, now);
    void outbox.enqueue(`cheer:${cheer.id}`, recordCheer(openDb(env.DB), cheer), "cheers");
    const cheerCount = journal.state.cheerCount + 1;
    const data = { userId: input.userId, user: input.username, cheerCount, mediaAt };
    this.#deps.publish({ event: "cheered", data }, now);
    if (cheer.setId !== null) {
      desk.cheered(cheer.setId, cheer.userId, { id: cheer.id, timestamp: now, playId: cheer.playId });
    }
    return { ok: true, cheerId: cheer.id, cheerCount, at: now };
  }

  favorited({ trackId, setId, favoriteCount, trackFavoriteCount, mediaAt, heart }: FavoritedInput): void {
    const now = Date.now();
    const isFavorited = heart !== null && this.#isFirst(heart, now);
    const data = {
      track: trackId,
      favoriteCount,
      trackFavoriteCount,
      mediaAt: clampMediaAt(mediaAt, now),
      isFavorited,
    };
    this.#deps.publish({ event: "favorited", data }, now);
    if (setId !== null) this.#deps.desk.favorited(setId);
  }

  forget(userId: string): void {
    this.#sql.exec("delete from applause where user_id = ?", userId);
    this.#sql.exec("delete from hearts where user_id = ?", userId);
    this.#deps.ledger.forget(userId);
  }

  /** False for a listener who removes a favorite and adds it again: that heart has been shown already. */
  #isFirst({ userId, playId }: { userId: string; playId: string }, now: number): boolean {
    this.#sql.exec("delete from hearts where at < ?", now - rememberHeartsMs);
    const sql = "insert or ignore into hearts (user_id, play_id, at) values (?, ?, ?) returning at";
    return this.#sql.exec(sql, userId, playId, now).toArray().length > 0;
  }

  #lastCheerAt(userId: string): number | null {
    const rows = this.#sql.exec<{ at: number }>("select at from applause where user_id = ?", userId);
    return rows.toArray()[0]?.at ?? null;
  }

  #store(userId: string, at: number): void {
    this.#sql.exec("delete from applause where at <= ?", at - stageLimits.cheerCooldownMs);
    this.#sql.exec(
      "insert into applause (user_id, at) values (?1, ?2) on conflict (user_id) do update set at = ?2",
      userId,
      at,
    );
  }
}
