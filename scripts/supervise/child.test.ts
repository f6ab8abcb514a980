import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { supervise } from "./child.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cue-child-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("a child that starts a thread goes on until it is asked to end", async () => {
  const script = join(folder, "child.mjs");
  const logFile = join(folder, "child.log");
  writeFileSync(
    script,
    `import { isMainThread, Worker } from "node:worker_threads";
    if (isMainThread) {
      setInterval(() => {}, 1_000);
      new Worker(new URL(import.meta.url)).on("exit", () => setTimeout(() => console.log("went on"), 200));
    }
    process.once("SIGTERM", () => process.exit(0));`,
  );
  const onNews = vi.fn<(text: string) => void>();
  const child = supervise({ name: "child", script, env: {}, logFile, onNews });
  const hasGoneOn = () => readFileSync(logFile, "utf8").includes("went on");
  await vi.waitUntil(hasGoneOn, { timeout: 20_000 });
  expect(onNews).not.toHaveBeenCalled();
  await child.stop();
});
