/** `npm test`: everything, from the format of the code to journeys in a real browser. */
import { mkdirSync, rmSync } from "node:fs";
import {
  firstRouteBudget,
  measureRoutes,
  measureVisualizer,
  visualizerBudget,
} from "./checks/bundle-size.ts";
import { checks } from "./checks/list.ts";
import { type Tally, tallyOf } from "./checks/report.ts";
import { reports, runSuite, type Suite, titleOf } from "./checks/suites.ts";
import { buildWhenChanged } from "./instance/build.ts";
import { installCommand, installMissing, testPrograms } from "./instance/debian-packages.ts";
import { fail, StepError, say, step } from "./progress.ts";
import { dueSweeps } from "./sweeps/due.ts";

const total: Tally = { passed: 0, failed: 0, late: 0 };
const faults: string[] = [];
const due = dueSweeps();
/** The due sweeps that passed. */
const sweptNames: string[] = [];

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

  if (due.length > 0) say(`Sweeps due by what changed: ${due.map(({ name }) => name).join(", ")}`);

  // On two cores, what follows the clock or waits for alarms leaves most of one idle: what only computes uses it, at a
  // lower priority. Journeys through pages need both cores, and come last. More beside each other takes longer in all:
  // what polls and plays costs processor time for as long as it lasts.
  const built = buildPages();
  await Promise.all([waiting(built), computing(built)]);
  await test("pages");

  const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1);
  for (const fault of faults) process.stdout.write(`\n${"─".repeat(80)}\n${fault}\n`);
  // A run of the tests changes no file of the project.
  if (sweptNames.length > 0)
    process.stdout.write(`\nTo record what passed: npm run test:sweeps ${sweptNames.join(" ")}\n`);
  process.stdout.write(`\n${minutes} minutes; reports and logs are in test-reports/\n`);
  const late = total.late > 0 ? ` (${total.late} taken again)` : "";
  process.stdout.write(`${total.passed} passed${late}, ${total.failed} failed\n`);
  process.exitCode = total.failed === 0 ? 0 : 1;
}

/**
 * Runs the suites that wait for the clock. Tests that encode and listen in real time run one after the other: two of
 * them would hear each other stutter.
 */
async function waiting(built: Promise<void>): Promise<void> {
  await test("agent");
  await built;
  await test("sound");
  await test("objects");
  // It only computes too, but the other lane takes longer.
  await checkCode();
}

/** Runs the suites that only compute, beside it. */
async function computing(built: Promise<void>): Promise<void> {
  await built;
  await test("rules");
  await test("requests");
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

/** Runs a suite, then those of its sweeps that are due. */
async function test(suite: Suite): Promise<void> {
  await record(titleOf(suite), () => runSuite(suite));
  for (const sweep of due.filter((each) => each.suite === suite))
    await record(`Sweep: ${sweep.name}`, async () => {
      const outcome = await runSuite(suite, sweep);
      if (outcome.tally.failed === 0) sweptNames.push(sweep.name);
      return outcome;
    });
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

/** Runners print failures last; the complete output is in the report's folder. */
function endOf(text: string): string {
  return text.trimEnd().split("\n").slice(-250).join("\n");
}
