/** The agent as it really runs: its own process, with real Icecast and ffmpeg. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { agentKey } from "./fake-gateway.ts";

const main = fileURLToPath(new URL("../agent/main.ts", import.meta.url));

export interface AgentProcess {
  child: ChildProcess;
  port: number;
  lines: Record<string, unknown>[];
  /** Everything it ever printed. */
  output: () => string;
  /** The newest line of this event. */
  last: (event: string) => Record<string, unknown> | undefined;
  exited: Promise<number | null>;
  stop: () => Promise<void>;
}

export async function startAgent(options: {
  port: number;
  state: string;
  gatewayUrl: string;
  environment?: Record<string, string>;
  untilReady?: boolean;
}): Promise<AgentProcess> {
  const child = spawn(process.execPath, [main], {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PATH: process.env.PATH,
      CUE_WORKER_URL: options.gatewayUrl,
      CUE_AGENT_KEY: agentKey,
      CUE_INGEST_PORT: String(options.port),
      CUE_STATE: options.state,
      ...options.environment,
    },
  });
  const lines: Record<string, unknown>[] = [];
  let output = "";
  createInterface({ input: child.stdout }).on("line", (line) => {
    output += `${line}\n`;
    lines.push(JSON.parse(line) as Record<string, unknown>);
  });
  child.stderr.on("data", (bytes: Buffer) => {
    output += bytes.toString();
  });
  const exited = once(child, "exit").then(([code]) => code as number | null);
  const agent: AgentProcess = {
    child,
    port: options.port,
    lines,
    output: () => output,
    last: (event) => lines.findLast((line) => line.event === event),
    exited,
    async stop() {
      child.kill("SIGTERM");
      await exited;
    },
  };
  if (options.untilReady ?? true)
    await until(() => {
      if (child.exitCode !== null) throw new Error(`The agent ended: ${output}`);
      return agent.last("ready");
    }, "the agent is ready");
  return agent;
}

/** Polls until `probe` answers something true; throws after `timeoutMs`. */
export async function until<T>(probe: () => T, what: string, timeoutMs = 10_000): Promise<NonNullable<T>> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const found = probe();
    if (found) return found;
    if (performance.now() > deadline) throw new Error(`Not within ${timeoutMs} ms: ${what}`);
    await sleep(10);
  }
}
