/**
 * The lock file is that of every platform: npm leaves out the packages of other platforms where a lock file is made
 * from an installed folder, and each install elsewhere then rewrites it with unlocked versions.
 */
import { expect, test } from "vitest";
import { z } from "zod";
import { read } from "./source-files.ts";

const LockedPackage = z.object({
  optionalDependencies: z.record(z.string(), z.string()).default({}),
  resolved: z.string().optional(),
  os: z.array(z.string()).default([]),
  cpu: z.array(z.string()).default([]),
});
const { packages } = z
  .object({ packages: z.record(z.string(), LockedPackage) })
  .parse(JSON.parse(read("package-lock.json")));

/** Returns the folders in which a package of `folder` looks for another one, the nearest first. */
function modulesOf(folder: string): string[] {
  const parents = [...folder.matchAll(/\/node_modules\//g)].map(({ index }) => folder.slice(0, index));
  const own = folder === "" ? [] : [folder];
  return [...own, ...parents.toReversed(), ""].map((each) => (each === "" ? "" : `${each}/`));
}

test("every optional package of every platform is locked", () => {
  const missing = Object.entries(packages).flatMap(([folder, { optionalDependencies }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !modulesOf(folder).some((at) => `${at}node_modules/${name}` in packages))
      .map((name) => `${folder}: ${name}`),
  );
  expect(missing).toEqual([]);
});

test.each([
  ["linux", "x64"],
  ["linux", "arm64"],
  ["darwin", "arm64"],
  ["darwin", "x64"],
  ["win32", "x64"],
])("the programs that build, run and check are locked for %s on %s", (os, cpu) => {
  const forPlatform = Object.entries(packages)
    .filter(([, each]) => each.os.includes(os) && each.cpu.includes(cpu))
    .map(([folder]) => folder);
  for (const program of ["@cloudflare/workerd-", "@rolldown/binding-", "@biomejs/cli-", "@esbuild/"])
    expect(forPlatform.filter((folder) => folder.includes(program))).not.toEqual([]);
});

test("the lock file names no registry", () => {
  expect(Object.entries(packages).filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
});
