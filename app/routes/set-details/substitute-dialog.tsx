import { useState } from "react";
import type { OwnSetView } from "#app/domains/air/sets/contract/changes.ts";
import { PerformerFacts, PerformerSearch } from "#app/domains/air/sets/ui/booking/performer-choice.tsx";
import { Refusal } from "#app/domains/air/sets/ui/refusal.tsx";
import type { PersonCard } from "#app/domains/people/people/contract/relations.ts";
import { Button } from "#app/ui/button.tsx";
import Dialog from "#app/ui/dialog.tsx";
import { TimeRange } from "#app/ui/time.tsx";
import { useWork } from "#app/ui/use-work.ts";

/** Finds another performer for a set and offers it to them. The default export of its own chunk. */
export default function SubstituteDialog({
  set,
  onOffer,
  onClose,
}: {
  set: OwnSetView;
  /** Throws what is refused. */
  onOffer: (performer: PersonCard) => Promise<void>;
  onClose: () => void;
}) {
  const [chosen, setChosen] = useState<PersonCard | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const { isBusy, run } = useWork((error) =>
    setRefusal(error instanceof Error ? error.message : "Unknown error"),
  );
  const choose = (performer: PersonCard | null) => {
    setRefusal(null);
    setChosen(performer);
  };
  const offer = (performer: PersonCard) =>
    run(async () => {
      setRefusal(null);
      await onOffer(performer);
      onClose();
    });
  return (
    <Dialog title="Find a Substitute" onClose={onClose}>
      <p className="mb-4 text-16 text-ink-2">
        <bdi>“{set.name}”</bdi>, <TimeRange start={set.startTime} end={set.endTime} />. Until they accept,{" "}
        <bdi>{set.user.username}</bdi> plays it.
      </p>
      {chosen === null ? (
        <PerformerSearch hiddenIds={new Set([set.user.id])} onChoose={choose} />
      ) : (
        <>
          <div className="flex items-center gap-4 border-y border-tick py-3">
            <PerformerFacts performer={chosen} />
            <Button tone="bare" onClick={() => choose(null)}>
              Change
            </Button>
          </div>
          <Refusal text={refusal} />
          <div className="mt-6 flex flex-wrap justify-end gap-3">
            <Button tone="bare" onClick={onClose}>
              Cancel
            </Button>
            <Button tone="solid" isBusy={isBusy} onClick={() => void offer(chosen)}>
              Send Request
            </Button>
          </div>
        </>
      )}
    </Dialog>
  );
}
