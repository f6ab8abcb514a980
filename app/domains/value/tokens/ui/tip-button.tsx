import { Coins } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "#app/ui/button.tsx";
import { lazyDialog } from "#app/ui/lazy-dialog.tsx";
import { resumeTips, useTipProgress } from "./tip-sending.ts";
import type { TipTarget } from "./tip-target.ts";

const TipDialog = lazyDialog(() => import("./tip-dialog.tsx"));

const sentShownForMs = 4_000;

/** Opens the dialog; says while a tip is under way, and when it was sent. */
export function TipButton({
  target,
  earNow,
  viewerId,
}: {
  target: TipTarget;
  /** Server time in the sound at the listener's ear (epoch ms), or null while it is not heard. */
  earNow: () => number | null;
  viewerId: string;
}) {
  const [opened, setOpened] = useState<TipTarget | null>(null);
  const progress = useTipProgress(`${target.kind}/${target.id}`);
  const isSending = progress?.status === "sending";
  const isSent = useRecent(progress?.status === "sent" ? progress.id : null);
  useEffect(() => resumeTips(viewerId), [viewerId]);
  if (target.performer.id === viewerId) return null;
  return (
    <>
      <Button
        icon={<Coins aria-hidden="true" className="size-5" />}
        isBusy={isSending}
        onClick={() => setOpened(target)}
      >
        {isSending ? "Sending…" : isSent ? "Tip Sent" : "Tip"}
      </Button>
      <output className="sr-only">{isSent && "Tip sent"}</output>
      {opened && (
        <TipDialog
          // Whom it names stays, also where someone else takes over meanwhile: then nothing is sent.
          target={opened}
          earNow={earNow}
          viewerId={viewerId}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  );
}

/** Whether this id has appeared in the last seconds. */
function useRecent(id: string | null): boolean {
  const [over, setOver] = useState<string | null>(null);
  useEffect(() => {
    if (id === null) return;
    const timer = setTimeout(() => setOver(id), sentShownForMs);
    return () => clearTimeout(timer);
  }, [id]);
  return id !== null && id !== over;
}
