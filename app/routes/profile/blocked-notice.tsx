import { Ban } from "lucide-react";
import { Button } from "#app/ui/button.tsx";
import { TickRule } from "#app/ui/ticks.tsx";
import { UnblockButton } from "./actions.tsx";

/** Instead of the page of a person the viewer has blocked, until they choose to see it. */
export function BlockedNotice({
  person,
  onView,
}: {
  person: { id: string; username: string };
  onView: () => void;
}) {
  return (
    <main id="main" className="mx-auto flex w-full max-w-2xl grow flex-col justify-center px-5 py-16">
      <Ban aria-hidden="true" className="mb-6 size-14 text-ink-3" />
      <h1 className="display text-28 sm:text-44" dir="auto">
        {person.username} is blocked.
      </h1>
      <TickRule className="my-5" />
      <p className="text-16 text-ink-2">Would you like to view their profile?</p>
      <p className="mt-6 flex flex-wrap gap-3">
        <Button tone="solid" onClick={onView}>
          View Profile
        </Button>
        <UnblockButton personId={person.id} />
      </p>
    </main>
  );
}
