import { useState } from "react";
import { TextLink } from "#app/content/text-link.tsx";
import type { SetView } from "#app/domains/air/schedule/contract/sets.ts";
import { Choice } from "#app/domains/air/sets/ui/booking/choice.tsx";
import { ClientForm } from "#app/domains/air/sets/ui/booking/client-form.tsx";
import { OwnOutcome } from "#app/domains/air/sets/ui/booking/outcome.tsx";
import { StageFacts, StageSearch } from "#app/domains/air/sets/ui/booking/stage-choice.tsx";
import { useStanding } from "#app/domains/air/sets/ui/booking/use-standing.ts";
import type { StageView } from "#app/domains/air/stages/contract/stages.ts";
import { ManagePage } from "#app/domains/air/stages/ui/manage/manage-page.tsx";
import { useGoBack } from "#app/ui/go-back.ts";
import { useViewer } from "../shell/viewer.ts";

interface LoadedBooking {
  upload: { isLinked: boolean; isDefault: boolean };
  /** The stage in a link. */
  asked: { stage: StageView; schedule: SetView[] } | null;
  /** The link's stage cannot be booked. */
  isGone: boolean;
}

/** A performer requests a set on a stage. */
export function BookStagePage({ loaded }: { loaded: LoadedBooking }) {
  const viewer = useViewer();
  const goBack = useGoBack("/djs");
  const [stage, setStage] = useState(loaded.asked?.stage ?? null);
  const standing = useStanding(stage?.id, viewer?.id);
  if (viewer === null) return null;
  const mayNot = stage?.membersOnly === true && standing?.isOutside === true;
  const isAtOnce = stage !== null && (stage.autoApprove || standing?.isManager === true);
  return (
    <ManagePage title="Book Stage Performance" up="/djs">
      {loaded.isGone && stage === null && (
        <p className="mt-4 text-16 text-amber">That stage no longer takes bookings. Choose another one.</p>
      )}
      <Choice
        title="Stage"
        chosen={stage}
        onChange={setStage}
        search={(choose) => (
          <>
            <StageSearch onChoose={choose} />
            <p className="mt-3 text-14 text-ink-2">
              No stage in mind? <TextLink to="/">Browse the stages</TextLink>: each lineup shows when it is
              free.
            </p>
          </>
        )}
      >
        {(chosen) => <StageFacts stage={chosen} />}
      </Choice>
      {stage && <OwnOutcome stage={stage} standing={standing} />}

      <ClientForm
        stage={stage}
        isOwnRequest
        isManager={standing?.isManager === true}
        performer={{ id: viewer.id, _id: viewer.id, username: viewer.username, profile: viewer.photo }}
        missing={stage === null ? "Choose a stage" : mayNot ? "Only members can book this stage" : null}
        action={isAtOnce ? "Book Set" : "Send Request"}
        schedule={stage?.id === loaded.asked?.stage.id ? loaded.asked?.schedule : undefined}
        upload={loaded.upload}
        onSent={goBack}
      />
    </ManagePage>
  );
}
