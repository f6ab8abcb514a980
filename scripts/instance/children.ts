import { join } from "node:path";
import type { Demo } from "#db/seed.ts";
import { say } from "../progress.ts";
import { projectFolder, type Settings } from "../settings.ts";
import { type Supervised, supervise } from "../supervise/child.ts";
import { watchHealth } from "../supervise/health.ts";
import type { Secrets } from "./secrets.ts";

/** The agent exits with this code where icecast2 or ffmpeg is missing (EX_CONFIG). */
const cannotRun = 78;

/**
 * Starts the server, the agent and the demo performer, each in a process that is restarted when it ends.
 * @returns `stop`, which ends them; those that depend on others end first
 */
export function runChildren(
  settings: Settings,
  secrets: Secrets,
  options: { isDev: boolean; canIngest: boolean; demo: Demo | undefined },
): { stop(): Promise<void> } {
  const child = (name: string, script: string, env: Record<string, string> = {}): Supervised =>
    supervise({
      name,
      script: join(projectFolder, script),
      env: {
        PORT: String(settings.port),
        CUE_INGEST_PORT: String(settings.ingestPort),
        CUE_INGEST_ADDRESS: settings.host,
        CUE_STATE: settings.state,
        ...env,
      },
      logFile: join(settings.state, "logs", `${name}.log`),
      finalCodes: { [cannotRun]: `The ${name} cannot run on this machine; see logs/${name}.log.` },
      onNews: say,
    });

  const server = child("server", options.isDev ? "scripts/dev-server.ts" : "scripts/serve.ts");
  const children = [server];
  if (options.canIngest) {
    const agentEnv = { CUE_WORKER_URL: settings.localAddress, CUE_AGENT_KEY: secrets.agentKey };
    children.push(child("agent", "container/agent/main.ts", agentEnv));
    const connection = options.demo?.performer;
    if (connection !== undefined)
      children.push(
        child("performer", "scripts/demo/performer.ts", {
          CUE_DEMO_MOUNT: connection.mount,
          CUE_DEMO_PASSWORD: connection.password,
        }),
      );
  }
  // Any response of the Worker is a sign of life; this one is cheap and leaves no line in the log.
  const health = watchHealth(`${settings.localAddress}/realtime/`, () => {
    say("The server does not respond and is restarted.");
    server.restart();
  });
  return {
    async stop() {
      health.stop();
      for (const each of children.toReversed()) await each.stop();
    },
  };
}
