import { Ban } from "lucide-react";
import { Button } from "#app/ui/button.tsx";
import { TickRule } from "#app/ui/ticks.tsx";

/** Shown instead of a conversation with a blocked person, until the viewer chooses to see it. */
export default function BlockedNotice({ onView }: { onView: () => void }) {
  return (
    <div className="flex grow flex-col justify-center px-5 py-10 sm:px-10">
      <Ban aria-hidden="true" className="mb-5 size-10 text-ink-3" />
      <p className="display text-20">This conversation includes a user you have blocked</p>
      <TickRule className="my-4 max-w-60" />
      <p>
        <Button tone="solid" onClick={onView}>
          View Conversation
        </Button>
      </p>
    </div>
  );
}
