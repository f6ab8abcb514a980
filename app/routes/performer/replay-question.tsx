import { useState } from "react";
import { callApi, showFailure } from "#app/api-client.ts";
import type { ReplayRights } from "#app/domains/air/replays/contract.ts";
import { VisibilityChoice } from "#app/domains/air/replays/ui/visibility-choice.tsx";
import { savePerformerProfileCall } from "#app/domains/people/people/calls/my-profile.ts";
import { Button } from "#app/ui/button.tsx";
import { Section } from "#app/ui/section.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { useWork } from "#app/ui/use-work.ts";

/** Asks a new performer once who may hear their recordings; nothing is chosen for them. */
export function ReplayQuestion({ onAnswered }: { onAnswered: () => void }) {
  const [visibility, setVisibility] = useState<ReplayRights["visibility"] | null>(null);
  const { isBusy, run } = useWork(showFailure);
  const save = () =>
    run(async () => {
      if (visibility === null) return;
      await callApi(savePerformerProfileCall, { replayVisibility: visibility });
      showToast("confirm", "Performer profile updated");
      onAnswered();
    });
  return (
    <div className="mt-8 border-l-4 border-l-amber bg-raised px-4 py-4 sm:px-6">
      <Section
        title="Who can hear your recordings?"
        intro="Your performances are recorded so that they can be played again. Until you choose, only you can hear them. You can change this later, for all recordings or for one."
      >
        <VisibilityChoice
          name="replay-question"
          legend="New recordings"
          value={visibility}
          onChoose={setVisibility}
        />
        <Button
          tone="solid"
          isBusy={isBusy}
          disabled={visibility === null}
          onClick={() => void save()}
          className="mt-3 max-sm:w-full"
        >
          Save
        </Button>
      </Section>
    </div>
  );
}
