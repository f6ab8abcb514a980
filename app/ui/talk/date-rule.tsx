import { TickRule } from "../ticks.tsx";
import { LocalTime } from "../time.tsx";

/** The divider between the messages of two days. */
export function DateRule({ at }: { at: number }) {
  return (
    <div className="label mt-5 mb-1 flex items-center gap-3 text-ink-3">
      <TickRule className="h-1.5 opacity-60" />
      <LocalTime at={at} shape="day" className="shrink-0" />
      <TickRule className="h-1.5 opacity-60" />
    </div>
  );
}
