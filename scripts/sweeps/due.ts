import { createHash } from "node:crypto";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join, sep } from "node:path";
import { z } from "zod";
import { projectFolder } from "../settings.ts";
import { type Sweep, sweeps } from "./list.ts";

/** The digest of what each sweep covered when it last passed. */
type Passed = Record<string, string>;
const passedFile = join(projectFolder, "scripts", "sweeps", "passed.json");

const isTest = (path: string) => /\.(test|spec)\.tsx?$/.test(path);

/** Returns the paths of the files that make a sweep due, relative to the project, each once. */
export function coveredBy({ files, covers }: Pick<Sweep, "files" | "covers">): string[] {
  const sources = covers.flatMap((pattern) => globSync(pattern, { cwd: projectFolder }));
  const paths = sources.map((path) => path.split(sep).join("/")).filter((path) => !isTest(path));
  return [...new Set([...paths, ...files])].toSorted();
}

/**
 * Returns the SHA-256 of paths and texts, in hexadecimal: the same in any order, with any line ends, and with any
 * comments that have lines of their own.
 */
export function digestOf(texts: ReadonlyMap<string, string>): string {
  const hash = createHash("sha256");
  for (const path of [...texts.keys()].toSorted())
    hash.update(JSON.stringify([path, withoutComments(texts.get(path) ?? "")]));
  return hash.digest("hex");
}

function withoutComments(text: string): string {
  let isInComment = false;
  const kept = text.split(/\r?\n/).filter((line) => {
    const trimmed = line.trim();
    if (!isInComment && !trimmed.startsWith("/*")) return !trimmed.startsWith("//");
    isInComment = !trimmed.includes("*/");
    return false;
  });
  return kept.join("\n");
}

/** Returns the names of sweeps that have not passed with these digests. */
export function dueNames(digests: Readonly<Passed>, passed: Readonly<Passed>): string[] {
  return Object.keys(digests).filter((name) => digests[name] !== passed[name]);
}

/** Returns the digest of what a sweep covers now. */
export function digestOfSweep(sweep: Sweep): string {
  const texts = coveredBy(sweep).map(
    (path) => [path, readFileSync(join(projectFolder, path), "utf8")] as const,
  );
  return digestOf(new Map(texts));
}

function readPassed(): Passed {
  return z.record(z.string(), z.string()).parse(JSON.parse(readFileSync(passedFile, "utf8")));
}

/** Returns the sweeps that are due in the project as it is. */
export function dueSweeps(): Sweep[] {
  const digests = Object.fromEntries(sweeps.map((sweep) => [sweep.name, digestOfSweep(sweep)]));
  const due = dueNames(digests, readPassed());
  return sweeps.filter(({ name }) => due.includes(name));
}

/** Records that a sweep passed while it had this digest. Sweeps that are no longer listed are removed. */
export function recordPassed(sweep: Sweep, digest: string): void {
  const passed: Passed = { ...readPassed(), [sweep.name]: digest };
  const kept = sweeps.flatMap(({ name }) => (passed[name] === undefined ? [] : [[name, passed[name]]]));
  writeFileSync(passedFile, `${JSON.stringify(Object.fromEntries(kept), null, 2)}\n`);
}
