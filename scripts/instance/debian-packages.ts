import { execFile, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { say } from "../progress.ts";

/** A program that Cue runs, and the Debian package that contains it. */
export interface SystemProgram {
  program: string;
  debianPackage: string;
}

export const mediaPrograms: readonly SystemProgram[] = [
  { program: "icecast2", debianPackage: "icecast2" },
  { program: "ffmpeg", debianPackage: "ffmpeg" },
];
export const testPrograms: readonly SystemProgram[] = [
  ...mediaPrograms,
  { program: "chromium", debianPackage: "chromium" },
  { program: "chromium-headless-shell", debianPackage: "chromium-headless-shell" },
  { program: "Xvfb", debianPackage: "xvfb" },
  { program: "butt", debianPackage: "butt" },
  { program: "mixxx", debianPackage: "mixxx" },
  { program: "liquidsoap", debianPackage: "liquidsoap" },
  { program: "fpcalc", debianPackage: "libchromaprint-tools" },
  { program: "oggdec", debianPackage: "vorbis-tools" },
];

/** The browsers of all three engines, the screen of their windows, and the sound card without which Firefox is silent. */
export const enginePrograms: readonly SystemProgram[] = [
  ...mediaPrograms,
  { program: "chromium", debianPackage: "chromium" },
  { program: "Xvfb", debianPackage: "xvfb" },
  { program: "firefox-esr", debianPackage: "firefox-esr" },
  { program: "WebKitWebDriver", debianPackage: "webkit2gtk-driver" },
  { program: "pulseaudio", debianPackage: "pulseaudio" },
];

/** The programs that are not on this machine. */
export function missingPrograms(programs: readonly SystemProgram[]): SystemProgram[] {
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/bin", "/usr/local/bin", "/usr/sbin"];
  return programs.filter(({ program }) => !folders.some((folder) => existsSync(join(folder, program))));
}

/**
 * Installs what is missing, where that is possible without asking: on Debian or Ubuntu, as root or with a sudo that
 * needs no password.
 * @returns the programs that are still missing
 */
export async function installMissing(programs: readonly SystemProgram[]): Promise<SystemProgram[]> {
  const missing = missingPrograms(programs);
  if (missing.length === 0) return [];
  const prefix = await rootPrefix();
  if (prefix === undefined || !existsSync("/usr/bin/apt-get")) return missing;
  const packages = missing.map((program) => program.debianPackage);
  say(`Installing ${packages.join(" and ")} with apt-get`);
  await aptGet(prefix, ["update"]);
  await aptGet(prefix, ["install", "-y", "--no-install-recommends", ...packages]);
  return missingPrograms(programs);
}

/** The command that a person types to install them. */
export function installCommand(programs: readonly SystemProgram[]): string {
  return `sudo apt-get install ${programs.map((program) => program.debianPackage).join(" ")}`;
}

/** The prefix that runs a command as root; undefined where that would ask for a password. */
async function rootPrefix(): Promise<string[] | undefined> {
  if (process.getuid?.() === 0) return [];
  try {
    await promisify(execFile)("sudo", ["-n", "true"]);
    return ["sudo", "-n"];
  } catch {
    return undefined;
  }
}

async function aptGet(prefix: readonly string[], args: readonly string[]): Promise<void> {
  const command = [
    ...prefix,
    "env",
    "DEBIAN_FRONTEND=noninteractive",
    // Run level 1 keeps the packages from starting their services: an Icecast on port 8000, for example.
    "RUNLEVEL=1",
    // Installed files are for all accounts, unlike the files of this copy.
    "sh",
    "-c",
    'umask 022 && exec "$@"',
    "sh",
    "apt-get",
    "-qq",
    "-o",
    "DPkg::Lock::Timeout=300",
    ...args,
  ];
  const child = spawn(command[0] ?? "env", command.slice(1), { stdio: ["ignore", "ignore", "pipe"] });
  const complaints: Buffer[] = [];
  child.stderr.on("data", (chunk: Buffer) => complaints.push(chunk));
  const code = await new Promise<number | null>((done) =>
    child.on("error", () => done(null)).on("close", done),
  );
  if (code !== 0) {
    const lines = Buffer.concat(complaints).toString().trim().split("\n");
    for (const line of lines.slice(-5)) say(line);
  }
}
