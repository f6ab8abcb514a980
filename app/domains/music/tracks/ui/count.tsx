import type { Heart } from "lucide-react";
import { abbreviate, wordFor } from "#app/ui/number.ts";

/** A number below its icon, with an accessible name. */
export function Count({
  icon: Icon,
  count,
  one,
  other,
}: {
  icon: typeof Heart;
  count: number;
  one: string;
  other: string;
}) {
  const name = wordFor(count, one, other);
  return (
    <span className="tabular flex items-center gap-1" title={name}>
      <Icon aria-hidden="true" className="size-4" />
      {abbreviate(count)}
      <span className="sr-only"> {name}</span>
    </span>
  );
}
