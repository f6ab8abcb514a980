import { Moon, SlidersHorizontal } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { usePlayer, usePlayerRequests } from "../player/player-provider.tsx";
import { IconButton } from "../ui/button.tsx";
import { useNow } from "../ui/clock.ts";
import { lazyDialog } from "../ui/lazy-dialog.tsx";
import { leftText } from "./sleep-text.ts";

const PlayerOptions = lazyDialog(() => import("./player-options.tsx"));

/** Opens the less frequent options. `children`: what does not fit into a narrow bar; it may close them. */
export default function PlayerOptionsButton({ children }: { children: (close: () => void) => ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    // Synchronously: the page behind a dialog is inert until the dialog is gone, and takes no focus.
    flushSync(() => setOpen(false));
    button.current?.focus();
  };
  return (
    <>
      <IconButton ref={button} label="Player Options" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <SlidersHorizontal aria-hidden="true" className="size-5" />
      </IconButton>
      {isOpen && (
        <PlayerOptions onClose={close}>
          <Extras render={children} onClose={close} />
        </PlayerOptions>
      )}
    </>
  );
}

function Extras({ render, onClose }: { render: (close: () => void) => ReactNode; onClose: () => void }) {
  return render(onClose);
}

/** The remaining time of a running sleep timer; a press cancels it. */
export function SleepChip() {
  const sleep = usePlayer((state) => state.sleep);
  return sleep && <RunningChip endsAt={sleep.endsAt} />;
}

function RunningChip({ endsAt }: { endsAt: number }) {
  const player = usePlayerRequests();
  const left = leftText(endsAt - useNow(1_000));
  return (
    <button
      type="button"
      aria-label={`Cancel the sleep timer, ${left.spoken} left`}
      title="Cancel the sleep timer"
      onClick={() => player.sound.sleep(null)}
      className="tabular inline-flex min-h-11 shrink-0 items-center gap-1.5 rounded-control px-1.5 text-14 text-amber transition-colors hover:bg-control sm:px-2"
    >
      <Moon aria-hidden="true" className="size-4 max-[400px]:hidden" />
      {left.short}
    </button>
  );
}
