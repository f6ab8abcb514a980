import { DurableObject } from "cloudflare:workers";
import { type Service, services } from "#app/domains/people/integrations/elsewhere.ts";
import { AcoustIdSimulator } from "./acoustid/simulator.ts";
import { BlueskySimulator } from "./bluesky/simulator.ts";
import { CloudflareSimulator } from "./cloudflare/simulator.ts";
import { CommonsSimulator } from "./commons/simulator.ts";
import { CoverArtSimulator } from "./coverart/simulator.ts";
import { DiscordSimulator } from "./discord/simulator.ts";
import { LastFmSimulator } from "./lastfm/simulator.ts";
import { ListenBrainzSimulator } from "./listenbrainz/simulator.ts";
import { MastodonSimulator } from "./mastodon/simulator.ts";
import { MixcloudSimulator } from "./mixcloud/simulator.ts";
import { MusicBrainzSimulator } from "./musicbrainz/simulator.ts";
import { type PartySimulator, readBody, type ShownBody, shownValue } from "./party-simulator.ts";
import { SpotifySimulator } from "./spotify/simulator.ts";
import { TelegramSimulator } from "./telegram/simulator.ts";
import { TwitterSimulator } from "./twitter/simulator.ts";
import { WebhookReceiver } from "./webhooks/receiver.ts";

/** A request that a simulator received, whatever it answered. */
export interface SimulatedRequest {
  party: string;
  method: string;
  /** Path with its query, without secrets. */
  path: string;
  /** The server; empty for a service that has only one. */
  host: string;
  body: ShownBody;
  /** Those that the simulator shows (`PartySimulator.shownHeaders`). */
  headers?: Record<string, string>;
  /** Epoch ms. */
  at: number;
  status: number;
}

/** The failure of the next requests of a service. */
export interface SimulatedFault {
  party: Service;
  count: number;
  /** An HTTP status; 0: the connection breaks. */
  status: number;
  /** Only requests whose path contains this. */
  path: string;
  /** Seconds, for the `retry-after` header. */
  retryAfterS: number | null;
  /** The request is handled first: only its response is lost. */
  isHandled: boolean;
  /** Time that the response takes. */
  delayMs: number;
  /** Instead of the service's own words: this text, or so many bytes. */
  body: string | null;
  bytes: number | null;
}

/** The latest are kept. */
const maxRequests = 300;

/** Makes each simulator once, with the storage that they share: its tables begin with the service's name. */
const makers: Partial<Record<Service, (sql: SqlStorage) => PartySimulator>> = {
  mixcloud: (sql) => new MixcloudSimulator(sql),
  twitter: (sql) => new TwitterSimulator(sql),
  discord: (sql) => new DiscordSimulator(sql),
  telegram: (sql) => new TelegramSimulator(sql),
  webhooks: () => new WebhookReceiver(),
  spotify: (sql) => new SpotifySimulator(sql),
  bluesky: (sql) => new BlueskySimulator(sql),
  mastodon: (sql) => new MastodonSimulator(sql),
  listenbrainz: (sql) => new ListenBrainzSimulator(sql),
  lastfm: (sql) => new LastFmSimulator(sql),
  musicbrainz: (sql) => new MusicBrainzSimulator(sql),
  coverart: (sql) => new CoverArtSimulator(sql),
  commons: (sql) => new CommonsSimulator(sql),
  acoustid: (sql) => new AcoustIdSimulator(sql),
  cloudflare: (sql) => new CloudflareSimulator(sql),
};

/** Anyone may run a server of these: the first part of the path is its host. */
const manyServers: ReadonlySet<string> = new Set<Service>(["mastodon"]);

/**
 * The services on which users link accounts, and those that are asked about music, for a local copy and tests: each speaks the documented protocol of its
 * service under `/dev/elsewhere/{party}`. A deployed instance never creates one.
 */
