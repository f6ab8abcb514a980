/**
 * Preloaded into every supervised child (`node --import`): the supervisor holds the other end of standard input, so
 * when that closes the supervisor has ended, for whatever reason, and the child ends as if asked to. The child's threads
 * load this file as well; their own standard input is empty and says nothing.
 */
import { isMainThread } from "node:worker_threads";

const graceMs = 5_000;

if (isMainThread) watchInput();

function watchInput(): void {
  process.stdin.on("error", () => {});
  process.stdin.once("end", () => {
    setTimeout(() => process.exit(1), graceMs).unref();
    process.kill(process.pid, "SIGTERM");
  });
  process.stdin.resume();
  // A pipe that is only watched must not keep a finished child alive.
  if ("unref" in process.stdin && typeof process.stdin.unref === "function") process.stdin.unref();
}
