import { ulid } from "ulidx";
import type { Room as RoomPort } from "#app/context.ts";
import { stageLimits } from "#app/domains/air/stages/contract/stages.ts";
import { clampMediaAt, decideCheer } from "#app/domains/air/stages/live/rules.ts";
import { recordCheer } from "#app/domains/air/stages/queries/rooms.ts";
import type { Refusal } from "#app/errors.ts";
import { openDb } from "#db/client.ts";
import type { Audience } from "../fan-out/audience.ts";
import type { Blocked } from "./chat/blocked.ts";
import type { RoomCore } from "./core.ts";
import type { LiveSetFeed } from "./live-set/live-set-feed.ts";
import type { SetLedger } from "./live-set/set-ledger.ts";
import type { Air } from "./on-air/air.ts";
import { creditOf } from "./on-air/credit.ts";
import type { Tracklist } from "./on-air/tracklist.ts";

export type CheerInput = Parameters<RoomPort["cheer"]>[0];
export type FavoritedInput = Parameters<RoomPort["favorited"]>[0];

/** Longer than anyone hears the same play. */
const rememberHeartsMs = 3_600_000;

interface ReactionsDeps {
  audience: Audience;
  air: Air;
  tracklist: Tracklist;
  blocked: Blocked;
  liveSets: LiveSetFeed;
  ledger: SetLedger;
}

/**
 * Cheers and hearts. The time of each listener's last cheer is stored: neither a second tab nor an eviction shortens
 * the wait.
 */
export class Reactions {
  readonly #sql: SqlStorage;
  readonly #core: RoomCore;
  readonly #deps: ReactionsDeps;

  constructor(core: RoomCore, deps: ReactionsDeps) {
    this.#core = core;
    this.#deps = deps;
    this.#sql = core.storage.sql;
    this.#sql.exec("create table if not exists applause (user_id text primary key, at integer not null)");
    this.#sql.exec(
      "create table if not exists hearts (user_id text not null, play_id text not null, at integer not null, primary key (user_id, play_id))",
    );
    this.#sql.exec("create index if not exists hearts_at on hearts (at)");
  }

  cheer(input: CheerInput): { ok: true; cheerId: string; cheerCount: number; at: number } | Refusal {
    const { journal, outbox, env, publish } = this.#core;
    const { audience, air, tracklist, blocked, liveSets } = this.#deps;
    const now = Date.now();
    const mediaAt = clampMediaAt(input.mediaAt, now);
    const broadcast = air.heardAt(mediaAt);
    const decision = decideCheer({
      isOnAir: broadcast !== null,
      isBlocked: blocked.has(input.userId),
      lastCheerAt: this.#lastCheerAt(input.userId),
      now,
    });
    if (!decision.ok) return decision;
    if (broadcast === null) return { ok: false, code: "not-live" };
    const play = tracklist.find(broadcast.id, input.playId, mediaAt);
    const cheer = {
      id: ulid(now),
      userId: input.userId,
      ...creditOf(this.#core, broadcast),
      trackId: play?.trackId ?? null,
      playId: play?.id ?? null,
      cheeredAt: now,
      mediaAt: Math.round(Math.max(mediaAt, broadcast.startedAt)),
      isHeard: audience.spanOf(input.userId, now) !== null,
    };
    this.#store(input.userId, now);
    void outbox.enqueue(`cheer:${cheer.id}`, recordCheer(openDb(env.DB), cheer), "cheers");
    const cheerCount = journal.state.cheerCount + 1;
    const data = { userId: input.userId, user: input.username, cheerCount, mediaAt };
    publish({ event: "cheered", data }, now);
    if (cheer.setId !== null) {
      liveSets.cheered(cheer.setId, cheer.userId, { id: cheer.id, timestamp: now, playId: cheer.playId });
    }
    return { ok: true, cheerId: cheer.id, cheerCount, at: now };
  }

  favorited({ trackId, setId, favoriteCount, trackFavoriteCount, mediaAt, heart }: FavoritedInput): void {
    const now = Date.now();
    const isFavorited = heart !== null && this.#isFirst(heart, now);
    // The name of a hidden track must not be found by its id.
    const isHidden = this.#deps.tracklist.isHidden(trackId);
    const data = {
      track: isHidden ? "" : trackId,
      favoriteCount,
      trackFavoriteCount: isHidden ? 0 : trackFavoriteCount,
      mediaAt: clampMediaAt(mediaAt, now),
      isFavorited,
    };
    this.#core.publish({ event: "favorited", data }, now);
    if (setId !== null) this.#deps.liveSets.favorited(setId);
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
