import type { StageView } from "#app/domains/air/stages/contract/stages.ts";
import { useQuestion } from "#app/domains/air/stages/ui/manage/use-question.tsx";
import { Button } from "#app/ui/button.tsx";
import { countOf } from "#app/ui/number.ts";
import { Section } from "#app/ui/section.tsx";

/** Converts a booking stage into an on-demand one, or vice versa, after showing what is lost. */
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

  const text = stage.instant
    ? "Performers request sets and play them with their own mounts. The key / mount of the stage no longer works: anyone broadcasting with it now is taken off air."
    : "An on-demand stage has no schedule. All future sets are cancelled, open requests are declined, and the current set ends now. Converting back does not restore them.";
  const action = stage.instant ? "Convert to Booking Stage" : "Convert to On-Demand Stage";
  const convert = () =>
    ask({
      title: stage.instant ? "Convert to a booking stage?" : "Convert to an on-demand stage?",
      text: (
        <>
          <p>{text}</p>
          {!stage.instant && upcomingCount > 0 && (
            <p className="mt-3 text-ink">
              This cancels {countOf(upcomingCount, "scheduled set", "scheduled sets")}.
            </p>
          )}
        </>
      ),
      action,
      tone: stage.instant ? "solid" : "danger",
      run: onConvert,
    });
  return (
    <Section
      title="Stage Type"
      intro={
        stage.instant
          ? "An on-demand stage is live whenever its own encoder is connected."
          : "A booking stage plays the sets of its schedule, each from its performer's own encoder."
      }
    >
      <div className="flex flex-wrap items-center gap-4">
        <p className="display text-28">{stage.instant ? "On-demand stage" : "Booking stage"}</p>
        <Button aria-haspopup="dialog" onClick={convert}>
          {action}
        </Button>
      </div>
      {dialog}
    </Section>
  );
}
