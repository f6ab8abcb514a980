import { OnAirView } from "#app/domains/air/stages/contract/stages.ts";
import type { WhenDue } from "#packages/durable/due-list.ts";
import type { RoomEventBody } from "../fan-out/journal.ts";
import { lobby, mediaGateway } from "../stubs.ts";
import { Mentions, mentionsDue } from "./chat/mentions.ts";
import type { RoomCore } from "./core.ts";
import type { FactsReader } from "./facts-reader.ts";
import type { KnownFacts } from "./known-facts.ts";
import { type LiveSetFeed, liveSetsDue } from "./live-set/live-set-feed.ts";
import type { Air } from "./on-air/air.ts";
import { correctionsDue } from "./on-air/corrections.ts";
import { type Director, soundDue } from "./on-air/director.ts";
import { goLiveDue } from "./on-air/go-live.ts";
import { tracklistDue } from "./on-air/heard-lines.ts";
import { ownEventsDue } from "./on-air/own-events.ts";
import { type ProfileStatus, profileStatusDue } from "./on-air/profile-status.ts";
import { setNewsDue } from "./on-air/set-news.ts";

const factsEveryMs = 60_000;
/** The events that change what the lobby shows of a room. */
const lobbyEvents = new Set<string>([
  "room set",
  "update set",
  "new track",
  "track ended",
  "tracks corrected",
]);

interface OutboundTasksDeps {
  knownFacts: KnownFacts;
  facts: FactsReader;
  air: Air;
  director: Director;
  liveSets: LiveSetFeed;
  status: ProfileStatus;
  /** Something is on air here, or a socket is open. */
  isInUse(): boolean;
}

/**
 * Reports of the room to other objects and to D1. Each task is due by name, may run twice, and is repeated when it
 * fails.
 */
export class OutboundTasks {
  readonly mentions: Mentions;
  readonly #core: RoomCore;
  readonly #deps: OutboundTasksDeps;
  /** The lobby gets the number of listeners this often at most: as it answers. */
  #countsEveryMs = 2_000;
  #countTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(core: RoomCore, deps: OutboundTasksDeps) {
    this.#core = core;
    this.#deps = deps;
    this.mentions = new Mentions(core);
    core.observe((body, at) => this.#note(body, at));
  }

  readonly whenDue: WhenDue = {
    decide: () => this.#deps.director.decide(),
    [soundDue]: () => this.#deps.director.decide(),
    [liveSetsDue]: () => this.#deps.liveSets.reopen(),
    lobby: () => this.notifyLobby(),
    claims: () => this.claim(),
    facts: () => this.refreshFacts(),
    watch: () => this.watch(),
    [goLiveDue]: () => this.#deps.director.goLive.tell(),
    [ownEventsDue]: () => this.#deps.director.ownEvents.tell(),
    [setNewsDue]: () => this.#deps.director.setNews.tell(),
    [correctionsDue]: () => this.#deps.director.corrections.read(),
    [tracklistDue]: () => this.#deps.director.heard.publish(),
    [mentionsDue]: () => this.mentions.tell(),
    [profileStatusDue]: () => this.#deps.status.tell(),
  };

  /** An event of this room that others must be notified of. */
  #note(body: RoomEventBody, at: number): void {
    this.mentions.note(body);
    if (body.event === "room set") this.#deps.status.airChanged();
    if (body.event === "room listeners" && this.#countTimer === undefined)
      this.#countTimer = setTimeout(() => this.#notifyCount(), this.#countsEveryMs);
    if (lobbyEvents.has(body.event)) void this.#core.due.scheduleBy("lobby", at);
  }

  /** A count that does not arrive is followed by the next one. */
  #notifyCount(): void {
    this.#countTimer = undefined;
    this.#core.waitUntil(this.notifyLobby().catch(() => undefined));
  }

  async notifyLobby(): Promise<void> {
    const { env, kind, id, journal } = this.#core;
    const onAir = OnAirView.parse(journal.state);
    const lastStreamedAt = this.#deps.air.endedAt;
    const entry = { kind, id, onAir, lastStreamedAt, version: journal.lastSeq };
    this.#countsEveryMs = (await lobby(env).roomChanged(entry)).countsEveryMs;
  }

  /** Reports to the gateway which streams this stage takes or gives back because time has passed. */
  async claim(): Promise<void> {
    const { env, path } = this.#core;
    const { director } = this.#deps;
    for (const { stream, wants } of director.claims()) {
      const report = await mediaGateway(env).claim(path, stream, wants);
      if (report !== null) director.take(report);
    }
  }

  async refreshFacts(): Promise<void> {
    await this.#deps.facts.read();
    await this.#deps.status.check();
    const isAwaited = this.#deps.director.nearPerformers.length > 0;
    if (isAwaited || this.#deps.isInUse()) void this.#core.due.schedule("facts", Date.now() + factsEveryMs);
  }

  /** Asks the gateway about the relevant encoders: this recovers reports that were lost. */
  async watch(): Promise<void> {
    const { env, kind, path, due } = this.#core;
    const { knownFacts, air, director } = this.#deps;
    const { nearPerformers, nextWatchAt } = director;
    if (knownFacts.current === null) return;
    const { ownStream, readAt } = knownFacts.current;
    const gateway = mediaGateway(env);
    air.keepReports(
      ({ ownerId, stream }) =>
        // A profile is only notified of its own performer.
        kind === "profile" || nearPerformers.includes(ownerId) || stream === ownStream,
    );
    if (kind === "stage") {
      // Also without anyone to watch, so that a stage that has become on-demand releases its performer.
      for (const report of await gateway.watch(path, nearPerformers)) director.take(report);
    }
    if (ownStream !== null) {
      const report = await gateway.report(ownStream);
      if (report !== null) director.take(report);
    }
    // Its performers' sets on other stages matter here too, and no one notifies this stage of them.
    if (nearPerformers.length > 0) void due.scheduleBy("facts", readAt + factsEveryMs);
    if (nextWatchAt !== null) void due.schedule("watch", nextWatchAt);
  }
}
