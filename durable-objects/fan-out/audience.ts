import { minHeardMs } from "#app/domains/air/stages/contract/stages.ts";
import type { ListeningSpan } from "#app/domains/music/tracks/heard.ts";
import { localNetwork, networkOf } from "../listener-key.ts";
import { deliver, drop, type EarKind, keysOf, type NetworkKeys } from "./network-keys.ts";
import type { ShardName } from "./shard-name.ts";

export type AudienceEar = [key: string, since: number, isPast?: boolean];

/** Is told who hears what is on air, as that changes: not of those who hear its past. */
export interface AudienceObserver {
  user: (userId: string) => void;
  /** Called with the number of anonymous listeners of a network who hear it now. */
  anonymous: (network: string, count: number) => void;
  /** One of these has logged in, and is told of as a user from now on. */
  becameUser: (network: string) => void;
}

/** A shard's report of its own listeners. */
export interface ShardAudience {
  /** The listeners there, since when each listens (epoch ms), and whether they hear the past of what is on air. */
  ears: AudienceEar[];
  /** Listeners, and readers who may listen at any moment. */
  load: number;
}

export const audienceLimits = {
  /** The maximum of anonymous listeners in one network: a school class with its teachers, one floor of an office. */
  perNetwork: 40,
  /** The same on a copy without an edge, where everyone on the machine is in one network. */
  perMachine: 2_000,
  /** The maximum of one network in the numbers that awards are given for: a family, or friends at one table. */
  steadyPerNetwork: 4,
  minHeardMs,
  /** A listener who comes back within this time counts as present throughout. */
  recentMs: 60_000,
} as const;

interface Ear {
  key: string;
  kind: EarKind;
  /** The network of an anonymous listener, and of an app for any user. */
  network: string | null;
  /** Hears the past of what is on air: a listener of the room, and not of what it plays. */
  isPast: boolean;
}

interface Person {
  ears: number;
  /** Those of them that hear the past. */
  pastEars: number;
  /** Those that an app has reported. */
  appEars: number;
  since: number;
  /** Time when their last connection closed; null while one is open. */
  leftAt: number | null;
}

/**
 * The listeners of the room: distinct people, however and however often each of them is connected. Rebuilt from the
 * sockets, so it is right after an eviction. Every change is counted immediately.
 */
export class Audience {
  /** Ears by socket or connection: a late or repeated close does not end another connection's listening. */
  readonly #ears = new Map<object, Ear>();
  readonly #people = new Map<string, Person>();
  /** Those of them who have left, in the order of leaving. */
  readonly #left = new Set<string>();
  readonly #networks = new Map<string, NetworkKeys>();
  readonly #shards = new Map<ShardName, { load: number; ears: Map<string, object> }>();
  #users = 0;
  #anonymous = 0;
  #performerId: string | null = null;
  #observer: AudienceObserver | null = null;

  /** Tells this observer alone from now on, first of everyone who is here. */
  watch(observer: AudienceObserver): void {
    this.#observer = observer;
    for (const [key, person] of this.#people)
      if (networkOf(key) === null && isLive(person)) observer.user(key);
    for (const [network, heads] of this.#networks) observer.anonymous(network, liveHeadsOf(network, heads));
  }

  /** `network`: where an app of a user is; for all others it is part of the key. */
  add(ear: object, key: string, since: number, kind: EarKind = "socket", network = networkOf(key)): void {
    this.#add(ear, { key, kind, network, isPast: false }, since);
  }

  /** A socket whose page plays the past of what is on air. */
  addPast(ear: object, key: string, since: number): void {
    this.#add(ear, { key, kind: "socket", network: networkOf(key), isPast: true }, since);
  }

  #add(ear: object, { key, kind, network, isPast }: Ear, since: number): void {
    if (this.#ears.has(ear)) return;
    this.#ears.set(ear, { key, kind, network, isPast });
    const person = this.#people.get(key) ?? { ears: 0, pastEars: 0, appEars: 0, since, leftAt: null };
    this.#people.set(key, person);
    if (person.leftAt !== null && since - person.leftAt > audienceLimits.recentMs) person.since = since;
    if (kind !== "app") person.since = this.#sinceOf(key, person) ?? since;
    person.ears += 1;
    if (isPast) person.pastEars += 1;
    if (kind === "app") person.appEars += 1;
    person.leftAt = null;
    this.#left.delete(key);
    this.#changeNetwork(network, since, (heads) => {
      if (networkOf(key) !== null) keysOf(heads, kind).add(key);
      else if (kind === "app") heads.userApps.set(key, (heads.userApps.get(key) ?? 0) + 1);
      markPast(heads, key, person);
    });
    if (networkOf(key) !== null) return;
    if (person.ears === 1) this.#users += 1;
    if (!isPast) this.#observer?.user(key);
  }

