import { standbyTimes } from "#app/domains/air/media/standby.ts";
import type { SetView } from "#app/domains/air/schedule/contract/sets.ts";
import { minutesLate } from "#app/domains/air/schedule/punctuality.ts";
import { setStateTimes } from "#app/domains/air/schedule/set-state.ts";
import { listManagerIds } from "#app/domains/air/sets/queries/requests.ts";
import {
  type PunctualityChange,
  punctualityAction,
  punctualitySentence,
  stillConnectedSentence,
} from "#app/domains/air/stages/late-sets.ts";
import { insertStageEntryOnce } from "#app/domains/air/stages/queries/stage-log.ts";
import type { NewNotice } from "#app/domains/people/notifications/contract.ts";
import { managedStagePath } from "#app/paths.ts";
import { openDb } from "#db/client.ts";
import { inbox, mediaGateway } from "../../stubs.ts";
import type { RoomCore } from "../core.ts";
import { toSchedule } from "../facts.ts";
import type { KnownFacts } from "../known-facts.ts";
import { notedSetNews, type SetNewsItem, setNews } from "../memory.ts";
import type { SetStates } from "./set-states.ts";

/** The name of this task in the room's due list: its alarm calls `tell` for it. */
export const setNewsDue = "set-news";

/** News of each set that matters, and whether they were told: `<set> <what>`. */
/** Later it is of no use to tell that a set is late: the room was away. */
const worthMs = 5 * 60_000;
/** A performer who disconnects this soon after the end is not told that they are still connected. */
const patienceMs = 30_000;
const performersPage = "/djs";

type NewsKind = SetNewsItem["kind"];

type Noted = NewsKind | "awaited";

/**
 * Tells the performer of a set and the managers of its stage what they have to know while nobody looks at a page: that
 * it starts late, and that its encoder is still connected. The stage's log keeps the first. It is only stored here; the
 * room's alarm passes it on, so that the sound waits for nothing.
 */
export class SetNews {
  readonly #core: RoomCore;
  readonly #facts: KnownFacts;
  readonly #states: SetStates;

  constructor(core: RoomCore, facts: KnownFacts, states: SetStates) {
    this.#core = core;
    this.#facts = facts;
    this.#states = states;
  }

  /** Something may have changed for a set of this stage. */
  check(now: number): void {
    for (const set of this.#facts.current?.sets ?? []) {
      // From then on the room decides about it.
      if (set.startTime - standbyTimes.takenMs > now) continue;
      const lateAt = set.startTime + setStateTimes.lateMs;
      // A set that was booked only after its start is late by no one's fault.
      if (now < lateAt) this.#note(set.id, "awaited");
      if (set.startTime > now) continue;
      const { name } = this.#states.of(set, now);
      const wasHeard = this.#states.wasHeard(set);
      const isEnded = set.endTime !== null && now >= set.endTime;
      const isLate = this.#isNoted(set.id, "late");
      const wasAwaited = this.#isNoted(set.id, "awaited");
      if (name === "late" && wasAwaited && now < lateAt + worthMs) this.#add("late", set, now);
      if (isLate && wasHeard) this.#add("started-late", set, now);
      if (isLate && !wasHeard && isEnded) this.#add("missed", set, now);
      if (isEnded && name !== "over") this.#checkConnected(set, now);
    }
  }

  /** Passes on what waits. May run twice: each notice and entry has its key. Throws where something has to be repeated. */
  async tell(): Promise<void> {
    this.check(Date.now());
    let failure: unknown;
    for (const news of this.#waiting()) {
      try {
        await (news.kind === "still-connected" ? this.#warn(news) : this.#notifyOfStart(news, news.kind));
        this.#drop(({ kind, set }) => kind === news.kind && set.id === news.set.id);
      } catch (error) {
        failure = error;
      }
    }
    if (failure !== undefined) throw failure;
  }

  /** Deletes what is stored about this user here. */
  forget(userId: string): void {
    this.#drop(({ set }) => set.performer.id === userId);
  }

  #checkConnected(set: SetView, now: number): void {
    const dueAt = (set.endTime ?? now) + patienceMs;
    if (now >= dueAt) this.#add("still-connected", set, now);
    else void this.#core.due.scheduleBy(setNewsDue, dueAt);
  }

