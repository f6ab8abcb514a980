/** A page's notes about its replay, beside the player. */
import { LocalTime } from "#app/ui/time.tsx";
import type { ReplayDetailsView } from "../contract.ts";
import { beyondEndText } from "../moment.ts";

/** Shows until when it can be heard, where that is limited. */
export function AvailableUntil({ replay: { availableUntil } }: { replay: ReplayDetailsView }) {
  if (availableUntil === null) return null;
  return (
    <p className="mt-3 text-14 text-amber">
      Available until: <LocalTime at={availableUntil} shape="day-clock" />
    </p>
  );
}

/** Shows a note for an address that leads beyond its end. */
export function BeyondEnd({ replay: { duration } }: { replay: ReplayDetailsView }) {
  return <p className="mt-4 text-14 text-amber">{beyondEndText(duration)}</p>;
}
