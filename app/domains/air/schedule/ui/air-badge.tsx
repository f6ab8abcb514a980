import { Badge } from "#app/ui/lamp.tsx";
import type { SetState } from "../contract/set-state.ts";
import { isUnheard } from "../set-state.ts";
import { StateBadge } from "./state-badge.tsx";

/** LIVE on air; the state instead where listeners wait for sound. Empty for all others. */
export function AirBadge({
  isOnAir,
  state,
  className,
}: {
  isOnAir: boolean;
  state: SetState | null | undefined;
  className?: string;
}) {
  if (isUnheard(state)) return <StateBadge state={state} className={className} />;
  return isOnAir ? <Badge tone="green">LIVE</Badge> : null;
}
