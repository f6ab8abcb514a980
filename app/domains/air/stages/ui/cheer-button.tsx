import { Megaphone } from "lucide-react";
import { Button, IconButton } from "#app/ui/button.tsx";
import { useNow } from "#app/ui/clock.ts";
import { countdownParts } from "#app/ui/time-format.ts";
import { type CheerTarget, useCheer } from "./use-cheer.ts";

/** Applause; during the cooldown it counts down. */
export function CheerButton({
  target,
  earNow,
  isLive,
  isCompact = false,
}: {
  target: CheerTarget;
  /** Server time in the sound at the listener's ear (epoch ms), or null while it is not heard. */
  earNow: () => number | null;
  isLive: boolean;
  isCompact?: boolean;
}) {
  const { until, cheer } = useCheer(target);
  const leftMs = until - useNow();
  const isResting = leftMs > 0;
  const icon = <Megaphone aria-hidden="true" className="size-5" />;
  const press = () => void cheer(earNow());
  if (isCompact) {
    const label = isResting ? `Cheer again in ${countdownParts(leftMs)}` : "Cheer";
    return (
      <IconButton label={label} disabled={!isLive || isResting} onClick={press}>
        {icon}
      </IconButton>
    );
  }
  return (
    <Button icon={icon} disabled={!isLive || isResting} onClick={press} className="tabular">
      {isResting ? (
        <span>
          <span className="max-sm:sr-only">Cheer again in </span>
          {countdownParts(leftMs)}
        </span>
      ) : (
        "Cheer"
      )}
    </Button>
  );
}
