import type { ReplayDetailsView } from "#app/domains/air/replays/contract.ts";
import { ReplayChat } from "#app/domains/air/replays/ui/replay-chat.tsx";
import { useHeardReactions } from "#app/domains/air/replays/ui/use-heard-reactions.ts";
import { useReplayEvents } from "#app/domains/air/replays/ui/use-replay-events.ts";
import { type Cue, useReplayPlayer, useReplayStatus } from "#app/domains/air/replays/ui/use-replay-player.ts";
import { Reactions } from "#app/domains/air/stages/ui/reactions.tsx";
import { usePanels } from "#app/ui/panels.tsx";

/**
 * Shows the chat and reactions of the room, at the moment at which their sound is heard. The default export of its own
 * chunk.
 */
export default function ReplayRoom({
  replay,
  cue,
  blockedIds,
}: {
  replay: ReplayDetailsView;
  cue: Cue;
  blockedIds: readonly string[];
}) {
  const { chat } = usePanels();
  const isStarted = useReplayStatus(replay.id) !== "idle";
  const events = useReplayEvents(replay, isStarted || chat.isOpen === true);
  const { isIdle, position, status } = useReplayPlayer(replay, cue, events.stops);
  const isPlaying = status === "playing";
  const reactions = useHeardReactions(events.events, position, isPlaying);
  return (
    <>
      <Reactions reactions={reactions} className="fixed inset-x-0 top-(--head) bottom-(--bar) xl:right-88" />
      <ReplayChat
        title={replay.set === null ? "Chat from This Performance" : "Chat from This Set"}
        moment={{ position, isPlaying, isIdle }}
        isOver={replay.endTime !== null}
        events={events}
        blockedIds={blockedIds}
      >
        {replay.endTime === null
          ? "You can only read this chat here."
          : "This chat was written live. You can only read it."}
      </ReplayChat>
    </>
  );
}
