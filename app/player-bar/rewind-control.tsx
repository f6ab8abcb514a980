import { History } from "lucide-react";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { usePlayer, usePlayerRequests, usePlayingRoom } from "../player/player-provider.tsx";
import { Button, IconButton } from "../ui/button.tsx";
import { lazyDialog } from "../ui/lazy-dialog.tsx";
import { ReplaySteps } from "./replay-steps.tsx";

const RewindDialog = lazyDialog(() => import("./rewind-dialog.tsx"));

/**
 * Leads back in what is on air, and from there to live again: REWIND while a room is heard whose broadcast is recorded
 * for everyone, LIVE while its past is. Nothing otherwise.
 */
export default function RewindControl() {
  const player = usePlayerRequests();
  const isBehind = useIsBehind();
  return (
    <>
      <span className={isBehind ? "hidden sm:flex" : "flex"}>
        <RewindButton />
      </span>
      {isBehind && (
        <button
          type="button"
          aria-label="Back to Live"
          onPointerDown={() => player.wake()}
          onClick={() => player.replay.goLive()}
          className="label inline-flex min-h-11 shrink-0 items-center rounded-control border border-green px-3 text-green transition-colors hover:bg-green-soft"
        >
          LIVE
        </button>
      )}
    </>
  );
}

/** The part of it that does not fit into a narrow bar, for the options: `onRewound` closes them. */
export function RewindOptions({ onRewound }: { onRewound: () => void }) {
  const isBehind = useIsBehind();
  return (
    <div className="flex items-center gap-2">
      <span className="sm:hidden">
        <RewindButton hasLabel onRewound={onRewound} />
      </span>
      {isBehind && (
        <span className="flex md:hidden">
          <ReplaySteps />
        </span>
      )}
    </div>
  );
}

const useIsBehind = () => usePlayer(({ source }) => source?.kind === "replay" && source.live !== null);

function RewindButton({
  hasLabel = false,
  onRewound,
}: {
  /** Shows its name beside the icon. */
  hasLabel?: boolean;
  onRewound?: () => void;
}) {
  const canRewind = usePlayingRoom()?.state.canRewind;
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  if (!canRewind) return null;
  const close = () => {
    // Synchronously: the page behind a dialog is inert until the dialog is gone, and takes no focus.
    flushSync(() => setOpen(false));
    button.current?.focus();
  };
  const icon = <History aria-hidden="true" className="size-5" />;
  const open = { "aria-haspopup": "dialog", onClick: () => setOpen(true) } as const;
  return (
    <>
      {hasLabel ? (
        <Button ref={button} icon={icon} {...open}>
          Rewind
        </Button>
      ) : (
        <IconButton ref={button} label="Rewind" {...open}>
          {icon}
        </IconButton>
      )}
      {isOpen && (
        <RewindDialog
          onClose={close}
          onRewound={() => {
            close();
            onRewound?.();
          }}
        />
      )}
    </>
  );
}
