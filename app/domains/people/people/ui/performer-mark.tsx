import { AudioLines } from "lucide-react";

/** Stands beside the name of someone who performs. It is drawn, because a name can contain every letter but no picture. */
export function PerformerMark() {
  return <AudioLines aria-label="Performer" className="size-4 shrink-0 self-center text-ink-2" />;
}
