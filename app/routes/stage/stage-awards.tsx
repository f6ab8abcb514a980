import { lazy, Suspense, useState } from "react";
import { flushSync } from "react-dom";
import type { RoomAwardView } from "#app/domains/value/awards/contract.ts";
import { AwardBadge } from "#app/domains/value/awards/ui/award-badge.tsx";
import { awardTexts } from "#app/domains/value/awards/wording.ts";

const AwardDialog = lazy(() => import("#app/domains/value/awards/ui/award-dialog.tsx"));

/** The awards that the stage has given to performers and listeners; each opens with its details. */
export function StageAwards({ awards }: { awards: RoomAwardView[] }) {
  const [opened, setOpened] = useState<RoomAwardView | null>(null);
  if (awards.length === 0) return null;
  return (
    <section aria-labelledby="stage-awards">
      <h2 id="stage-awards" className="text-16 font-semibold">
        Stage Awards
      </h2>
      <ul className="mt-1 grid gap-x-6 sm:grid-cols-2">
        {awards.map((award) => (
          <li key={award.id} className="border-t border-tick">
            <button
              type="button"
              aria-haspopup="dialog"
              onClick={() => setOpened(award)}
              className="group flex min-h-14 w-full items-center gap-3 py-2 text-left"
            >
              <AwardBadge award={award} className="size-11" />
              <span className="min-w-0">
                <span className="block text-16 group-hover:underline">
                  {awardTexts(award, award.dj).title}
                </span>
                <span className="block truncate text-14 text-ink-3" dir="auto">
                  {award.user.username}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {opened && (
        <Suspense fallback={null}>
          <AwardDialog
            award={opened}
            owner={opened.user}
            isDj={opened.dj}
            onClose={() => flushSync(() => setOpened(null))}
          />
        </Suspense>
      )}
    </section>
  );
}
