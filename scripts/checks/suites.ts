import { chmodSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { runCommand } from "../run-command.ts";
import { projectFolder } from "../settings.ts";
import { readReport, type Tally, tallyOf } from "./report.ts";

/** The folder of reports and logs of tests. */
export const reports = join(projectFolder, "test-reports");
/** Free bytes from which temporary files are kept in memory; the tests use a few hundred megabytes at a time. */
const minFreeBytes = 4 * 2 ** 30;
const temporary = makeTemporaryFolder();

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
  pages: ["Journeys through the pages, in real Chromium", "--project=pages"],
  sound: ["Journeys in real Chromium that hear real audio", "--project=sound"],
} as const;
export type Suite = keyof typeof suites;

export const titleOf = (suite: Suite): string => suites[suite][0];

/**
 * Runs a suite, or some of its files as a sweep.
 * @param sweep its name, and its files relative to the project
 */
export async function runSuite(
  suite: Suite,
  sweep?: { name: string; files: readonly string[] },
): Promise<{ tally: Tally; complaint: string }> {
  const name = sweep === undefined ? suite : `sweep-${sweep.name}`;
  const report = join(reports, `${name}.json`);
  const options = [...suites[suite].slice(1), ...(sweep?.files ?? [])];
  // The rules run a program from their temporary folder, which memory may not allow; the agent stores little.
  const isOnDisk = suite === "rules" || suite === "agent";
  const { code, output } = await runCommand(
    suite === "pages" || suite === "sound"
      ? ["playwright", "test", ...options, "--reporter=list,json"]
      : ["vitest", "run", "--reporter=default", "--reporter=json", ...options, `--outputFile.json=${report}`],
    {
      env: {
        PLAYWRIGHT_JSON_OUTPUT_NAME: report,
        CI: "1",
        ...(!isOnDisk && { TMPDIR: temporary }),
        ...(sweep !== undefined && { CUE_SWEEP: "1" }),
      },
      logFile: join(reports, `${name}.log`),
      givesWay: suite === "rules" || suite === "requests",
    },
  );
  return { tally: tallyOf(code, readReport(report)), complaint: output };
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