  remove(ear: object, now: number): void {
    const known = this.#ears.get(ear);
    if (known === undefined) return;
    this.#ears.delete(ear);
    const { key, kind, network, isPast } = known;
    const person = this.#people.get(key);
    if (person === undefined) return;
    person.since = this.#sinceOf(key, person) ?? now;
    person.ears -= 1;
    if (isPast) person.pastEars -= 1;
    if (kind === "app") person.appEars -= 1;
    const isGone = person.ears === 0;
    if (isGone) {
      person.leftAt = now;
      this.#left.add(key);
    }
    this.#changeNetwork(network, now, (heads) => {
      if (networkOf(key) === null) drop(heads.userApps, key, kind);
      else if (isGone) keysOf(heads, kind).delete(key);
      markPast(heads, key, person);
    });
    if (isGone && networkOf(key) === null) this.#users -= 1;
    this.#forgetOld(now);
  }

  /** Stops counting all sockets of this key, whether they are open or not: its listener has logged in. */
  leave(key: string, now: number): void {
    const person = this.#people.get(key);
    if (person?.leftAt !== null) return;
    const network = networkOf(key);
    if (network !== null && isLive(person)) this.#observer?.becameUser(network);
    for (const [ear, known] of this.#ears)
      if (known.key === key && known.kind === "socket") this.remove(ear, now);
  }

  has(ear: object): boolean {
    return this.#ears.has(ear);
  }

  setShard(index: ShardName, audience: ShardAudience | null, now: number): void {
    const before = this.#shards.get(index)?.ears ?? new Map<string, object>();
    const ears = new Map<string, object>();
    for (const [key, since, isPast = false] of audience?.ears ?? []) {
      const known = before.get(key);
      const isSame = known !== undefined && this.#ears.get(known)?.isPast === isPast;
      const ear = isSame ? known : {};
      ears.set(key, ear);
      this.#add(ear, { key, kind: "socket", network: networkOf(key), isPast }, since);
      if (known !== undefined && !isSame) this.remove(known, now);
    }
    for (const [key, ear] of before) if (!ears.has(key)) this.remove(ear, now);
    if (audience === null) this.#shards.delete(index);
    else this.#shards.set(index, { load: audience.load, ears });
  }

  /** The load of a shard, by its last report. */
  loadOf(index: ShardName): number {
    return this.#shards.get(index)?.load ?? 0;
  }

  /** Performers do not count as their own listeners. */
  setPerformer(userId: string | null): void {
    this.#performerId = userId;
  }

  /** Present listeners, each once, with the time since when. */
  ears(): AudienceEar[] {
    return [...this.#people].flatMap(([key, person]): AudienceEar[] => {
      if (person.leftAt !== null) return [];
      return [isLive(person) ? [key, person.since] : [key, person.since, true]];
    });
  }

  count(): number {
    const isPerformerHere =
      this.#performerId !== null && this.#people.get(this.#performerId)?.leftAt === null;
    return this.#users + this.#anonymous - (isPerformerHere ? 1 : 0);
  }

  /**
   * Returns how many have each listened for five seconds, with a few of each network without an account: opening sockets
   * for a moment is no audience.
   */
  steadyCount(now: number): number {
    let users = 0;
    const anonymous = new Map<string, number>();
    for (const [key, { leftAt }] of this.#people) {
      const isSteady = leftAt === null && this.heardMs(key, now) >= audienceLimits.minHeardMs;
      if (!isSteady || key === this.#performerId) continue;
      const network = networkOf(key);
      if (network === null) users += 1;
      else anonymous.set(network, (anonymous.get(network) ?? 0) + 1);
    }
    const { steadyPerNetwork } = audienceLimits;
    const fewOf = ([network, count]: [string, number]) => Math.min(count, maxOf(network, steadyPerNetwork));
    return [...anonymous].reduce((sum, each) => sum + fewOf(each), users);
  }

  /**
   * Returns how long a listener has been listening, or had been until a moment ago; 0 for all others, and where an app
   * says so while no player of its network gets sound for it. Never before `from`.
   */
  heardMs(key: string, now: number, from = 0): number {
    const span = this.spanOf(key, now);
    return span === null ? 0 : Math.max(0, span.until - Math.max(span.since, from));
  }

  /** Returns the time of that listening, epoch ms; null where `heardMs` is 0 for that reason. */
  spanOf(key: string, now: number): ListeningSpan | null {
    const person = this.#people.get(key);
    if (person === undefined || (person.leftAt !== null && now - person.leftAt > audienceLimits.recentMs)) {
      return null;
    }
    const since = this.#sinceOf(key, person);
    return since === null ? null : { since, until: person.leftAt ?? now };
  }

  /**
   * The users who listen, or did until a moment ago, except the performer: how long without a break, and since when,
   * neither before `from`.
   */
  users(now: number, from: number): { userId: string; heardMs: number; since: number }[] {
    return [...this.#people].flatMap(([userId, person]) => {
      if (networkOf(userId) !== null || userId === this.#performerId) return [];
      const heardMs = this.heardMs(userId, now, from);
      const since = this.#sinceOf(userId, person);
      return heardMs === 0 || since === null ? [] : [{ userId, heardMs, since: Math.max(since, from) }];
    });
  }

  /**
   * Returns how many anonymous people of a network are listening now and have been for `minMs` since `from`; where none
   * is any more, 1 if someone was until a moment ago.
   */
  anonymousOf(network: string, minMs: number, now: number, from = 0): number {
    const heads = this.#networks.get(network);
    const here = [...(heads?.pages ?? []), ...(heads?.players ?? [])];
    const hearing = here.filter((key) => this.heardMs(key, now, from) >= minMs).length;
    if (hearing > 0) return Math.min(hearing, maxOf(network));
    const isRecent = (key: string) => networkOf(key) === network && this.heardMs(key, now, from) >= minMs;
    return [...this.#left].some(isRecent) ? 1 : 0;
  }

  /**
   * Returns since when someone listens. Of a user who listens by the word of apps alone: since a player of their
   * networks gets sound for it; null: none does.
   */
  #sinceOf(key: string, { ears, appEars, since }: Person): number | null {
    if (ears === 0 || ears > appEars) return since;
    const deliveries = [...this.#networks.values()].flatMap(({ delivered }) => delivered.get(key) ?? []);
    const open = deliveries.filter(({ lostAt }) => lostAt === null);
    return open.length === 0 ? null : Math.max(since, Math.min(...open.map((delivery) => delivery.since)));
  }

  hasPlayerOf(network: string): boolean {
    return (this.#networks.get(network)?.players.size ?? 0) > 0;
  }

  #changeNetwork(network: string | null, now: number, change: (heads: NetworkKeys) => void): void {
    if (network === null) return;
    const heads = this.#networks.get(network) ?? {
      pages: new Set(),
      players: new Set(),
      apps: new Set(),
      past: new Set(),
      userApps: new Map(),
      delivered: new Map(),
    };
    const before = this.#headsOf(network);
    this.#networks.set(network, heads);
    change(heads);
    deliver(heads, now, audienceLimits.recentMs);
    const { pages, players, apps, userApps } = heads;
    if (pages.size + players.size + apps.size + userApps.size === 0) this.#networks.delete(network);
    this.#anonymous += this.#headsOf(network) - before;
    this.#observer?.anonymous(network, liveHeadsOf(network, heads));
  }

  #headsOf(network: string): number {
    const heads = this.#networks.get(network);
    return heads === undefined ? 0 : headsOf(network, heads, heads.pages.size);
  }

  #forgetOld(now: number): void {
    for (const key of this.#left) {
      if (now - (this.#people.get(key)?.leftAt ?? 0) <= audienceLimits.recentMs) return;
      this.#left.delete(key);
      this.#people.delete(key);
    }
  }
}

const maxOf = (network: string, perNetwork: number = audienceLimits.perNetwork) =>
  network === localNetwork ? audienceLimits.perMachine : perNetwork;

/** An app and the connection that delivers its sound are one listener. */
function headsOf(network: string, { players, apps, userApps }: NetworkKeys, pages: number): number {
  const unexplained = Math.max(0, players.size - apps.size - userApps.size);
  return Math.min(maxOf(network), pages + apps.size + unexplained);
}

/** Counts a network's heads without those who hear the past. */
const liveHeadsOf = (network: string, heads: NetworkKeys) =>
  headsOf(network, heads, heads.pages.size - heads.past.size);

const isLive = ({ ears, pastEars, leftAt }: Person) => leftAt === null && ears > pastEars;

function markPast({ pages, past }: NetworkKeys, key: string, person: Person): void {
  if (pages.has(key) && !isLive(person)) past.add(key);
  else past.delete(key);
}
