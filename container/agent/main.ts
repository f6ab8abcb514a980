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
import { Agent } from "./agent.ts";
import { endLeftovers } from "./child-records.ts";
import { type AgentConfig, readConfig } from "./config.ts";
import { log } from "./log.ts";

const exitCodes = { stopped: 0, failed: 1, misconfigured: 78 } as const;

async function main(config: AgentConfig): Promise<void> {
  // Keys and mounts are in the folder: no one else may read it, and child processes create no files that others can
  // read.
  process.umask(0o077);
  mkdirSync(config.folder, { recursive: true });
  chmodSync(config.folder, 0o700);
  endLeftovers(config.folder);

  const agent = new Agent(config, () => {
    log("replaced", { message: "A newer agent has taken over; this one stops." });
    void stop();
  });
  const stopAgent = agent.start();

  let isStopping = false;
  async function stop(): Promise<void> {
    if (isStopping) return;
    isStopping = true;
    await stopAgent();
    endLeftovers(config.folder); // an Icecast that was still starting
    log("stopped");
    process.exit(exitCodes.stopped);
  }
  process.once("SIGTERM", () => void stop());
  process.once("SIGINT", () => void stop());

  await agent.ready();
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
