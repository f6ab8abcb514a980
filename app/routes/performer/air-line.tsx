import type { ReactNode } from "react";
import { Lamp, type LampTone } from "#app/ui/lamp.tsx";

/** The line while the server has not answered yet: an encoder may be connected, and on standby or silent. */
export const unanswered = "Checking your encoder";

/** `end` changes all the time: it can be read, but is not announced. */
export function AirLine({ tone, end, children }: { tone: LampTone; end?: string; children: ReactNode }) {
  return (
    <p className="flex items-baseline gap-2">
      <Lamp tone={tone} className="-translate-y-px" />
      <span>
        <output>{children}</output>
        {end && <span className="tabular text-ink-3"> · {end}</span>}
      </span>
    </p>
  );
}
