import { BellOff } from "lucide-react";
import type { ConversationView } from "#app/domains/air/messages/contract.ts";
import { isMutedAt } from "#app/domains/air/messages/rules.ts";
import { useNow } from "#app/ui/clock.ts";

type Mute = Pick<ConversationView, "isMuted" | "mutedUntil">;

/** Whether a conversation is muted now: a timed mute ends without a message. */
export function useMuted(mute: Mute): boolean {
  return isMutedAt(mute, useNow());
}

/** Shown beside a conversation while it is muted. */
export function MutedSign({ mute }: { mute: Mute }) {
  // Most conversations are not muted, and need no clock.
  return mute.isMuted ? <Sign mute={mute} /> : null;
}

function Sign({ mute }: { mute: Mute }) {
  if (!useMuted(mute)) return null;
  return (
    <span className="shrink-0 text-ink-3">
      <BellOff aria-hidden="true" className="size-4" />
      <span className="sr-only">Muted</span>
    </span>
  );
}
