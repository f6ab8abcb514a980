import type { StageView } from "#app/domains/stages/contract/stages.ts";
import { ManageSection } from "#app/domains/stages/ui/manage/manage-section.tsx";
import { useQuestion } from "#app/domains/stages/ui/manage/use-question.tsx";
import { Button } from "#app/ui/button.tsx";
import { countOf } from "#app/ui/number.ts";

/** Makes a booking stage of an on-demand one, or the other way, once it is clear what goes with that. */
export function ConvertSection({
  stage,
  upcomingCount,
  onConvert,
}: {
  stage: StageView;
  upcomingCount: number;
  onConvert: () => Promise<void>;
}) {
  const { ask, dialog } = useQuestion();
  const target = stage.instant ? "booking stage" : "on-demand stage";
  const text = stage.instant
    ? "Performers ask for sets and play them with their own keys. The stage's own key no longer puts anybody on air: whoever broadcasts with it now is taken off."
    : "An on-demand stage has no schedule. All future sets are cancelled, open requests are declined, and the set that plays ends at once. Converting back does not bring them back.";
  const convert = () =>
    ask({
      title: `Convert to ${target}?`,
      text: (
        <>
          <p>{text}</p>
          {!stage.instant && upcomingCount > 0 && (
            <p className="mt-3 text-ink">
              This cancels {countOf(upcomingCount, "set", "sets")} of the schedule.
            </p>
          )}
        </>
      ),
      action: `Convert to ${target}`,
      tone: stage.instant ? "solid" : "danger",
      run: onConvert,
    });
  return (
    <ManageSection
      title="Stage type"
      intro={
        stage.instant
          ? "An on-demand stage is live whenever its own encoder is connected."
          : "A booking stage carries the sets of its schedule, each from its performer's own encoder."
      }
    >
      <div className="flex flex-wrap items-center gap-4">
        <p className="display text-28">{stage.instant ? "On-demand stage" : "Booking stage"}</p>
        <Button aria-haspopup="dialog" onClick={convert}>
          Convert to {target}
        </Button>
      </div>
      {dialog}
    </ManageSection>
  );
}
