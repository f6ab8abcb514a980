import { lazy, type ReactNode, Suspense, useState } from "react";
import { callApi } from "#app/api-client.ts";
import { archiveStageCall, restoreStageCall } from "#app/domains/air/stages/calls/manage.ts";
import type { StageNoticeView } from "#app/domains/air/stages/contract/manage.ts";
import type { StageView } from "#app/domains/air/stages/contract/stages.ts";
import { useQuestion } from "#app/domains/air/stages/ui/manage/use-question.tsx";
import { Button } from "#app/ui/button.tsx";
import { countOf } from "#app/ui/number.ts";
import { Section } from "#app/ui/section.tsx";
import { showToast } from "#app/ui/toast.tsx";

const DeleteDialog = lazy(() => import("./delete-dialog.tsx"));

/** Archives, restores and deletes a stage. The default export of its own chunk. */
export default function DangerSection({
  stage,
  upcomingCount,
  onChange,
}: {
  stage: StageView;
  upcomingCount: number;
  /** The stage as it is now. */
  onChange: (stage: StageView) => Promise<void>;
}) {
  const { ask, dialog } = useQuestion();
  const [isDeleting, setDeleting] = useState(false);
  const isArchived = stage.archivedAt !== null;

  const settle = async (change: Promise<StageNoticeView>) => {
    const after = await change;
    showToast(after.type, after.message);
    await onChange(after);
  };
  const archive = () =>
    ask({
      title: "Archive this stage?",
      text: (
        <>
          <p>
            {stage.instant
              ? "It disappears from lists and search and cannot go on air."
              : "It disappears from lists and search and cannot be booked."}{" "}
            Any broadcast ends now. Its page and history stay, and you can restore it at any time.
          </p>
          <LostBookings stage={stage} count={upcomingCount} />
        </>
      ),
      action: "Archive Stage",
      run: () => settle(callApi(archiveStageCall, { room: stage.id })),
    });
  const restore = () =>
    ask({
      title: "Restore this stage?",
      text: (
        <p>
          {stage.instant
            ? "It appears in lists again, and is live when its encoder connects."
            : "It appears in lists again and can be booked. Cancelled sets are not restored."}
        </p>
      ),
      action: "Restore Stage",
      tone: "solid",
      run: () => settle(callApi(restoreStageCall, { room: stage.id })),
    });

  return (
    <Section title="Danger Zone">
      <div className="border border-red px-4">
        <Choice
          title={isArchived ? "Restore this stage" : "Archive this stage"}
          text={
            isArchived
              ? stage.instant
                ? "It is archived: it is not listed and cannot go on air."
                : "It is archived: it is not listed and takes no bookings."
              : stage.instant
                ? "Removes it from lists and search and stops broadcasts. You can restore it."
                : "Removes it from lists and search and stops bookings. You can restore it."
          }
        >
          <Button aria-haspopup="dialog" onClick={isArchived ? restore : archive}>
            {isArchived ? "Restore Stage…" : "Archive Stage…"}
          </Button>
        </Choice>
        <Choice title="Delete this stage" text="Deletes it permanently, for all its managers.">
          <Button tone="danger" aria-haspopup="dialog" onClick={() => setDeleting(true)}>
            Delete Stage…
          </Button>
        </Choice>
      </div>
      {dialog}
      {isDeleting && (
        <Suspense fallback={null}>
          <DeleteDialog stage={stage} onClose={() => setDeleting(false)}>
            <LostBookings stage={stage} count={upcomingCount} />
          </DeleteDialog>
        </Suspense>
      )}
    </Section>
  );
}

function Choice({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3 border-tick py-4 not-first:border-t">
      <div className="min-w-0 grow basis-64">
        <p className="text-16 font-semibold">{title}</p>
        <p className="text-14 text-ink-3">{text}</p>
      </div>
      {children}
    </div>
  );
}

/** The number of its bookings; nothing where it takes none. */
function LostBookings({ stage, count }: { stage: StageView; count: number }) {
  if (stage.instant || stage.archivedAt !== null) return null;
  return (
    <p className="mt-3 text-ink">
      {count > 0 && <>This cancels {countOf(count, "scheduled set", "scheduled sets")}. </>}
      Open requests are declined. The performers are notified.
    </p>
  );
}
