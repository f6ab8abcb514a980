import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { giveWay } from "./give-way.ts";
import { projectFolder } from "./settings.ts";

export interface Outcome {
  code: number;
  /** Standard output and standard error, in the order in which they arrived. */
  output: string;
}

const running = new Set<number>();
process.once("exit", () => {
  for (const pid of running) killGroup(pid);
});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => process.exit(130));

/**
 * Runs a command of the project and returns its output; processes that it leaves running are ended too.
 * @param command a program of node_modules/.bin, or `node`, with its arguments
 * @param options.givesWay it gets a tenth of what others want of the processor
 * @param options.isOnPath look for the program in PATH before node_modules/.bin
 */
export async function runCommand(
  command: readonly [string, ...string[]],
  options: { env?: Record<string, string>; logFile?: string; givesWay?: boolean; isOnPath?: boolean } = {},
): Promise<Outcome> {
  const [name, ...args] = command;
  const programs = join(projectFolder, "node_modules", ".bin");
  const program = name === "node" ? process.execPath : options.isOnPath ? name : join(programs, name);
  const child = spawn(program, args, {
    cwd: projectFolder,
    // Its own process group, so that browsers and servers it started end with it.
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...plainEnvironment(),
      ...(options.isOnPath && { PATH: [process.env.PATH, programs].filter(Boolean).join(delimiter) }),
      ...options.env,
    },
  });
  const chunks: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => chunks.push(chunk));
  if (child.pid !== undefined) {
    running.add(child.pid);
    if (options.givesWay) giveWay(child.pid);
  }
  const code = await new Promise<number>((done) => {
    child.once("error", (error) => {
      chunks.push(Buffer.from(`${error.message}\n`));
      done(127);
    });
    child.once("exit", () => {
      if (child.pid !== undefined) killGroup(child.pid);
    });
    child.once("close", (exitCode) => done(exitCode ?? 1));
  });
  if (child.pid !== undefined) running.delete(child.pid);
  const output = Buffer.concat(chunks).toString();
  if (options.logFile !== undefined) {
    mkdirSync(dirname(options.logFile), { recursive: true });
    writeFileSync(options.logFile, output);
  }
  return { code, output };
}

/** Output goes to files and logs: no colours, and no telemetry. */
function plainEnvironment(): NodeJS.ProcessEnv {
  // Some programs treat FORCE_COLOR as on whenever it is set.
  const { FORCE_COLOR: _, ...environment } = process.env;
  return { ...environment, NO_COLOR: "1", WRANGLER_SEND_METRICS: "false" };
}

function killGroup(pid: number) {
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // All of its processes have ended.
  }
}
