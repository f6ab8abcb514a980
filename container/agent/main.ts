/**
 * The agent: `node container/agent/main.ts`, beside `icecast2` and `ffmpeg` on the PATH. Encoders connect to it;
 * it dials out to the Worker and nothing dials in.
 *
 * Environment:
 *   CUE_WORKER_URL   the Worker's origin, http://… or https://… (required)
 *   CUE_AGENT_KEY    the key that signs its sockets, at least 16 characters, one of the Worker's CUE_AGENT_KEYS
 *                    (required)
 *   CUE_INGEST_PORT  the encoder port (1337)
 *   CUE_INGEST_ADDRESS  the address that it is opened on (all addresses)
 *   CUE_INGEST_PROXIES  addresses and networks, with commas between them, of TCP proxies in front of the encoder
 *                    port, each of which must begin every connection with a line of the PROXY protocol, version 1
 *                    (HAProxy: send-proxy; nginx: proxy_protocol on). Without it all encoders behind a proxy share
 *                    its address: they slow one another down after wrong passwords (none)
 *   CUE_STATE        folder of local state; the agent uses `agent` below it (.cue)
 *
 * Standard output: one JSON object per line. {"event":"ready","port":…} once encoders can connect, whether or not
 * the Worker can be reached yet; {"event":"control-connected"} whenever it is.
 *
 * Exit codes: 0 stopped by SIGTERM or SIGINT, or replaced by a newer agent; 1 cannot run (port taken, Icecast does
 * not start); 78 wrong settings, or icecast2 or ffmpeg is missing. Anything else is a crash: start it again.
 */
import { accessSync, chmodSync, constants, mkdirSync } from "node:fs";
import { delimiter, join } from "node:path";
import { snapshotIntervalMs } from "#app/domains/media/contract/control.ts";
import { createAuthorizer } from "./authorizer.ts";
import { createBroadcasts } from "./broadcasts.ts";
import { endLeftovers } from "./child-records.ts";
import { type AgentConfig, readConfig } from "./config.ts";
import { type Door, openDoor } from "./door/door.ts";
import { startCallbacks } from "./icecast/callbacks.ts";
import { newSecret } from "./icecast/configuration.ts";
import { type Icecast, startIcecast } from "./icecast/icecast.ts";
import { log } from "./log.ts";
import { createMounts } from "./mounts.ts";
import { ServerClock } from "./server-clock.ts";
import { startStallWatch } from "./stall-watch.ts";
import { startControl } from "./uplink/control.ts";

const exitCodes = { stopped: 0, failed: 1, misconfigured: 78 } as const;

async function main(config: AgentConfig): Promise<void> {
  // Keys and mounts are in the folder: no one else may read it, and child processes create no files that others can
  // read.
  process.umask(0o077);
  mkdirSync(config.folder, { recursive: true });
  chmodSync(config.folder, 0o700);
  endLeftovers(config.folder);

  const clock = new ServerClock();
  const stalls = startStallWatch(() => clock.local());
  const origin = config.workerSocketUrl;
  const { agentKey } = config;
  let door: Door | undefined;
  let icecast: Icecast | undefined;
  let snapshots: NodeJS.Timeout | undefined;

  /** Facts are reported in whole milliseconds. */
  const now = () => Math.round(clock.now());
  const mounts = createMounts(now, (fact) => control.report(fact));
  const broadcasts = createBroadcasts({ origin, agentKey, clock, stalls });
  const control = startControl({
    origin,
    agentKey,
    clock,
    snapshot: mounts.snapshot,
    onRoute: broadcasts.route,
    onCut(mount) {
      authorizer.forget(mount);
      door?.end(mount, "cut");
    },
    onListeners: mounts.setListeners,
    onFenced() {
      log("replaced", { message: "A newer agent has taken over; this one stops." });
      void stop();
    },
  });
  const authorizer = createAuthorizer(control.authorize, control.isConnected, () => clock.local());

  let isStopping = false;
  async function stop(): Promise<void> {
    if (isStopping) return;
    isStopping = true;
    clearInterval(snapshots);
    door?.stop();
    broadcasts.stop();
    control.sendSnapshot();
    control.stop();
    await icecast?.stop();
    endLeftovers(config.folder); // an Icecast that was still starting
    log("stopped");
    process.exit(exitCodes.stopped);
  }
  process.once("SIGTERM", () => void stop());
  process.once("SIGINT", () => void stop());

  const callbackPassword = newSecret();
  const callbacks = await startCallbacks({
    password: callbackPassword,
    isAdmitted: (mount, ticket) => door?.isAdmitted(mount, ticket) ?? false,
    onMountsChanged: () => void reconcile(),
  });
  door = await openDoor({
    port: config.ingestPort,
    host: config.ingestAddress,
    isTrustedProxy: config.isTrustedProxy,
    now,
    icecastPort: async () => icecast?.whenUp(),
    authorize: authorizer.check,
    isKnownPassword: authorizer.isRemembered,
    listenersOf: mounts.listeners,
    broadcasts,
    onConnected(mount, connection) {
      mounts.connected(mount, connection);
      broadcasts.begin(mount, connection, {
        onDecoded: (codec) => mounts.decoded(mount, connection, codec),
        onFirstAudio: (codec) => mounts.firstAudio(mount, connection, codec),
        onLevel: (level, quality) => mounts.level(mount, connection, level, quality),
        onSilence: (since) => mounts.silence(mount, connection, since),
        onTitle: (fields) => mounts.title(mount, connection, fields, now()),
        onFault({ code, message }) {
          mounts.fault(mount, connection, code);
          door?.end(mount, `${code}: ${message}`);
        },
      });
    },
    onDisconnected(mount, connection) {
      broadcasts.end(mount, connection);
      mounts.disconnected(mount, connection);
    },
    onTitle: (mount, fields, at) => mounts.title(mount, null, fields, at),
    onRefused: mounts.refused,
  });
  // Started after the door: if the port is taken, no Icecast is left running.
  icecast = await startIcecast({ folder: config.folder, callbackUrl: callbacks.url, callbackPassword });
  snapshots = setInterval(() => {
    authorizer.stillGood(mounts.snapshot().map(({ mount }) => mount));
    void reconcile().then(control.sendSnapshot);
  }, snapshotIntervalMs);

  /** Icecast's own list decides which mounts exist; while it is down, its sources end without this check. */
  async function reconcile(): Promise<void> {
    const askedAt = performance.now();
    try {
      const held = await icecast?.mounts();
      if (held) door?.reconcile(held, askedAt);
    } catch (error) {
      log("icecast-not-answering", { reason: String(error) }, "warn");
    }
  }

  log("ready", { port: config.ingestPort });
}

function requirePrograms(...names: string[]): void {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const isThere = (name: string) => folders.some((folder) => isExecutable(join(folder, name)));
  const missing = names.filter((name) => !isThere(name));
  if (missing.length > 0)
    throw new Error(
      `Not installed: ${missing.join(", ")}. On Debian or Ubuntu: apt-get install icecast2 ffmpeg`,
    );
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function fail(error: unknown, code: number): never {
  log("failed", { message: error instanceof Error ? error.message : String(error) }, "error");
  process.exit(code);
}

let config: AgentConfig;
try {
  config = readConfig(process.env);
  requirePrograms("icecast2", "ffmpeg");
} catch (error) {
  fail(error, exitCodes.misconfigured);
}
await main(config).catch((error: unknown) => fail(error, exitCodes.failed));
