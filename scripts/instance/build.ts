import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { giveWay } from "../give-way.ts";
import { StepError } from "../progress.ts";
import { projectFolder } from "../settings.ts";
import { waitForLock } from "./lock.ts";

const buildFolder = join(projectFolder, "build");
const stampFile = join(buildFolder, "sources.sha256");

/** Everything that the build reads; tests and documents are not included. */
const sources = [
  "app/**/*",
  "packages/**/*.ts",
  "workers/**/*",
  "durable-objects/**/*",
  "db/**/*.ts",
  "public/**/*",
  "package-lock.json",
  "react-router.config.ts",
  "scripts/instance/{client-build,service-worker}.ts",
  "tsconfig.json",
  "vite.config.ts",
  "wrangler.toml",
];

interface BuildOptions {
  givesWay?: boolean;
}

/**
 * Builds the Worker and the pages when their sources, or the build target, have changed since the last build. Copies
 * that start at the same time wait for each other.
 * @param target a local copy starts at `workers/local/app.ts`, a deployed one at `workers/app.ts`
 * @param options.givesWay it gets a tenth of what others want of the processor
 * @returns a few words on what was done
 */
export async function buildWhenChanged(
  target: "local" | "deployed",
  options: BuildOptions = {},
): Promise<string> {
  const release = await waitForLock(join(projectFolder, "node_modules", ".cache", "cue-build.lock"));
  try {
    const wanted = `${target} ${fingerprint()}`;
    if (builtFrom() === wanted) return "up to date";
    // Without its stamp an interrupted build is never taken for a complete one.
    rmSync(stampFile, { force: true });
    await runBuild(target, options);
    writeFileSync(stampFile, wanted);
    return "";
  } finally {
    release();
  }
}

/**
 * Copies the build into a state folder, from which a running copy serves it: a later build does not change that copy.
 * @returns the folder, with `client` and `server` in it
 */
export async function snapshotBuild(state: string): Promise<string> {
  const release = await waitForLock(join(projectFolder, "node_modules", ".cache", "cue-build.lock"));
  try {
    const target = join(state, "app");
    const fresh = `${target}.new`;
    rmSync(fresh, { recursive: true, force: true });
    cpSync(buildFolder, fresh, { recursive: true });
    rmSync(target, { recursive: true, force: true });
    renameSync(fresh, target);
    return target;
  } finally {
    release();
  }
}

function builtFrom(): string | undefined {
  if (!existsSync(join(buildFolder, "server", "wrangler.json"))) return undefined;
  return existsSync(stampFile) ? readFileSync(stampFile, "utf8") : undefined;
}

/** A hash of the names and contents of the sources: dates are meaningless after a fresh clone. */
function fingerprint(): string {
  const hash = createHash("sha256");
  const files = globSync(sources, { cwd: projectFolder, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  for (const file of files) hash.update(`${file.slice(projectFolder.length)}\0`).update(readFileSync(file));
  return hash.digest("hex");
}

async function runBuild(target: "local" | "deployed", { givesWay = false }: BuildOptions): Promise<void> {
  const output: Buffer[] = [];
  const child = spawn(
    process.execPath,
    [join(projectFolder, "node_modules/@react-router/dev/bin.cjs"), "build"],
    {
      cwd: projectFolder,
      // Its own session, because Linux shares the processor between sessions first.
      detached: givesWay,
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, NODE_ENV: "production", CUE_BUILD: target },
    },
  );
  const stop = () => child.kill();
  process.once("exit", stop);
  if (givesWay && child.pid !== undefined) giveWay(child.pid);
  child.stdout.on("data", (chunk: Buffer) => output.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => output.push(chunk));
  const code = await new Promise<number | null>((done, failed) =>
    child.on("error", failed).on("close", done),
  );
  process.off("exit", stop);
  if (code !== 0) throw new StepError(`The build failed:\n${Buffer.concat(output).toString()}`);
}
