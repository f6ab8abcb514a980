import clsx from "clsx";
import { Disc3, Headphones, Heart, type LucideIcon, Megaphone } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { WornBadge } from "#app/domains/people/people/ui/worn-badge.tsx";
import { profilePath } from "#app/paths.ts";
import { abbreviate, wordFor } from "#app/ui/number.ts";
import { Picture } from "#app/ui/picture.tsx";
import type { PerformerRankView } from "../contract.ts";

const deeds = [
  { key: "listens", head: "Listens", icon: Headphones, one: "listen", other: "listens" },
  { key: "setsPlayed", head: "Sets", icon: Disc3, one: "set played", other: "sets played" },
  { key: "favorites", head: "Favorites", icon: Heart, one: "favorite", other: "favorites" },
  { key: "cheers", head: "Cheers", icon: Megaphone, one: "cheer", other: "cheers" },
] as const;

const columns = "@lg:grid @lg:w-60 @lg:grid-cols-4 @lg:text-right";

/**
 * Performers with their totals, numbered where the order is a ranking; `children` where there are none. The totals are
 * columns with heads, or, where there is no space for these, numbers with icons.
 */
export function RankedPerformers({
  performers,
  isRanked = false,
  children,
}: {
  performers: PerformerRankView[];
  isRanked?: boolean;
  children: ReactNode;
}) {
  if (performers.length === 0) return children;
  return (
    <div className="@container">
      {/* Each number has its name already. */}
      <p aria-hidden="true" className="hidden justify-end pb-1 text-12 text-ink-3 @lg:flex">
        <span className={clsx("shrink-0", columns)}>
          {deeds.map(({ key, head }) => (
            <span key={key}>{head}</span>
          ))}
        </span>
      </p>
      <ol className="border-b border-tick">
        {performers.map((performer, index) => (
          <li key={performer.id} className="flex items-center gap-3 border-t border-tick py-3">
            {isRanked && (
              <span aria-hidden="true" className="display tabular w-7 shrink-0 text-20 text-ink-3">
                {index + 1}
              </span>
            )}
            <Link to={profilePath(performer.id)} tabIndex={-1} aria-hidden="true" className="shrink-0">
              <Picture src={performer.profile} name={performer.username} className="size-12" />
            </Link>
            <div className="min-w-0 grow @lg:flex @lg:items-center @lg:gap-4">
              <Link
                to={profilePath(performer.id)}
                className="flex min-w-0 grow items-center gap-1.5 text-16 font-semibold hover:underline"
              >
                <span className="truncate" dir="auto">
                  {performer.username}
                </span>
                <WornBadge badge={performer.wornBadge} />
              </Link>
              <dl
                className={clsx("mt-1 flex shrink-0 flex-wrap gap-x-4 gap-y-1 @lg:mt-0 @lg:gap-0", columns)}
              >
                {deeds.map(({ key, ...deed }) => (
                  <Deed key={key} {...deed} count={performer[key]} />
                ))}
              </dl>
            </div>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** Hidden numbers are not shown. */
function Deed({
  icon: Icon,
  count,
  one,
  other,
}: {
  icon: LucideIcon;
  count: number | null;
  one: string;
  other: string;
}) {
  if (count === null) return null;
  const name = wordFor(count, one, other);
  return (
    <div
      title={name}
      className="flex items-center gap-1 whitespace-nowrap text-14 text-ink-2 @lg:justify-end"
    >
      <dt>
        <Icon aria-hidden="true" className="size-4 text-ink-3 @lg:hidden" />
        <span className="sr-only">{name}</span>
      </dt>
      <dd className="tabular">{abbreviate(count)}</dd>
    </div>
  );
}
