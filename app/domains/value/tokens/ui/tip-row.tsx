import { Coins } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { TipRow } from "#app/domains/air/stages/live/tip-rows.ts";
import { profilePath } from "#app/paths.ts";
import { tokensOf } from "./amount.ts";

/** A tip in a chat, or many of one second. `time`: at the end of the row. */
export function TipRowLine({ row, time }: { row: TipRow; time: ReactNode }) {
  const [tip] = row.tips;
  return (
    <div data-tip={row.id} className="mt-2 flex items-center gap-3 py-0.5">
      <span className="grid size-8 shrink-0 place-items-center">
        <Coins aria-hidden="true" className="size-5 text-ink-2" />
      </span>
      <p className="min-w-0 grow text-14 wrap-anywhere text-ink-2">
        {row.tips.length > 1 || tip === undefined ? (
          <b className="text-ink">
            {row.tips.length} tips, {tokensOf(row.amount)}
          </b>
        ) : (
          <>
            <Name id={tip.fromId} name={tip.fromUsername} /> tipped{" "}
            <Name id={tip.toId} name={tip.toUsername} />{" "}
            <b className="tabular text-ink">{tokensOf(tip.amount)}</b>
          </>
        )}
      </p>
      <span className="tabular shrink-0 text-12 text-ink-3">{time}</span>
    </div>
  );
}

function Name({ id, name }: { id: string; name: string }) {
  if (id === "") return <bdi>{name}</bdi>;
  return (
    <Link to={profilePath(id)} className="font-semibold hover:text-ink hover:underline">
      <bdi>{name}</bdi>
    </Link>
  );
}
