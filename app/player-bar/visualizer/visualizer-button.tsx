import { AudioWaveform } from "lucide-react";
import { useState } from "react";
import { flushSync } from "react-dom";
import { lazyDialog } from "#app/ui/lazy-dialog.tsx";
import { LevelMeter } from "../../player/level-meter.tsx";
import { usePlayer } from "../../player/player-provider.tsx";

const VisualizerPanel = lazyDialog(() => import("./visualizer-panel.tsx"));

/** The level meter, which opens the visualizer while there is something to hear. */
export default function VisualizerButton() {
  const hasSource = usePlayer(({ source }) => source !== null);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {hasSource ? (
        <button
          type="button"
          aria-label="Visualizer"
          title="Visualizer"
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
          className="flex min-h-11 shrink-0 items-center gap-2 rounded-control px-2 text-ink-2 transition-colors hover:bg-control hover:text-ink"
        >
          <LevelMeter className="h-6 shrink-0" />
          <AudioWaveform aria-hidden="true" className="size-5 max-sm:hidden" />
        </button>
      ) : (
        <LevelMeter className="h-6 shrink-0" />
      )}
      {/* Closed immediately, so that the focus can return to the button. */}
      {isOpen && <VisualizerPanel onClose={() => flushSync(() => setOpen(false))} />}
    </>
  );
}
