import type { LockScreen } from "./lock-screen.ts";

let screen: Promise<LockScreen> | null = null;

/** See `LockScreen.show`. Its script loads with the first play; calls are shown in their order. */
export function showOnLockScreen(...what: Parameters<LockScreen["show"]>): void {
  screen ??= import("./lock-screen.ts").then((module) => new module.LockScreen());
  screen.then(
    (loaded) => loaded.show(...what),
    // The sound works without it, and the next change retries.
    () => {
      screen = null;
    },
  );
}
