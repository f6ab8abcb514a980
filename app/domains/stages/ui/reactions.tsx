import { Heart, Megaphone } from "lucide-react";
import { numbersFrom } from "#app/ui/drawn.ts";
import type { Reaction } from "../live/connection.ts";

/** Hearts and cheers rise for 8 s as they are heard. With reduced motion none are drawn: the counts say it all. */
export function Reactions({ reactions }: { reactions: readonly Reaction[] }) {
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute inset-0 z-10 overflow-hidden motion-reduce:hidden"
    >
      {reactions.map(({ id, kind }) => {
        const Icon = kind === "favorite" ? Heart : Megaphone;
        const left = 4 + numbersFrom(String(id))() * 86;
        return (
          <Icon
            key={id}
            style={{ left: `${left}%` }}
            className="absolute bottom-2 size-7 animate-float fill-ink text-ink"
          />
        );
      })}
    </div>
  );
}