export class Simulators extends DurableObject<Env> {
  readonly #sql: SqlStorage;
  readonly #simulators = new Map<string, PartySimulator>();

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#sql = ctx.storage.sql;
    this.#sql.exec(`
      create table if not exists requests (id integer primary key autoincrement, json text not null);
      create table if not exists faults (id integer primary key autoincrement, json text not null);
      create table if not exists clock (one integer primary key check (one = 1), ahead_ms integer not null);
    `);
    for (const party of services) {
      const simulator = makers[party]?.(this.#sql);
      if (simulator !== undefined) this.#simulators.set(party, simulator);
    }
  }

  /** A JSON list of `SimulatedRequest`, newest first. */
  async requests(): Promise<string> {
    const rows = this.#sql.exec<{ json: string }>("select json from requests order by id desc").toArray();
    return `[${rows.map(({ json }) => json).join(",")}]`;
  }

  async failNext(fault: SimulatedFault): Promise<void> {
    this.#sql.exec("insert into faults (json) values (?)", JSON.stringify(fault));
  }

  /** Moves the clock of all simulators ahead: tokens expire, rate limits end. */
  async advanceClock(ms: number): Promise<void> {
    this.#sql.exec(
      "insert into clock values (1, ?1) on conflict (one) do update set ahead_ms = ahead_ms + ?1",
      ms,
    );
  }

  /** Responds below `/dev/elsewhere/{party}`, as the service would receive it. */
  override async fetch(request: Request): Promise<Response> {
    const url = new URL(request.url);
    const { first: party, rest: below } = splitPath(url.pathname.replace(/^\/dev\/elsewhere/, ""));
    const simulator = this.#simulators.get(party);
    if (simulator === undefined)
      return new Response("There is no simulator of that service.", { status: 404 });
    const { first: host, rest: path } = manyServers.has(party)
      ? splitPath(below)
      : { first: "", rest: below };
    const body = await readBody(request);
    const { method, headers } = request;
    const asked = { method, url, path, host, headers, body, now: this.#now() };
    const fault = this.#takeFault(party, path);
    if (fault !== null && fault.delayMs > 0) await new Promise((done) => setTimeout(done, fault.delayMs));
    const handled = fault === null || fault.isHandled ? await simulator.handle(asked) : null;
    const response =
      fault === null
        ? handled
        : fault.status === 0
          ? null
          : (replaced(fault) ?? simulator.fail(fault, asked));
    const shown = `${simulator.shownPath?.(path) ?? path}${withoutSecrets(url.searchParams)}`;
    const status = response?.status ?? 0;
    const named = (simulator.shownHeaders ?? []).map((name) => [name, headers.get(name) ?? ""]);
    const heads = named.length > 0 && { headers: Object.fromEntries(named) as Record<string, string> };
    this.#note({ party, method, path: shown, host, body: body.shown, ...heads, at: Date.now(), status });
    if (response === null) throw new Error("The simulated connection broke.");
    return response;
  }

  #now(): number {
    const [row] = this.#sql.exec<{ ms: number }>("select ahead_ms as ms from clock").toArray();
    return Date.now() + (row?.ms ?? 0);
  }

  #takeFault(party: string, path: string): SimulatedFault | null {
    const rows = this.#sql
      .exec<{ id: number; json: string }>("select id, json from faults order by id")
      .toArray();
    for (const { id, json } of rows) {
      const fault = JSON.parse(json) as SimulatedFault;
      if (fault.party !== party || !path.includes(fault.path)) continue;
      const left = JSON.stringify({ ...fault, count: fault.count - 1 });
      if (fault.count > 1) this.#sql.exec("update faults set json = ? where id = ?", left, id);
      else this.#sql.exec("delete from faults where id = ?", id);
      return fault;
    }
    return null;
  }

  #note(request: SimulatedRequest): void {
    this.#sql.exec("insert into requests (json) values (?)", JSON.stringify(request));
    this.#sql.exec("delete from requests where id <= (select max(id) from requests) - ?", maxRequests);
  }
}

/** Null where the service words its failure itself. */
function replaced({ status, body, bytes }: SimulatedFault): Response | null {
  if (body === null && bytes === null) return null;
  return new Response(body ?? new Uint8Array(bytes ?? 0), { status });
}

/** The first part of a path, and the rest with its leading slash. */
function splitPath(path: string): { first: string; rest: string } {
  const end = path.indexOf("/", 1);
  return end === -1
    ? { first: path.slice(1), rest: "" }
    : { first: path.slice(1, end), rest: path.slice(end) };
}

function withoutSecrets(query: URLSearchParams): string {
  const shown = new URLSearchParams([...query].map(([name, value]) => [name, shownValue(name, value)]));
  return shown.size === 0 ? "" : `?${shown}`;
}
