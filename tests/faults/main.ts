/**
 * `npm run test:faults`: puts one fault after the other into a copy of the project, and runs the tests that must find
 * it. Prints those that nothing finds. An argument chooses the faults whose file or effect contains it.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createVitest, type Vitest } from "vitest/node";
import { projectFolder } from "#scripts/settings.ts";
import { type Fault, faults } from "./list.ts";

const git = (...words: string[]) =>
  execFileSync("git", words, { cwd: projectFolder, encoding: "utf8" }).trim();

/** A work tree with what is changed but not committed, and with the packages of this one. */
function makeCopy(): string {
  const copy = join(mkdtempSync(join(tmpdir(), "cue-faults-")), "copy");
  git("worktree", "add", "--quiet", "--detach", copy, git("stash", "create") || "HEAD");
  symlinkSync(realpathSync(join(projectFolder, "node_modules")), join(copy, "node_modules"));
  return copy;
}

const isOfWorkers = (path: string) => path.includes(".workers.");

/** The tests of one configuration, with what they have loaded so far. */
function open(copy: string, config: string): Promise<Vitest> {
  const options = { root: copy, config: join(copy, config), watch: false };
  return createVitest("test", { ...options, reporters: [{}] });
}

/** The names of tests that fail as the copy is now, and other errors. */
async function failuresOf(vitest: Vitest, copy: string, tests: readonly string[]): Promise<string[]> {
  const all = await vitest.globTestSpecifications([...tests]);
  const wanted = new Set(tests.map((path) => join(copy, path)));
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(
    all.filter(({ moduleId }) => wanted.has(moduleId)),
  );
  if (testModules.length === 0) throw new Error(`No test was found: ${tests.join(", ")}`);
  const failed = testModules.filter((each) => !each.ok());
  const names = failed.flatMap(({ moduleId, children }) => [
    moduleId,
    ...Array.from(children.allTests("failed"), ({ fullName }) => fullName),
  ]);
  return [...names, ...unhandledErrors.map(String)];
}

async function isFound(vitest: Vitest, copy: string, fault: Fault): Promise<boolean> {
  const path = join(copy, fault.file);
  const sound = readFileSync(path, "utf8");
  const write = (text: string) => {
    writeFileSync(path, text);
    vitest.invalidateFile(path);
  };
  try {
    write(sound.replace(fault.find, () => fault.replace));
    return (await failuresOf(vitest, copy, fault.tests)).length > 0;
  } finally {
    write(sound);
  }
}

async function testFaults(copy: string, chosen: readonly Fault[]): Promise<Fault[]> {
  const missed: Fault[] = [];
  for (const config of ["vitest.config.ts", "vitest.workers.config.ts"]) {
    const own = chosen.filter(({ tests }) => tests.some(isOfWorkers) === config.includes("workers"));
    if (own.length === 0) continue;
    const vitest = await open(copy, config);
    const failures = await failuresOf(vitest, copy, [...new Set(own.flatMap(({ tests }) => tests))]);
    if (failures.length > 0) throw new Error(`These fail without a fault:\n${failures.join("\n")}`);
    for (const fault of own) {
      const startedAt = performance.now();
      const found = await isFound(vitest, copy, fault);
      if (!found) missed.push(fault);
      const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0);
      process.stdout.write(
        `${found ? "found" : "NOT FOUND"}: ${fault.breaks} (${fault.file}, ${seconds} s)\n`,
      );
    }
    await vitest.close();
  }
  return missed;
}

const [part = ""] = process.argv.slice(2);
const chosen = faults.filter(({ file, breaks }) => file.includes(part) || breaks.includes(part));
const copy = makeCopy();
process.once("exit", () => {
  git("worktree", "remove", "--force", copy);
  rmSync(dirname(copy), { recursive: true, force: true });
});
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(130));
const missed = await testFaults(copy, chosen);
process.stdout.write(`\n${chosen.length - missed.length} of ${chosen.length} faults are found\n`);
process.exit(missed.length === 0 ? 0 : 1);
