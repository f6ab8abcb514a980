import type { OnAirView } from "#app/domains/stages/contract.ts";
import type { DueList } from "../alarms.ts";
import type { RoomPath } from "../contract.ts";
import { lobby, mediaGateway } from "../stubs.ts";
import type { Director } from "./director.ts";

const factsEveryMs = 60_000;

interface Sender {
  kind: "stage" | "profile";
  id: string;
  path: RoomPath;
  env: Env;
  due: DueList;
  director: Director;
  /** What the lobby is to show, with a number that grows with every change. */
  entry(): { onAir: OnAirView; version: number };
  isInUse(): boolean;
}

/** What the room owes to other objects and to D1. Each is due by name, may run twice, and is repeated when it fails. */
export class Errands {
  readonly #from: Sender;

  constructor(from: Sender) {
    this.#from = from;
  }

  async tellLobby(): Promise<void> {
    const { env, kind, id } = this.#from;
    await lobby(env).roomChanged({ kind, id, ...this.#from.entry() });
  }

  /** Tells the gateway which streams this stage takes or gives back because time has passed. */
  async claim(): Promise<void> {
    const { env, path, director } = this.#from;
    for (const { stream, wants } of director.claims()) {
      const report = await mediaGateway(env).claim(path, stream, wants);
      if (report !== null) director.take(report);
    }
  }

  async refreshFacts(): Promise<void> {
    await this.#from.director.readFacts();
    if (this.#from.isInUse()) void this.#from.due.schedule("facts", Date.now() + factsEveryMs);
  }

  /** Asks the gateway about the encoders that matter here now: reports that were lost on the way arrive with this. */
  async watch(): Promise<void> {
    const { env, path, due, director } = this.#from;
    const { facts, nextWatchAt } = director;
    if (facts === null) return;
    const gateway = mediaGateway(env);
    if (facts.kind === "booking") {
      const performers = director.nearPerformers;
      director.air.keepReports(({ ownerId }) => performers.includes(ownerId));
      for (const report of await gateway.watch(path, performers)) director.take(report);
    } else if (facts.ownStream !== null) {
      const report = await gateway.report(facts.ownStream);
      if (report !== null) director.take(report);
    }
    if (nextWatchAt !== null) void due.schedule("watch", nextWatchAt);
  }
}