  async #notifyOfStart(
    { set, at, isConnected = false }: SetNewsItem,
    change: PunctualityChange,
  ): Promise<void> {
    const { env, id: stageId } = this.#core;
    const db = openDb(env.DB);
    const stage = this.#facts.current?.name ?? "";
    const performer = set.performer.username;
    const told = { set: set.name, stage, performer, startsAt: set.startTime, at, isConnected };
    await insertStageEntryOnce(db, {
      id: `${change}:${set.id}`,
      stageId,
      actorId: null,
      action: punctualityAction[change],
      details: {
        set: set.name,
        performer: set.performer.username,
        ...(change === "started-late" && { late: minutesLate(set.startTime, at) }),
      },
      at,
    });
    const managers = (await listManagerIds(db, stageId)).filter((each) => each !== set.performer.id);
    const key = `set:${set.id}:late`;
    await Promise.all(
      [set.performer.id, ...managers].map((userId) => {
        const isPerformer = userId === set.performer.id;
        const message = punctualitySentence(change, told, isPerformer);
        const url = isPerformer ? performersPage : managedStagePath(stageId);
        const notice: NewNotice = { kind: "set-late", message, at, key, url, about: set.performer.id };
        return change === "late"
          ? inbox(env, userId).notify(notice)
          : inbox(env, userId).reword(key, message);
      }),
    );
  }

  /** Not those who have decided, or wait for another set. */
  async #warn({ set, at }: SetNewsItem): Promise<void> {
    const { env, path, id } = this.#core;
    const facts = this.#facts.current;
    const placed = await mediaGateway(env).standby(set.performer.id);
    if (facts === null || placed?.heldBy !== path || placed.place === "off" || placed.isKeptOffProfile)
      return;
    const waits = toSchedule(facts, id).some(
      ({ performerId, startsAt }) =>
        performerId === set.performer.id && startsAt > at && startsAt <= at + standbyTimes.windowMs,
    );
    if (waits) return;
    await inbox(env, set.performer.id).notify({
      kind: "still-connected",
      message: stillConnectedSentence(set.name, (set.endTime ?? at) + standbyTimes.keptMs),
      at,
      key: `set:${set.id}:still-connected`,
      url: performersPage,
    });
  }

  #add(kind: NewsKind, set: SetView, at: number): void {
    const { id, name, startTime, endTime, user } = set;
    if (!this.#note(id, kind)) return;
    const { memory, due } = this.#core;
    const performer = { id: user.id, username: user.username };
    const about = { id, name, startTime, endTime, performer };
    const news: SetNewsItem = { kind, set: about, at, isConnected: this.#states.isConnected(set) };
    memory.set(setNews, [...this.#waiting(), news]);
    void due.scheduleBy(setNewsDue, at);
  }

  /** Returns false where that was noted before. */
  #note(setId: string, what: Noted): boolean {
    if (this.#isNoted(setId, what)) return false;
    const sets = this.#facts.current?.sets ?? [];
    const kept = this.#noted().filter((each) => sets.some(({ id }) => each.startsWith(`${id} `)));
    this.#core.memory.set(notedSetNews, [...kept, `${setId} ${what}`]);
    return true;
  }

  #isNoted(setId: string, what: Noted): boolean {
    return this.#noted().includes(`${setId} ${what}`);
  }

  #noted(): string[] {
    return this.#core.memory.get(notedSetNews);
  }

  #drop(isMeant: (news: SetNewsItem) => boolean): void {
    this.#core.memory.set(
      setNews,
      this.#waiting().filter((news) => !isMeant(news)),
    );
  }

  #waiting(): SetNewsItem[] {
    return this.#core.memory.get(setNews);
  }
}
