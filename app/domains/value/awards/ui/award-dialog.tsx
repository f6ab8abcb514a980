import { Link } from "react-router";
import type { PersonView } from "#app/domains/people/people/contract/people.ts";
import { profilePath } from "#app/paths.ts";
import Dialog from "#app/ui/dialog.tsx";
import { LocalTime } from "#app/ui/time.tsx";
import type { AwardRecordView } from "../contract.ts";
import { awardTexts } from "../wording.ts";
import { AwardBadge } from "./award-badge.tsx";
import { AwardFigures } from "./award-figures.tsx";

/** An award with its owner's statistics at that time. The default export of its own chunk. */
export default function AwardDialog({
  award,
  owner,
  isDj,
  onClose,
}: {
  award: AwardRecordView;
  /** The owner, where it is not the viewer. */
  owner?: PersonView;
  /** Whether its owner is a DJ, which decides the wording. */
  isDj: boolean;
  onClose: () => void;
}) {
  const { title, name } = awardTexts(award, isDj);
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="flex items-center gap-4">
        <AwardBadge award={award} className="size-20" />
        <div className="min-w-0">
          {owner && (
            <p className="display text-20">
              <Link to={profilePath(owner.id)} className="hover:underline" dir="auto">
                {owner.username}
              </Link>
            </p>
          )}
          <p className="text-16 text-ink">{name}</p>
          {award.room && (
            <p className="text-14 text-ink-2">
              From <bdi>{award.room.name}</bdi>
            </p>
          )}
          <p className="text-14 text-ink-3">
            Awarded on <LocalTime at={award.date} shape="date" />
          </p>
        </div>
      </div>
      <AwardFigures award={award} />
    </Dialog>
  );
}
