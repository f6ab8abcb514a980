/**
 * Prints every text of the application that a user can read or hear, by area, with its place:
 *   npm run texts [-- AREA…]
 */
import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { readTexts } from "./texts/read-texts.ts";

const folder = resolve(import.meta.dirname, "..");
const wanted = process.argv.slice(2);
const texts = globSync("app/**/*.{ts,tsx}", { cwd: folder })
  .filter((path) => !/\.test\.tsx?$/.test(path))
  .sort()
  .flatMap((path) => readTexts(path, readFileSync(join(folder, path), "utf8")))
  .filter(({ area }) => wanted.length === 0 || wanted.some((part) => area.includes(part)));

const byArea = Map.groupBy(texts, ({ area }) => area);
for (const [area, inArea] of byArea) {
  console.log(`\n${area} (${inArea.length})`);
  for (const { path, line, kind, words } of inArea) {
    const place = path.slice(`app/${area}/`.length);
    console.log(`  ${place}:${line}  ${kind === "text" ? "" : `${kind}: `}${words}`);
  }
}
console.log(`\n${texts.length} texts`);
