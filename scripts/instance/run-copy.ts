/** Runs one local copy, from its first line on the terminal to READY. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { startRecording } from "../demo/past/start-recording.ts";
import { renderDemoMusic } from "../demo/render-when-changed.ts";
import { StepError, say, step } from "../progress.ts";
import { readSettings, type Settings } from "../settings.ts";
import { summarize } from "../summary.ts";
import { buildWhenChanged, snapshotBuild } from "./build.ts";
import { runChildren } from "./children.ts";
import { installCommand, installMissing, mediaPrograms } from "./debian-packages.ts";
import { LockHeld, takeLock } from "./lock.ts";
import { requireFreePort } from "./ports.ts";
import { prepareDatabase } from "./prepare-database.ts";
import { waitForPage, waitUntilLive } from "./readiness.ts";
import { loadSecrets } from "./secrets.ts";
import { closeStateFolder } from "./state-folder.ts";

/**
 * Sets up what is missing, then serves one local copy of Cue and keeps it running until it is stopped.
 * @param options.isDev serve the sources with hot reload instead of a build
 * @throws StepError with a sentence for people
 */
export async function runCopy({ isDev }: { isDev: boolean }): Promise<void> {
  const settings = readSettings();
  process.stdout.write("\nCue Music\n\n");
  holdState(settings);

  await step(`Ports ${settings.port} and ${settings.ingestPort} are free`, async () => {
    await requireFreePort(settings.port, settings.host, "PORT");
    await requireFreePort(settings.ingestPort, settings.host, "CUE_INGEST_PORT");
  });
  const missing = await step("icecast2 and ffmpeg are installed", () => installMissing(mediaPrograms));
  const canIngest = missing.length === 0;
  if (!canIngest)
    say(
      `Starting without support for encoders, and without sound in past sets. To add both: ${installCommand(missing)}`,
    );

  // The music is rendered on one core while the other builds.
  const music = settings.hasDemo && canIngest ? renderDemoMusic(settings) : undefined;
  music?.catch(() => {});
  if (!isDev) await step("Build the Worker and the pages", () => buildWhenChanged("local"));
  if (music !== undefined) await step("Render the music of the demo", () => music);
  if (!isDev) await snapshotBuild(settings.state);
  const secrets = loadSecrets(settings.state);
  const demo = await step("Prepare the database", async () => (await prepareDatabase(settings)).demo);

  const children = runChildren(settings, secrets, { isDev, canIngest, demo });
  stopWhenTold(() => children.stop());

  const isServing = await step(`Serve ${settings.origin}`, () => waitForPage(settings, 60_000));
  if (!isServing) {
    await children.stop();
    throw new StepError(`The server does not respond; see ${join(settings.state, "logs", "server.log")}`);
  }
  if (canIngest && demo?.performer !== undefined) {
    const isLive = await step("Put the demo on air", () =>
      waitUntilLive(settings, demo.bookingStageId, 30_000),
    );
    if (!isLive) say(`The demo is not on air yet; see ${join(settings.state, "logs")}`);
  }
  process.stdout.write(`${summarize(settings, secrets, demo)}\nREADY ${settings.origin}\n`);
  if (canIngest && settings.hasDemoReplays) startRecording(settings, secrets);
}

/** Ends the process in order on the first signal, or when the npm that started it has ended. */
function stopWhenTold(stop: () => Promise<void>) {
  const parent = process.ppid;
  let isStopping = false;
  const stopOnce = () => {
    // Ctrl-C arrives twice: from the terminal, and passed on by npm.
    if (isStopping) return;
    isStopping = true;
    void stop().finally(() => process.exit(0));
  };
  process.on("SIGINT", stopOnce).on("SIGTERM", stopOnce).on("SIGHUP", stopOnce);
  if (process.env.npm_lifecycle_event !== undefined)
    setInterval(() => process.ppid !== parent && stopOnce(), 500).unref();
}

/** One state folder belongs to one running copy. */
function holdState(settings: Settings) {
  closeStateFolder(settings.state);
  try {
    takeLock(join(settings.state, "start.pid"));
  } catch (error) {
    if (!(error instanceof LockHeld)) throw error;
    throw new StepError(
      `Process ${error.pid} already runs Cue on ${settings.state}. For a second copy choose another folder and other ports: CUE_STATE=.cue-2 PORT=${settings.port + 1} CUE_INGEST_PORT=${settings.ingestPort + 1} npm start`,
    );
  }
  // Where `npm run admin` finds the copy.
  writeFileSync(
    join(settings.state, "instance.json"),
    `${JSON.stringify({ origin: settings.localAddress })}\n`,
  );
}
