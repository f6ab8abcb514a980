/**
 * Preloaded into every supervised child (`node --import`): the supervisor holds the other end of standard input, so
 * when that closes the supervisor has ended, for whatever reason, and the child ends as if asked to.
 */
const graceMs = 5_000;

process.stdin.on("error", () => {});
process.stdin.once("end", () => {
  setTimeout(() => process.exit(1), graceMs).unref();
  process.kill(process.pid, "SIGTERM");
});
process.stdin.resume();
// A pipe that is only watched must not keep a finished child alive.
if ("unref" in process.stdin && typeof process.stdin.unref === "function") process.stdin.unref();
