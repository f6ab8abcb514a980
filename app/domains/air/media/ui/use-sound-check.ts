import { useCallback, useEffect, useRef, useState } from "react";
import { usePlayerRequests } from "#app/player/player-provider.tsx";
import type { SoundCheckPhase, SoundCheckPlayer } from "#app/player/sound-check.ts";
import { openOutput, releaseOutput } from "#app/player/sound-output.ts";

export interface SoundCheckListening {
  /** Null while it is not listened to. */
  phase: SoundCheckPhase | null;
  start: () => void;
  stop: () => void;
  /** The present level, 0 to 100 and above. */
  level: () => number;
}

/** Plays the viewer's own sound instead of whatever the player plays, until it is stopped or unmounted. */
export function useSoundCheck(): SoundCheckListening {
  const player = usePlayerRequests();
  const [phase, setPhase] = useState<SoundCheckPhase | null>(null);
  const playing = useRef<SoundCheckPlayer | null>(null);
  /** Counts presses: a load that an earlier press started is ignored. */
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
    // In the press: a browser only then lets a page play sound.
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
        // The player releases the output when its last sound has faded, which may be after this started.
        else if (status === "init") openOutput();
      }),
    [player, stop],
  );
  useEffect(() => stop, [stop]);

  return { phase, start, stop, level: () => playing.current?.level() ?? 0 };
}
