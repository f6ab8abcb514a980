import { AudioLines, FileClock, type LucideIcon, Radio, ShieldCheck, UserCheck, Users } from "lucide-react";
import type { TracklistLine } from "../contract/tracklists.ts";
import { certaintyText } from "./texts.ts";

const icons: Record<TracklistLine["source"], LucideIcon> = {
  encoder: Radio,
  ear: AudioLines,
  history: FileClock,
  performer: UserCheck,
  listener: Users,
  manager: ShieldCheck,
};
const sureness = { possible: 1, named: 2, fileable: 3 } as const;

/** A quiet mark of who has named a line, and of how sure that is: one to three ticks. Its words are for everyone. */
export function LineMark({
  line,
}: {
  line: Pick<TracklistLine, "source" | "confidence"> & { isConfirmed?: boolean };
}) {
  const Icon = icons[line.source];
  const words = certaintyText(line);
  return (
    <span title={words} className="inline-flex items-center gap-1 text-ink-3">
      <Icon aria-hidden="true" className="size-3.5" />
      <span aria-hidden="true" className="inline-flex items-end gap-[2px]">
        {[1, 2, 3].map((tick) => (
          <i
            key={tick}
            className={tick <= sureness[line.confidence] ? "h-2.5 w-[2px] bg-current" : "h-1 w-[2px] bg-tick"}
          />
        ))}
      </span>
      <span className="sr-only">{words}</span>
    </span>
  );
}
