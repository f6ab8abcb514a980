import { Link } from "react-router";
import Dialog from "#app/ui/dialog.tsx";
import { abbreviate } from "#app/ui/number.ts";
import { LocalTime } from "#app/ui/time.tsx";
import type { PersonView } from "../../people/contract.ts";
import type { AwardRecordView } from "../contract.ts";
import { AwardBadge } from "./award-badge.tsx";
import { awardWords } from "./wording.ts";

const pioneer = "Pioneer";

/** An award with what its owner had done by then. The default export of its own chunk. */
export default function AwardDialog({
  award,
  owner,
  isDj,
  onClose,
}: {
  award: AwardRecordView;
  /** Whose it is, where it is not the viewer's own. */
  owner?: PersonView;
  /** Whether its owner is a DJ: that decides the wording. */
  isDj: boolean;
  onClose: () => void;
}) {
  const { title, name } = awardWords(award, isDj);
  const figures = [
    { name: "Sets Played", count: award.setsPlayed },
    { name: "Total Hours Played", count: award.hours, unit: "h" },
    { name: "Accumulated Peak Listeners", count: award.listens },
    { name: "Total Favorites", count: award.favorites },
    { name: "Total Cheers", count: award.cheers },
    { name: "Total Referrals", count: award.referrals },
  ].flatMap(({ name, count, unit = "" }) =>
    count === null ? [] : [{ name, value: `${abbreviate(count)}${unit}` }],
  );
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="flex items-center gap-4">
        <AwardBadge award={award} className="size-20" />
        <div className="min-w-0">
          {owner && (
            <p className="display text-20">
              <Link to={`/profile/${owner.id}`} className="hover:underline" dir="auto">
                {owner.username}
              </Link>
            </p>
          )}
          <p className="text-16 text-ink">{name}</p>
          {award.room && (
            <p className="text-14 text-ink-2">
              From the <span dir="auto">{award.room.name}</span> stage
            </p>
          )}
          <p className="text-14 text-ink-3">
            Awarded on <LocalTime at={award.date} shape="date" />
          </p>
        </div>
      </div>
      {award.title === pioneer && (
        <p className="mt-4 border-l-2 border-edge pl-3 text-16 text-ink-2">
          For those who played and listened when Cue was young. No number earns this title: it is given, and
          it stays.
        </p>
      )}
      <dl className="mt-4">
        {figures.map((figure) => (
          <div key={figure.name} className="flex justify-between gap-6 border-t border-tick py-2 text-16">
            <dt className="text-ink-3">{figure.name}</dt>
            <dd className="tabular">{figure.value}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
