import { useState } from "react";
import type { SetView } from "#app/domains/air/schedule/contract/sets.ts";
import { Choice } from "#app/domains/air/sets/ui/booking/choice.tsx";
import { ClientForm } from "#app/domains/air/sets/ui/booking/client-form.tsx";
import { InvitedOutcome } from "#app/domains/air/sets/ui/booking/outcome.tsx";
import { PerformerFacts, PerformerSearch } from "#app/domains/air/sets/ui/booking/performer-choice.tsx";
import type { StageView } from "#app/domains/air/stages/contract/stages.ts";
import { ManagePage } from "#app/domains/air/stages/ui/manage/manage-page.tsx";
import type { PersonCard } from "#app/domains/people/people/contract/relations.ts";
import { editStagePath, managedStagePath } from "#app/paths.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { useGoBack } from "#app/ui/go-back.ts";

/** A manager asks a performer to play on a stage. */
export function RequestPerformerPage({
  loaded,
}: {
  loaded: {
    stage: StageView;
    schedule: SetView[];
  };
}) {
  const { stage } = loaded;
  const up = managedStagePath(stage.id);
  const goBack = useGoBack(up);
  const [performer, setPerformer] = useState<PersonCard | null>(null);
  return (
    <ManagePage title="Request Performer" about={<bdi>{stage.name}</bdi>} up={up}>
      {stage.instant ? (
        <EmptyState title="An on-demand stage has no schedule to book.">
          <p className="mb-4">
            It is live whenever its encoder is connected. Convert it to a booking stage to take requests.
          </p>
          <ButtonLink to={editStagePath(stage.id)}>Edit Stage Settings</ButtonLink>
        </EmptyState>
      ) : (
        <>
          <Choice
            title="Performer"
            chosen={performer}
            onChange={setPerformer}
            search={(choose) => <PerformerSearch onChoose={choose} />}
          >
            {(chosen) => <PerformerFacts performer={chosen} />}
          </Choice>
          {performer && <InvitedOutcome performer={performer} />}

          <ClientForm
            stage={stage}
            isOwnRequest={false}
            isManager
            performer={performer}
            missing={performer === null ? "Choose a performer" : null}
            action="Send Request"
            schedule={loaded.schedule}
            upload={null}
            onSent={goBack}
          />
        </>
      )}
    </ManagePage>
  );
}
