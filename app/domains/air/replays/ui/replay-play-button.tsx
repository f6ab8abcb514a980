import clsx from "clsx";
import { Pause, Play } from "lucide-react";
import { BusyTicks } from "#app/ui/button.tsx";
import type { ReplayPlayer } from "./use-replay-player.ts";

/** The large PLAY button of a replay: outlined in green while it waits, lit while it plays. */
export function ReplayPlayButton({ name, player }: { name: string; player: ReplayPlayer }) {
  const { status, toggle } = player;
  const isBusy = status === "loading" || status === "stalled";
  const isPlaying = status === "playing";
  const Icon = isPlaying ? Pause : Play;
  return (
    <button
      type="button"
      aria-label={`${isPlaying || isBusy ? "Pause" : "Play"} ${name}`}
      aria-busy={isBusy || undefined}
      data-look={status}
      onClick={toggle}
      className={clsx(
        "inline-grid size-18 shrink-0 place-items-center rounded-full border-2 border-green transition-colors",
        isPlaying ? "bg-green text-on-green" : "bg-green-soft text-green hover:bg-green/25",
      )}
    >
      {isBusy ? (
        <BusyTicks />
      ) : (
        // The triangle's visual weight is left of its box.
        <Icon aria-hidden="true" className={clsx("size-8 fill-current", !isPlaying && "translate-x-0.5")} />
      )}
    </button>
  );
}
