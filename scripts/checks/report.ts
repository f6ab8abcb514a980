/** Reads the reports that test runs write. */
import { existsSync, readFileSync } from "node:fs";
import { z } from "zod";

/** Numbers of cases that passed and failed. `late` counts those that passed only when they were repeated. */
export interface Tally {
  passed: number;
  failed: number;
  late: number;
}

const VitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(
    z.object({
      assertionResults: z.array(z.object({ status: z.string(), failureMessages: z.array(z.string()) })),
    }),
  ),
});
const PlaywrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
});

/** Reads the JSON report of Vitest or Playwright; undefined where the run ended before it wrote one. */
export function readReport(file: string): Tally | undefined {
  if (!existsSync(file)) return undefined;
  const report: unknown = JSON.parse(readFileSync(file, "utf8"));
  const vitest = VitestReport.safeParse(report);
  if (vitest.success) {
    const { numPassedTests: passed, numFailedTests: failed, testResults } = vitest.data;
    const cases = testResults.flatMap((file) => file.assertionResults);
    const late = cases.filter((each) => each.status === "passed" && each.failureMessages.length > 0);
    return { passed, failed, late: late.length };
  }
  const { stats } = PlaywrightReport.parse(report);
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, late: stats.flaky };
}

/** The tally of one step: a step that failed counts as at least one failure, whatever its report contains. */
export function tallyOf(code: number, report: Tally | undefined): Tally {
  if (report === undefined) return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, late: 0 };
  return code === 0 || report.failed > 0 ? report : { ...report, failed: 1 };
}
