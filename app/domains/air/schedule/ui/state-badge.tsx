import { Badge } from "#app/ui/lamp.tsx";
import type { SetState } from "../contract/set-state.ts";
import { stateTexts } from "../state-texts.ts";

/** The state of a set or of a stage in its one word. */
export function StateBadge({ state: { name }, className }: { state: SetState; className?: string }) {
  const { label, tone } = stateTexts[name];
  return (
    <Badge tone={tone} className={className}>
      {label}
    </Badge>
  );
}
