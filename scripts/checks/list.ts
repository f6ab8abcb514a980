import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { runCommand } from "../run-command.ts";
import { projectFolder } from "../settings.ts";

export interface Check {
  name: string;
  /** Returns the problem found, or undefined. */
  run(): Promise<string | undefined>;
}

/** Checks of the code that do not run it. */
export const checks: readonly Check[] = [
  { name: "The code is formatted", run: () => complaints(["biome", "ci", "--colors=off", "."]) },
  { name: "The types of bindings are up to date", run: bindingTypes },
  { name: "The types agree", run: types },
  {
    name: "The code is linted, with types",
    run: () => complaints(["oxlint", "--deny-warnings", "--threads=1"], { GOMAXPROCS: "1" }),
  },
  { name: "No file or package is unused", run: () => complaints(["knip", "--no-progress"]) },
  { name: "The migrations match the schema", run: migrations },
];

async function complaints(
  command: readonly [string, ...string[]],
  env: Record<string, string> = {},
): Promise<string | undefined> {
  const { code, output } = await runCommand(command, { env, givesWay: true });
  return code === 0 ? undefined : output;
}

function bindingTypes() {
  return complaints(["wrangler", "types", "--include-runtime=false", "--check"]);
}

/** One thread takes half of the processor time that several take, and the other core hears sound meanwhile. */
const tsc = ["tsc", "--pretty", "false", "--singleThreaded", "--project"] as const;

async function types(): Promise<string | undefined> {
  // The types of routes are generated, not committed.
  return (
    (await complaints(["react-router", "typegen"])) ??
    (await complaints([...tsc, "tsconfig.json"])) ??
    (await complaints([...tsc, "tsconfig.node.json"])) ??
    (await complaints([...tsc, "app/service-worker"]))
  );
}

/** Generates migrations into a copy: a changed schema without a migration would add a file there. */
async function migrations(): Promise<string | undefined> {
  const kept = join(projectFolder, "db", "migrations");
  // drizzle-kit accepts only a path below the project.
  const copy = mkdtempSync(join(projectFolder, "node_modules", ".cache", "cue-migrations-"));
  try {
    cpSync(kept, copy, { recursive: true });
    const before = readdirSync(copy);
    const out = copy.slice(projectFolder.length + 1);
    const wrong = await complaints([
      "drizzle-kit",
      "generate",
      "--dialect=sqlite",
      "--schema=./db/schema/index.ts",
      `--out=./${out}`,
    ]);
    const added = readdirSync(copy).filter((name) => !before.includes(name));
    if (wrong !== undefined) return wrong;
    return added.length === 0
      ? undefined
      : "The schema has changed: run npm run db:generate and read its SQL.";
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}
