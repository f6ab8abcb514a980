import type { PlayerState, PlaySource } from "./contract.ts";
import type { LockScreen } from "./lock-screen.ts";
import type { ReplayControls } from "./replay-controls.ts";

/** The part of the player that the buttons of a lock screen need. */
interface Controlled {
  getState(): PlayerState;
  play(source: PlaySource): void;
  stop(): void;
  readonly replay: Pick<ReplayControls, "pause" | "seek" | "seekBy">;
}

let screen: Promise<LockScreen> | null = null;

/** See `LockScreen.show`. Its script loads with the first play; calls are shown in their order. */
export function showOnLockScreen(player: Controlled): void {
  const { source, last, status, position, duration } = player.getState();
  const shown = source ?? last;
  const isReplay = shown?.kind === "replay";
  const buttons = {
    play: () => shown && player.play(shown),
    // A pause stops a room; `play` starts it again.
    pause: () => (isReplay ? player.replay.pause() : player.stop()),
    stop: () => player.stop(),
    ...(isReplay && {
      seek: (to: number) => player.replay.seek(to),
      seekBy: (ms: number) => player.replay.seekBy(ms),
    }),
  };
  screen ??= import("./lock-screen.ts").then((module) => new module.LockScreen());
  screen.then(
    (loaded) => loaded.show(shown, status, buttons, { position, duration }),
    // The sound works without it, and the next change retries.
    () => {
      screen = null;
    },
  );
}
