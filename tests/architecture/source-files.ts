/** The project's own files, as the architecture tests see them: paths from the project's folder, with slashes. */
import { globSync, readFileSync } from "node:fs";
import { join, resolve, sep } from "node:path";

export const projectFolder = resolve(import.meta.dirname, "../..");

/** Folders of code, in the order of the import diagram. */
export const sourceFolders = [
  "packages",
  "db",
  "app",
  "durable-objects",
  "workers",
  "container",
  "scripts",
  "tests",
] as const;

export function listFiles(pattern: string): string[] {
  return globSync(pattern, { cwd: projectFolder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(projectFolder.length + 1))
    .map((path) => path.split(sep).join("/"))
    .filter((path) => !/(^|\/)(node_modules|build|test-results|test-reports|\.[^/]*)\//.test(path))
    .sort();
}

/** Every TypeScript file that is written by hand. */
export function listSources(): string[] {
  return sourceFolders.flatMap((folder) => listFiles(`${folder}/**/*.{ts,tsx}`));
}

export function isTest(path: string): boolean {
  return path.startsWith("tests/") || path.includes("/tests/") || /\.test\.tsx?$/.test(path);
}

export function read(path: string): string {
  return readFileSync(join(projectFolder, path), "utf8");
}
