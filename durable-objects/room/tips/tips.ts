import type { Room as RoomPort } from "#app/context.ts";
import { clampMediaAt } from "#app/domains/air/stages/live/rules.ts";
import { decideTip, toTipMessage } from "#app/domains/air/stages/live/tips.ts";
import { recordChatPlace } from "#app/domains/air/stages/queries/rooms.ts";
import type { TipNews } from "#app/domains/value/tokens/port.ts";
import { openDb } from "#db/client.ts";
import type { Blocked } from "../chat/blocked.ts";
import type { Moderation } from "../chat/moderation.ts";
import type { RoomCore } from "../core.ts";
import type { KnownFacts } from "../known-facts.ts";
import type { LiveSetFeed } from "../live-set/live-set-feed.ts";
import type { SetLedger } from "../live-set/set-ledger.ts";
import type { Air } from "../on-air/air.ts";
import { creditOf } from "../on-air/credit.ts";
import type { Tracklist } from "../on-air/tracklist.ts";
import type { TipHistory } from "./tip-history.ts";

export type TipTargetInput = Parameters<RoomPort["tipTarget"]>[0];
type TipTarget = Awaited<ReturnType<RoomPort["tipTarget"]>>;

interface TipsDeps {
  air: Air;
  tracklist: Tracklist;
  facts: KnownFacts;
  blocked: Blocked;
  moderation: Moderation;
  history: TipHistory;
  ledger: SetLedger;
  liveSets: LiveSetFeed;
}

/** Tips: whom one goes to, and, once its performer's wallet has it, how it is shown. */
export class Tips {
  readonly #core: RoomCore;
  readonly #deps: TipsDeps;

  constructor(core: RoomCore, deps: TipsDeps) {
    this.#core = core;
    this.#deps = deps;
  }

  target({ userId, performer, playId, mediaAt: claimed }: TipTargetInput): TipTarget {
    const { kind, id, path } = this.#core;
    const { air, tracklist, blocked, moderation } = this.#deps;
    const now = Date.now();
    const mediaAt = clampMediaAt(claimed, now);
    const broadcast = air.heardAt(mediaAt);
    const credit = broadcast && creditOf(this.#core, broadcast);
    const decision = decideTip({
      // A profile's owner takes tips at any time.
      heard: kind === "profile" ? id : (credit?.performerId ?? null),
      named: performer,
      userId,
      isBlocked: blocked.has(userId),
      restriction: moderation.restrictionOf(userId),
      now,
    });
    if (!decision.ok) return decision;
    const place = {
      room: path,
      stageId: kind === "stage" ? id : null,
      setId: credit?.setId ?? null,
      broadcastId: broadcast?.id ?? null,
      performance: broadcast?.performance ?? null,
      playId: broadcast === null ? null : (tracklist.find(broadcast.id, playId, mediaAt)?.id ?? null),
      mediaAt,
    };
    return { ...decision, place };
  }

  /** Counts and shows a tip; the same again changes nothing. */
  tipped(news: TipNews): void {
    const { kind, storage, fanOut, publish } = this.#core;
    const now = Date.now();
    const row = toTipMessage(news);
    fanOut.together(() =>
      storage.transactionSync(() => {
        const taken = this.#deps.history.take(news, row, now);
        if (taken === null) return;
        const data = {
          mediaAt: news.place.mediaAt,
          tip: news.tip,
          amount: news.amount,
          user: row.fromUsername,
          totalTips: this.#showsTotals(news) ? taken.total : null,
        };
        publish({ event: "tipped", data }, now);
        publish({ event: kind === "stage" ? "room tipped" : "profile tipped", data: row }, now);
        this.#noteInSet(news, row);
        this.#recordPlace(row.fromId);
      }),
    );
  }

  /** The rows of this user's tips go; what they gave stays counted. */
  dropOf(userId: string): void {
    const { journal, publish } = this.#core;
    for (const { _id, fromId } of journal.state.tips ?? []) {
      if (fromId === userId) publish({ event: "message deleted", data: { _id } }, Date.now());
    }
    this.#deps.history.dropOf(userId);
  }

  /** Nothing names this user any more, as sender or as performer; what was given stays counted. */
  forget(userId: string): void {
    this.#core.storage.transactionSync(() => {
      this.dropOf(userId);
      this.#deps.history.dropOf(userId, "toId");
      this.#deps.ledger.hideTipper(userId);
    });
    this.#deps.liveSets.hideTipper(userId);
  }

  #noteInSet(
    { tip, amount, at, place }: TipNews,
    { fromUsername, fromId }: { fromUsername: string; fromId: string },
  ): void {
    if (place.setId === null) return;
    const { playId: trackHistory } = place;
    const noted = { id: tip, timestamp: at, trackHistory, amount, fromUsername, fromId };
    this.#deps.liveSets.tipped(place.setId, noted);
  }

  /** Unknown performers are treated as those who hide their statistics. */
  #showsTotals({ to }: TipNews): boolean {
    return this.#deps.facts.current?.showingStats?.includes(to.userId) ?? false;
  }

  /** The erasure of their account then comes here too. */
  #recordPlace(userId: string): void {
    if (userId === "") return;
    const { outbox, env, path } = this.#core;
    const writes = recordChatPlace(openDb(env.DB), { userId, room: path });
    void outbox.enqueue(`chat-place:${userId}`, writes, "chat-places");
  }
}
