import type { LockScreen } from "./lock-screen.ts";

let screen: Promise<LockScreen> | null = null;

/** See `LockScreen.show`. Its script comes with the first play; what was asked first is shown first. */
export function showOnLockScreen(...what: Parameters<LockScreen["show"]>): void {
  screen ??= import("./lock-screen.ts").then((module) => new module.LockScreen());
  screen.then(
    (loaded) => loaded.show(...what),
    // The sound is there without it, and the next change tries again.
    () => {
      screen = null;
    },
  );
}
