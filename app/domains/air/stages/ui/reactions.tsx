import clsx from "clsx";
import { Coins, Heart, Megaphone } from "lucide-react";
import { memo } from "react";
import { numbersFrom } from "#app/ui/drawn.ts";
import { useMediaQuery } from "#app/ui/media-query.ts";
import type { Reaction } from "../live/reactions.ts";

const icons = { favorite: Heart, cheer: Megaphone, tip: Coins } as const;

/** A token's size, by the tokens of its tip. */
const sizeOf = (amount: number) =>
  amount < 25 ? "size-9 text-12" : amount < 100 ? "size-12 text-14" : "size-16 text-20";

/**
 * Hearts, cheers and tokens rise for 8 s as they are heard, over the area of `className`. With reduced motion they are shown as
 * numbers in a corner. Neither is read out: the page's own counts say the same.
 */
export function Reactions({
  reactions,
  className = "absolute inset-0",
}: {
  reactions: readonly Reaction[];
  className?: string;
}) {
  const isStill = useMediaQuery("(prefers-reduced-motion: reduce)");
  return (
    <div aria-hidden="true" className={clsx("pointer-events-none z-10 overflow-hidden", className)}>
      {isStill ? (
        <Tally reactions={reactions} />
      ) : (
        reactions.map(({ id, kind, amount }) => <Floating key={id} id={id} kind={kind} amount={amount} />)
      )}
    </div>
  );
}

/** Memoized: the page around it changes with every cheer. */
const Floating = memo(function Floating({ id, kind, amount }: Pick<Reaction, "id" | "kind" | "amount">) {
  const Icon = icons[kind];
  const left = 4 + numbersFrom(String(id))() * 86;
  if (amount !== undefined) {
    return (
      <b
        style={{ left: `${left}%` }}
        className={clsx(
          "tabular absolute bottom-2 grid animate-float place-items-center rounded-full border-2 border-dashed border-ground bg-ink text-ground outline-2 outline-ink",
          sizeOf(amount),
        )}
        data-reaction={kind}
      >
        {amount}
      </b>
    );
  }
  return (
    <Icon
      style={{ left: `${left}%` }}
      className="absolute bottom-2 size-7 animate-float fill-ink text-ink"
      data-reaction={kind}
    />
  );
});

/** Shows the numbers of hearts, cheers and tips of the last 8 s. */
function Tally({ reactions }: { reactions: readonly Reaction[] }) {
  const counts = (["favorite", "cheer", "tip"] as const).map((kind) => ({
    kind,
    count: reactions.filter((reaction) => reaction.kind === kind).length,
  }));
  return (
    <p className="tabular absolute right-2 bottom-2 flex gap-3 rounded-control bg-ground px-2 text-14 empty:hidden">
      {counts.map(({ kind, count }) => {
        const Icon = icons[kind];
        if (count === 0) return null;
        return (
          <span key={kind} className="flex min-h-7 items-center gap-1.5" data-reaction={kind}>
            <Icon className="size-4 fill-ink" />
            {count}
          </span>
        );
      })}
    </p>
  );
}
