import { spawnSync } from "node:child_process";
import {
  chmodSync,
  globSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openLogFile } from "../supervise/log-file.ts";
import { openLocalDatabase } from "./database.ts";
import { takeLock } from "./lock.ts";
import { loadSecrets } from "./secrets.ts";
import { closeStateFolder } from "./state-folder.ts";

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "cue-state-"));
  const umask = process.umask();
  onTestFinished(() => {
    process.umask(umask);
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

const isOpenToOthers = (path: string) => (lstatSync(path).mode & 0o077) !== 0;

/** The files in the folder, except links, that other accounts can access. */
const openPaths = (folder: string) =>
  [folder, ...globSync("**/*", { cwd: folder }).map((name) => join(folder, name))].filter(
    (path) => !lstatSync(path).isSymbolicLink() && isOpenToOthers(path),
  );

test("the files of the state folder are not accessible to other accounts", async () => {
  const state = join(temporaryFolder(), "deep", "state");
  process.umask(0o022);
  closeStateFolder(state);
  loadSecrets(state);
  takeLock(join(state, "start.pid"))();
  openLogFile(join(state, "logs", "server.log"))("a line\n");
  writeFileSync(join(state, "instance.json"), "{}");
  // Created by the Workers runtime, which is a separate process.
  const database = await openLocalDatabase(state, "a-database");
  await database.d1.prepare("create table a (b)").run();
  await database.close();
  const made = globSync("**/*", { cwd: state });
  expect(made.some((name) => name.endsWith(".sqlite"))).toBe(true);
  expect(openPaths(state)).toEqual([]);
  expect(spawnSync("sh", ["-c", "umask"]).stdout.toString().trim()).toBe("0077");
}, 30_000);

test("open permissions of an earlier version are corrected, but not behind symbolic links", () => {
  const place = temporaryFolder();
  const state = join(place, "state");
  const outside = join(place, "outside");
  process.umask(0o022);
  mkdirSync(join(state, "v3", "d1"), { recursive: true });
  writeFileSync(join(state, "secrets.json"), "{}", { mode: 0o644 });
  writeFileSync(join(state, "v3", "d1", "database.sqlite"), "", { mode: 0o666 });
  writeFileSync(join(state, "program"), "", { mode: 0o755 });
  writeFileSync(outside, "", { mode: 0o644 });
  chmodSync(outside, 0o644);
  symlinkSync(outside, join(state, "link"));
  expect(openPaths(state).length).toBeGreaterThan(3);
  closeStateFolder(state);
  expect(openPaths(state)).toEqual([]);
  expect(lstatSync(join(state, "program")).mode & 0o777).toBe(0o700);
  expect(lstatSync(outside).mode & 0o777).toBe(0o644);
});
