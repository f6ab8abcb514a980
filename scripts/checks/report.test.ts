import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readReport, tallyOf } from "./report.ts";

const fileWith = (report: unknown) => {
  const file = join(mkdtempSync(join(tmpdir(), "cue-report-")), "report.json");
  writeFileSync(file, JSON.stringify(report));
  return file;
};

test("the reports of both runners are read, with flaky tests separate", () => {
  const first = { status: "passed", failureMessages: [] };
  const second = { status: "passed", failureMessages: ["late"] };
  const never = { status: "failed", failureMessages: ["wrong", "wrong"] };
  const testResults = [{ assertionResults: [first, second] }, { assertionResults: [never] }];
  expect(readReport(fileWith({ numPassedTests: 2, numFailedTests: 1, testResults }))).toEqual({
    passed: 2,
    failed: 1,
    late: 1,
  });
  expect(readReport(fileWith({ stats: { expected: 4, unexpected: 1, flaky: 1, skipped: 3 } }))).toEqual({
    passed: 5,
    failed: 1,
    late: 1,
  });
  expect(readReport("/nowhere/report.json")).toBeUndefined();
});

test("a failed run without a failed case or without a report still counts as a failure", () => {
  expect(tallyOf(1, { passed: 7, failed: 0, late: 1 })).toEqual({ passed: 7, failed: 1, late: 1 });
  expect(tallyOf(1, undefined)).toEqual({ passed: 0, failed: 1, late: 0 });
  expect(tallyOf(0, { passed: 7, failed: 0, late: 1 })).toEqual({ passed: 7, failed: 0, late: 1 });
});
