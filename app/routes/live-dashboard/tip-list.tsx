import { Coins } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import type { LiveTip } from "#app/domains/air/stages/live/set-updates.ts";
import { tokensOf } from "#app/domains/value/tokens/ui/amount.ts";
import { profilePath } from "#app/paths.ts";
import { Button } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { LocalTime } from "#app/ui/time.tsx";

const firstShown = 10;

/** Lists the tips with their senders, newest first. */
export function TipList({ tips, isOver }: { tips: readonly LiveTip[]; isOver: boolean }) {
  const [isWhole, setWhole] = useState(false);
  if (tips.length === 0) {
    return (
      <EmptyState title={isOver ? "No tips were given" : "No tips yet"}>
        {isOver ? undefined : "Tips appear here as they arrive."}
      </EmptyState>
    );
  }
  return (
    <>
      <ol aria-label="Tips" className="divide-y divide-tick">
        {tips.slice(0, isWhole ? tips.length : firstShown).map((tip) => (
          <li key={tip.id} className="flex min-h-11 items-center gap-3 py-2">
            <Coins aria-hidden="true" className="size-5 shrink-0 text-ink-3" />
            <span className="min-w-0 grow wrap-anywhere text-16">
              {tip.fromId === "" ? (
                <bdi>{tip.fromUsername}</bdi>
              ) : (
                <Link to={profilePath(tip.fromId)} className="font-semibold hover:underline">
                  <bdi>{tip.fromUsername}</bdi>
                </Link>
              )}
            </span>
            <b className="tabular shrink-0 text-16">{tokensOf(tip.amount)}</b>
            <span className="tabular shrink-0 text-14 text-ink-3">
              <LocalTime at={tip.timestamp} shape="clock" />
            </span>
          </li>
        ))}
      </ol>
      {!isWhole && tips.length > firstShown && (
        <Button className="mt-3" onClick={() => setWhole(true)}>
          Show All Tips
        </Button>
      )}
    </>
  );
}
