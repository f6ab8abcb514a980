/**
 * `npm run test:faults`: puts one fault after the other into a copy of the project, and runs the tests that must find
 * it. Prints those that nothing finds. An argument chooses the faults whose file or effect contains it.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runCommand } from "#scripts/run-command.ts";
import { projectFolder } from "#scripts/settings.ts";
import { type Fault, faults } from "./list.ts";

const git = (...words: string[]) =>
  execFileSync("git", words, { cwd: projectFolder, encoding: "utf8" }).trim();

/** A work tree with what is changed but not committed, and with the packages of this one. */
function makeCopy(): string {
  const copy = join(mkdtempSync(join(tmpdir(), "cue-faults-")), "copy");
  git("worktree", "add", "--quiet", "--detach", copy, git("stash", "create") || "HEAD");
  symlinkSync(realpathSync(join(projectFolder, "node_modules")), join(copy, "node_modules"));
  process.once("exit", () => {
    git("worktree", "remove", "--force", copy);
    rmSync(join(copy, ".."), { recursive: true, force: true });
  });
  return copy;
}

/** Runs the tests of a fault in the copy: whether all pass, and what they print. */
async function runTests(copy: string, tests: readonly string[]) {
  const config = tests.every((path) => path.includes(".workers."))
    ? "vitest.workers.config.ts"
    : "vitest.config.ts";
  const { code, output } = await runCommand(
    ["vitest", "run", `--root=${copy}`, `--config=${join(copy, config)}`, "--bail=1", ...tests],
    { givesWay: true },
  );
  if (!/^ *Tests .*\d+ (passed|failed)/m.test(output)) throw new Error(`The tests did not run:\n${output}`);
  return { isPassed: code === 0 };
}

async function isFound(copy: string, { file, find, replace, tests }: Fault): Promise<boolean> {
  const path = join(copy, file);
  const sound = readFileSync(path, "utf8");
  try {
    writeFileSync(
      path,
      sound.replace(find, () => replace),
    );
    return !(await runTests(copy, tests)).isPassed;
  } finally {
    writeFileSync(path, sound);
  }
}

const [part = ""] = process.argv.slice(2);
const chosen = faults.filter(({ file, breaks }) => file.includes(part) || breaks.includes(part));
const copy = makeCopy();
const missed: Fault[] = [];
for (const fault of chosen) {
  const startedAt = performance.now();
  const found = await isFound(copy, fault);
  if (!found) missed.push(fault);
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0);
  process.stdout.write(`${found ? "found   " : "NOT FOUND"} ${fault.file}: ${fault.breaks} (${seconds} s)\n`);
}
process.stdout.write(`\n${chosen.length - missed.length} of ${chosen.length} faults are found\n`);
process.exitCode = missed.length === 0 ? 0 : 1;
