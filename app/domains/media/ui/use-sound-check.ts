import { useCallback, useEffect, useRef, useState } from "react";
import { usePlayerRequests } from "#app/player/player-provider.tsx";
import type { SoundCheckPhase, SoundCheckPlayer } from "#app/player/sound-check.ts";
import { openOutput, releaseOutput } from "#app/player/sound-output.ts";

export interface SoundCheckListening {
  /** Null while it is not listened to. */
  phase: SoundCheckPhase | null;
  start: () => void;
  stop: () => void;
  /** 0 to 100 and beyond, of this instant. */
  level: () => number;
}

/** Listens to the viewer's own sound in place of whatever the player plays, until it is stopped or unmounted. */
export function useSoundCheck(): SoundCheckListening {
  const player = usePlayerRequests();
  const [phase, setPhase] = useState<SoundCheckPhase | null>(null);
  const playing = useRef<SoundCheckPlayer | null>(null);
  /** Counts presses: what an earlier one has loaded meanwhile is not wanted any more. */
  const turn = useRef(0);

  const stop = useCallback(() => {
    turn.current += 1;
    if (playing.current !== null) releaseOutput();
    playing.current?.stop();
    playing.current = null;
    setPhase(null);
  }, []);

  const start = () => {
    player.stop();
    // In the press: a browser lets a page sound only then.
    const context = openOutput();
    turn.current += 1;
    const mine = turn.current;
    setPhase(context === null ? "failed" : "waiting");
    if (context === null) return;
    import("#app/player/sound-check.ts").then(
      ({ SoundCheckPlayer }) => {
        if (turn.current === mine) playing.current = new SoundCheckPlayer(context, setPhase);
      },
      () => turn.current === mine && setPhase("failed"),
    );
  };

  // One sound at a time: they share the decoder.
  useEffect(
    () =>
      player.subscribe(() => {
        const { status } = player.getState();
        if (playing.current === null) return;
        if (status === "loading" || status === "playing") stop();
        // The player gives the output back when its last sound has faded, which may be after this began.
        else if (status === "init") openOutput();
      }),
    [player, stop],
  );
  useEffect(() => stop, [stop]);

  return { phase, start, stop, level: () => playing.current?.level() ?? 0 };
}
