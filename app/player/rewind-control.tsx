import { History } from "lucide-react";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Button, IconButton } from "../ui/button.tsx";
import { lazyDialog } from "../ui/lazy-dialog.tsx";
import type { RoomSource } from "./contract.ts";
import { usePlayer, usePlayerRequests, usePlayingRoom } from "./player-provider.tsx";

const RewindDialog = lazyDialog(() => import("./rewind-dialog.tsx"));

/**
 * Leads back in what is on air, and from there to live again: REWIND while a room is heard whose broadcast is recorded
 * for everyone, LIVE while its past is. Nothing otherwise. `room`: only while this one is heard.
 */
export default function RewindControl({
  room: only,
  hasLabel = false,
}: {
  room?: Pick<RoomSource, "kind" | "id">;
  /** With its name beside the icon. */
  hasLabel?: boolean;
}) {
  const player = usePlayerRequests();
  const source = usePlayer((state) => state.source);
  const canRewind = usePlayingRoom()?.state.canRewind;
  const isBehind = source?.kind === "replay" && source.live !== null;
  const heard = source?.kind === "replay" ? source.live : source;
  if (heard === null || (only && (only.kind !== heard.kind || only.id !== heard.id))) return null;
  return (
    <>
      {canRewind && <RewindButton hasLabel={hasLabel} />}
      {isBehind && (
        <button
          type="button"
          aria-label="Back to Live"
          onPointerDown={() => player.wake()}
          onClick={() => player.goLive()}
          className="label inline-flex min-h-11 shrink-0 items-center rounded-control border border-green px-3 text-green transition-colors hover:bg-green-soft"
        >
          LIVE
        </button>
      )}
    </>
  );
}

function RewindButton({ hasLabel }: { hasLabel: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
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
      {isOpen && <RewindDialog onClose={close} />}
    </>
  );
}
