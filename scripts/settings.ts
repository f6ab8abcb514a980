import { resolve } from "node:path";

/** The folder of the project. */
export const projectFolder = resolve(import.meta.dirname, "..");

/** The settings of one local copy; every value comes from the environment, so that copies can run in parallel. */
export interface Settings {
  port: number;
  ingestPort: number;
  /** Folder of all local state, absolute. */
  state: string;
  /** The address that the site and the encoder port listen on; only this machine unless HOST is set. */
  host: string;
  /** The address that people open, without a trailing slash; used in every link. */
  origin: string;
  /** The address at which this machine itself reaches the copy, without a trailing slash. */
  localAddress: string;
  /** Whether other machines can reach the copy. */
  isInNetwork: boolean;
  hasDemo: boolean;
  /** Whether the demo has finished sets with sound. */
  hasDemoReplays: boolean;
  /** Passed to the Worker unchanged: the optional variables of wrangler.toml that are set here. */
  passedOn: Record<string, string>;
}

const passedOn = [
  "CUE_APPLE_STORE",
  "CUE_GOOGLE_STORE",
  "CUE_CONTACT",
  "CUE_PIONEERS_UNTIL",
  "CUE_TOKENS_PER_DAY",
  "CUE_FORUM",
  "CUE_COMMUNITY",
  "CUE_SOCIAL_FEED",
  "CUE_MIXES",
  "CUE_SPECIAL_STAGE",
  "CUE_SPECIAL_STAGE_TEXT",
  "CUE_MIXCLOUD_ID",
  "CUE_MIXCLOUD_SECRET",
  "CUE_X_KEY",
  "CUE_X_SECRET",
  "CUE_SPOTIFY_ID",
  "CUE_SPOTIFY_SECRET",
  "CUE_LASTFM_KEY",
  "CUE_LASTFM_SECRET",
  "CUE_ACOUSTID_KEY",
  "CUE_ELSEWHERE",
];

/** @throws Error with a sentence for people, when a setting is not usable. */
export function readSettings(env: NodeJS.ProcessEnv = process.env): Settings {
  const port = readPort(env, "PORT", 8787);
  const ingestPort = readPort(env, "CUE_INGEST_PORT", 1337);
  if (port === ingestPort) throw new Error(`PORT and CUE_INGEST_PORT are both ${port}; they must differ.`);
  const host = env.HOST || "127.0.0.1";
  const isAnyHost = host === "0.0.0.0" || host === "::";
  const isInNetwork = !/^(?:localhost|127\.\d+\.\d+\.\d+|::1)$/.test(host);
  const literal = host.includes(":") ? `[${host}]` : host;
  const localAddress = `http://${isInNetwork && !isAnyHost ? literal : "localhost"}:${port}`;
  return {
    port,
    ingestPort,
    state: resolve(projectFolder, env.CUE_STATE || ".cue"),
    host,
    origin: readOrigin(env) ?? localAddress,
    localAddress,
    isInNetwork,
    hasDemo: env.CUE_DEMO !== "0",
    hasDemoReplays: env.CUE_DEMO !== "0" && env.CUE_DEMO_REPLAYS !== "0",
    passedOn: Object.fromEntries(
      passedOn.flatMap((name) => {
        const value = env[name];
        return value ? [[name, value]] : [];
      }),
    ),
  };
}

function readOrigin(env: NodeJS.ProcessEnv): string | undefined {
  const text = env.CUE_ORIGIN;
  if (!text) return undefined;
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || url.href !== `${url.origin}/`)
    throw new Error(`CUE_ORIGIN=${text} is not the address of a site, such as http://192.168.1.20:8787.`);
  return url.origin;
}

function readPort(env: NodeJS.ProcessEnv, name: string, fallback: number): number {
  const text = env[name] || String(fallback);
  const port = Number(text);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new Error(`${name}=${text} is not a port number (1 to 65535).`);
  return port;
}
