/** `npm start`: sets up what is missing, then serves one local copy of Cue and keeps it running. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { buildWhenChanged, snapshotBuild } from "./instance/build.ts";
import { migrate, openLocalDatabase } from "./instance/database.ts";
import { installCommand, installMissing, mediaPrograms } from "./instance/debian-packages.ts";
import { LockHeld, takeLock } from "./instance/lock.ts";
import { requireFreePort } from "./instance/ports.ts";
import { loadSecrets, type Secrets } from "./instance/secrets.ts";
import { fail, StepError, say, step } from "./progress.ts";
import { projectFolder, readSettings, type Settings } from "./settings.ts";
import { type Supervised, supervise } from "./supervise/child.ts";
import { watchHealth } from "./supervise/health.ts";

/** The agent ends with this code where icecast2 or ffmpeg is missing (EX_CONFIG). */
const agentCannotRun = 78;

await start().catch(fail);

async function start() {
  const settings = readSettings();
  mkdirSync(settings.state, { recursive: true });
  process.stdout.write("\nCue Music\n\n");
  holdState(settings);

  await step(`Ports ${settings.port} and ${settings.ingestPort} are free`, async () => {
    await requireFreePort(settings.port, settings.host, "PORT");
    await requireFreePort(settings.ingestPort, "0.0.0.0", "CUE_INGEST_PORT");
  });
  const missing = await step("icecast2 and ffmpeg are installed", () => installMissing(mediaPrograms));
  const canIngest = missing.length === 0;
  if (!canIngest) say(`Starting without encoders. To let them in, run: ${installCommand(missing)}`);
  await step("Build", buildWhenChanged);
  const app = await snapshotBuild(settings.state);
  const secrets = loadSecrets(settings.state);
  await step("Database", () => prepareDatabase(settings, app));

  const running = run(settings, secrets, canIngest);
  process.once("SIGINT", () => void running.stop());
  process.once("SIGTERM", () => void running.stop());
  await step("Serve", () => waitForPage(settings));
  process.stdout.write(`\nREADY ${settings.origin}\n`);
}

/** One state folder belongs to one running copy. */
function holdState(settings: Settings) {
  try {
    takeLock(join(settings.state, "start.pid"));
  } catch (error) {
    if (!(error instanceof LockHeld)) throw error;
    throw new StepError(
      `Process ${error.pid} already runs Cue on ${settings.state}. For a second copy choose another folder and other ports: CUE_STATE=.cue-2 PORT=${settings.port + 1} CUE_INGEST_PORT=${settings.ingestPort + 1} npm start`,
    );
  }
  // Where `npm run admin` finds the copy.
  writeFileSync(join(settings.state, "instance.json"), `${JSON.stringify({ origin: settings.origin })}\n`);
}

async function prepareDatabase(settings: Settings, app: string): Promise<string> {
  const config: { d1_databases: { database_id: string }[] } = JSON.parse(
    readFileSync(join(app, "server", "wrangler.json"), "utf8"),
  );
  const database = await openLocalDatabase(settings.state, config.d1_databases[0]?.database_id ?? "cue");
  try {
    const count = await migrate(database.d1);
    return count === 0 ? "up to date" : `${count} migration${count === 1 ? "" : "s"} applied`;
  } finally {
    await database.close();
  }
}

/** Starts the children; `stop` ends them, the ones that depend on others first. */
function run(settings: Settings, secrets: Secrets, canIngest: boolean): { stop(): Promise<void> } {
  const child = (name: string, script: string, env: Record<string, string> = {}): Supervised =>
    supervise({
      name,
      script: join(projectFolder, script),
      env: {
        PORT: String(settings.port),
        CUE_INGEST_PORT: String(settings.ingestPort),
        CUE_STATE: settings.state,
        ...env,
      },
      logFile: join(settings.state, "logs", `${name}.log`),
      finalCodes: { [agentCannotRun]: `The ${name} cannot run on this machine: see its log.` },
      onNews: say,
    });

  const server = child("server", "scripts/serve.ts");
  const children = [server];
  if (canIngest)
    children.push(
      child("agent", "container/agent/main.ts", {
        CUE_WORKER_URL: settings.origin,
        CUE_AGENT_KEY: secrets.agentKey,
      }),
    );
  const health = watchHealth(`http://127.0.0.1:${settings.port}/api/health`, () => {
    say("The server has not answered for a while; starting it again.");
    server.restart();
  });
  return {
    async stop() {
      health.stop();
      for (const each of children.toReversed()) await each.stop();
      process.exit(0);
    },
  };
}

async function waitForPage(settings: Settings): Promise<string> {
  const deadline = performance.now() + 60_000;
  while (performance.now() < deadline) {
    try {
      const response = await fetch(`http://127.0.0.1:${settings.port}/`, {
        signal: AbortSignal.timeout(5_000),
      });
      await response.arrayBuffer();
      if (response.status < 500) return settings.origin;
    } catch {
      // Not listening yet.
    }
    await sleep(100);
  }
  throw new StepError(`The server did not answer; see ${join(settings.state, "logs", "server.log")}.`);
}
