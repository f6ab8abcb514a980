/** `npm test`: everything, from the format of the code to journeys in a real browser. */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import {
  firstRouteBudget,
  measureRoutes,
  measureVisualizer,
  visualizerBudget,
} from "./checks/bundle-size.ts";
import { checks } from "./checks/list.ts";
import { readReport, type Tally, tallyOf } from "./checks/report.ts";
import { buildWhenChanged } from "./instance/build.ts";
import { installCommand, installMissing, testPrograms } from "./instance/debian-packages.ts";
import { fail, StepError, step } from "./progress.ts";
import { runCommand } from "./run-command.ts";
import { projectFolder } from "./settings.ts";

const reports = join(projectFolder, "test-reports");
/** Free bytes from which temporary files are kept in memory; the tests use a few hundred megabytes at a time. */
const minFreeBytes = 4 * 2 ** 30;
const temporary = makeTemporaryFolder();
const total: Tally = { passed: 0, failed: 0, late: 0 };
const faults: string[] = [];

const inWorkers = ["--config=vitest.workers.config.ts", "--reporter=./tests/helpers/end-stuck-runtimes.ts"];

/** Calls are tested beside what follows the clock, which needs a core or two of its own. */
const requestRuntimes = Math.min(4, Math.max(1, availableParallelism() - 2));

/** Title and arguments of each suite. Tests of objects wait for alarms: three runtimes fill two cores. */
const suites = {
  rules: ["Rules, and the shape of the code", "--config=vitest.config.ts"],
  requests: [
    "The Worker's calls, in the Workers runtime",
    ...inWorkers,
    "--project=requests",
    `--maxWorkers=${requestRuntimes}`,
  ],
  objects: [
    "Its objects, sockets and files, in the Workers runtime",
    ...inWorkers,
    "--project=objects",
    "--project=alone",
    "--maxWorkers=3",
  ],
  agent: ["The agent, with real Icecast and ffmpeg", "--config=vitest.agent.config.ts"],
} as const;

await testAll().catch(fail);

async function testAll() {
  const startedAt = performance.now();
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  process.stdout.write("\nCue Music: all tests\n\n");
  const missing = await step("The programs that the tests need are installed", () =>
    installMissing(testPrograms),
  );
  if (missing.length > 0)
    throw new StepError(`The tests need programs that are missing: ${installCommand(missing)}`);

  // On two cores, what follows the clock or waits for alarms leaves most of one idle: what only computes uses it, at a
  // lower priority. Journeys through pages need both cores, and come last. More beside each other takes longer in all:
  // what polls and plays costs processor time for as long as it lasts.
  const built = buildPages();
  await Promise.all([waiting(built), computing(built)]);
  await journeys("pages");

  const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1);
  for (const fault of faults) process.stdout.write(`\n${"─".repeat(80)}\n${fault}\n`);
  process.stdout.write(`\n${minutes} minutes; reports and logs are in test-reports/\n`);
  const late = total.late > 0 ? ` (${total.late} taken again)` : "";
  process.stdout.write(`${total.passed} passed${late}, ${total.failed} failed\n`);
  process.exitCode = total.failed === 0 ? 0 : 1;
}

/**
 * What waits for the clock. Tests that encode and listen in real time run one after the other: two of them would hear
 * each other stutter.
 */
async function waiting(built: Promise<void>): Promise<void> {
  await vitest("agent");
  await built;
  await journeys("sound");
  await vitest("objects");
  // It only computes too, but the other lane takes longer.
  await checkCode();
}

/** What only computes, beside it. */
async function computing(built: Promise<void>): Promise<void> {
  await built;
  await vitest("rules");
  await vitest("requests");
}

/** Runs a step, adds up its cases and keeps its failures for the end. */
async function record(name: string, run: () => Promise<{ tally: Tally; complaint: string }>): Promise<void> {
  await step(name, async () => {
    const { tally, complaint } = await run();
    total.passed += tally.passed;
    total.failed += tally.failed;
    total.late += tally.late;
    if (tally.failed + tally.late > 0) faults.push(`${name}\n\n${endOf(complaint)}`);
    return tally.failed > 0 ? `${tally.failed} FAILED, ${tally.passed} passed` : `${tally.passed} passed`;
  });
}

async function checkCode(): Promise<void> {
  for (const check of checks)
    await record(check.name, async () => {
      const complaint = await check.run();
      return { tally: tallyOf(complaint === undefined ? 0 : 1, undefined), complaint: complaint ?? "" };
    });
}

function vitest(suite: keyof typeof suites): Promise<void> {
  const [title, ...options] = suites[suite];
  return record(title, () =>
    runSuite(suite, (report) => [
      "vitest",
      "run",
      "--reporter=default",
      "--reporter=json",
      ...options,
      `--outputFile.json=${report}`,
    ]),
  );
}

function journeys(project: "pages" | "sound"): Promise<void> {
  const titles = {
    pages: "Journeys through the pages, in real Chromium",
    sound: "Journeys in real Chromium that hear real audio",
  };
  return record(titles[project], () =>
    runSuite(project, () => ["playwright", "test", `--project=${project}`, "--reporter=list,json"]),
  );
}

async function runSuite(suite: string, command: (report: string) => [string, ...string[]]) {
  const report = join(reports, `${suite}.json`);
  // The rules run a program from their temporary folder, which memory may not allow; the agent stores little.
  const isOnDisk = suite === "rules" || suite === "agent";
  const { code, output } = await runCommand(command(report), {
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: report, CI: "1", ...(!isOnDisk && { TMPDIR: temporary }) },
    logFile: join(reports, `${suite}.log`),
    givesWay: suite === "rules" || suite === "requests",
  });
  return { tally: tallyOf(code, readReport(report)), complaint: output };
}

async function buildPages(): Promise<void> {
  await record("The build, and what a first visit loads", async () => {
    try {
      await buildWhenChanged("local", { givesWay: true });
    } catch (error) {
      return { tally: tallyOf(1, undefined), complaint: error instanceof Error ? error.message : "" };
    }
    const visualizerBytes = measureVisualizer();
    const heavy = measureRoutes().filter(({ gzipBytes }) => gzipBytes > firstRouteBudget);
    const lines = heavy.map(({ route, gzipBytes }) => `${route} loads ${gzipBytes} bytes of script`);
    if (lines.length > 0) lines.push(`The budget is ${firstRouteBudget} bytes, compressed.`);
    if (visualizerBytes > visualizerBudget)
      lines.push(`The visualizer loads ${visualizerBytes} bytes of script, of ${visualizerBudget} at most.`);
    return { tally: tallyOf(lines.length === 0 ? 0 : 1, undefined), complaint: lines.join("\n") };
  });
}

/**
 * A folder for databases and objects, removed at the end. In memory where there is room: on a disk, every call that
 * stores something waits for it.
 */
function makeTemporaryFolder(): string {
  const folder = mkdtempSync(join(hasRoom("/dev/shm") ? "/dev/shm" : tmpdir(), "cue-tests-"));
  // Icecast runs as another user, and its folder is in here.
  chmodSync(folder, 0o711);
  process.once("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize >= minFreeBytes;
  } catch {
    return false;
  }
}

/** Runners print failures last; the complete output is in the report's folder. */
function endOf(text: string): string {
  return text.trimEnd().split("\n").slice(-250).join("\n");
}
