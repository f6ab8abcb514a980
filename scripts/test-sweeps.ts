/** `npm run test:sweeps [NAME…]`: all sweeps, or those with these names. Those that pass are recorded as not due. */
import { mkdirSync } from "node:fs";
import { reports, runSuite } from "./checks/suites.ts";
import { buildWhenChanged } from "./instance/build.ts";
import { installCommand, installMissing, testPrograms } from "./instance/debian-packages.ts";
import { fail, StepError, say, step } from "./progress.ts";
import { digestOfSweep, recordPassed } from "./sweeps/due.ts";
import { type Sweep, sweeps } from "./sweeps/list.ts";

await testSweeps(process.argv.slice(2)).catch(fail);

async function testSweeps(names: readonly string[]): Promise<void> {
  const chosen = names.length === 0 ? sweeps : names.map(sweepNamed);
  process.stdout.write("\nCue Music: sweeps\n\n");
  const missing = await step("The programs that the tests need are installed", () =>
    installMissing(testPrograms),
  );
  if (missing.length > 0)
    throw new StepError(`The tests need programs that are missing: ${installCommand(missing)}`);
  mkdirSync(reports, { recursive: true });
  if (chosen.some(({ suite }) => suite === "pages" || suite === "sound"))
    await step("The build", () => buildWhenChanged("local"));
  let failed = 0;
  for (const sweep of chosen) failed += await run(sweep);
  process.exitCode = failed === 0 ? 0 : 1;
}

function sweepNamed(name: string): Sweep {
  const sweep = sweeps.find((each) => each.name === name);
  if (sweep === undefined)
    throw new StepError(
      `No sweep is called ${name}. There are: ${sweeps.map((each) => each.name).join(", ")}`,
    );
  return sweep;
}

/** Returns the number of failed cases. */
async function run(sweep: Sweep): Promise<number> {
  const digest = digestOfSweep(sweep);
  let fault = "";
  const failed = await step(sweep.name, async () => {
    const { tally, complaint } = await runSuite(sweep.suite, sweep);
    if (tally.failed === 0) recordPassed(sweep, digest);
    else fault = complaint;
    say(`${tally.passed} passed, ${tally.failed} failed`);
    return tally.failed;
  });
  if (failed > 0) process.stdout.write(`\n${fault.trimEnd()}\n\n`);
  return failed;
}
