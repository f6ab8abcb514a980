/** Connections of this instance to other services. */
import {
  type Connect,
  type Connection,
  type Service,
  sources,
} from "#app/domains/people/integrations/elsewhere.ts";
import { fetchByAgent } from "./agent-fetch.ts";

type Keys = Connection["keys"];

/** Null where the service needs keys and this instance has none. */
const keysOf: Partial<Record<Service, (env: Env) => Keys | null>> = {
  mixcloud: (env) => both(env.CUE_MIXCLOUD_ID, env.CUE_MIXCLOUD_SECRET),
  twitter: (env) => both(env.CUE_X_KEY, env.CUE_X_SECRET),
  spotify: (env) => both(env.CUE_SPOTIFY_ID, env.CUE_SPOTIFY_SECRET),
  lastfm: (env) => both(env.CUE_LASTFM_KEY, env.CUE_LASTFM_SECRET),
  cloudflare: (env) => both(env.CUE_CLOUDFLARE_ACCOUNT, env.CUE_CLOUDFLARE_TOKEN),
  acoustid: (env) => (env.CUE_ACOUSTID_KEY ? { id: env.CUE_ACOUSTID_KEY, secret: "" } : null),
};

const both = (id: string | undefined, secret: string | undefined): Keys | null =>
  id && secret ? { id, secret } : null;

/** Anyone may run a server of these, so that its host is part of a simulator's address too. */
const manyServers: ReadonlySet<Service> = new Set(["mastodon"]);

/** Hosts that block the addresses that Workers share, or count what all of these send. */
const byAgent: ReadonlySet<string> = new Set([
  "discord.com",
  "musicbrainz.org",
  "api.acoustid.org",
  "commons.wikimedia.org",
  "www.wikidata.org",
]);

/**
 * Services that are on only where the operator lists them; on a local copy, where they are simulated, also without a
 * list.
 */
const optIn: ReadonlySet<Service> = new Set(sources);

export function createConnect(env: Env): Connect {
  return (party) => {
    if (!isOn(env, party)) return null;
    const isLocal = (env.CUE_MODE as string) === "local" && env.ELSEWHERE !== undefined;
    const keys = keysOf[party] === undefined ? null : keysOf[party](env);
    if (party === "webhooks") return webhooks(env, isLocal);
    if (keys === null && isLocal) return simulated(env, party);
    if (keys === null && keysOf[party] !== undefined) return null;
    return {
      keys: keys ?? { id: "", secret: "" },
      origin: env.CUE_ORIGIN,
      isSimulated: false,
      at: (host) => `https://${host}`,
      send: (request) =>
        byAgent.has(new URL(request.url).hostname) ? fetchByAgent(env, request) : fetch(request),
    };
  };
}

/** Whether a service is on by the list of those that need no keys. */
export function isOn(env: Env, name: Service): boolean {
  if (keysOf[name] !== undefined) return true;
  const list = env.CUE_ELSEWHERE;
  if (list === undefined) return !optIn.has(name) || (env.CUE_MODE as string) === "local";
  return list.split(",").some((each) => each.trim() === name);
}

/** Returns a connection to any public address, and on a local copy also to its own receiver. */
function webhooks(env: Env, isLocal: boolean): Connection {
  const ownReceiver = `${env.CUE_ORIGIN}/dev/elsewhere/webhooks/`;
  return {
    keys: { id: "", secret: "" },
    origin: env.CUE_ORIGIN,
    isSimulated: isLocal,
    at: (host) => `https://${host}`,
    send: (request) =>
      isLocal && request.url.startsWith(ownReceiver) ? sendToSimulator(env, request) : fetch(request),
  };
}

function simulated(env: Env, party: Service): Connection {
  const base = `${env.CUE_ORIGIN}/dev/elsewhere/${party}`;
  return {
    keys: { id: "local", secret: "local-secret" },
    origin: env.CUE_ORIGIN,
    isSimulated: true,
    at: (host) => (manyServers.has(party) ? `${base}/${host}` : base),
    send: (request) => sendToSimulator(env, request),
  };
}

/** Never over the network, on which this machine may not be reachable. */
const sendToSimulator = (env: Env, request: Request): Promise<Response> =>
  env.ELSEWHERE?.getByName("elsewhere").fetch(request) ?? fetch(request);
