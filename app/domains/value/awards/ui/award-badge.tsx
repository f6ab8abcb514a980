import clsx from "clsx";
import { Picture } from "#app/ui/picture.tsx";
import type { AwardView } from "../contract.ts";

/** The badge of an award, or its initials among ticks where it has none. The title is shown beside it. */
export function AwardBadge({ award, className }: { award: AwardView; className?: string }) {
  return <Picture src={award.badge} name={award.title} className={clsx("rounded-full", className)} />;
}
