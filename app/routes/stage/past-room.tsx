import type { ReactNode } from "react";
import { ReplayChat } from "#app/domains/air/replays/ui/replay-chat.tsx";
import { useHeardReactions } from "#app/domains/air/replays/ui/use-heard-reactions.ts";
import { useReplayEvents } from "#app/domains/air/replays/ui/use-replay-events.ts";
import { ChatSwap } from "#app/domains/air/stages/ui/chat/chat-swap.tsx";
import { Reactions } from "#app/domains/air/stages/ui/reactions.tsx";
import type { ReplaySource } from "#app/player/contract.ts";
import { usePlayer, usePlayerRequests } from "#app/player/player-provider.tsx";
import { useReplayPosition } from "#app/player/use-replay.ts";
import { Button } from "#app/ui/button.tsx";

/**
 * Shows what was written and given in a room, for whoever hears its past while it is on air. The default export of its
 * own chunk.
 */
export default function PastRoom({
  source,
  blockedIds,
  swaps,
  onLiveChat,
}: {
  source: ReplaySource;
  blockedIds: readonly string[];
  /** The links to the page's other chats. */
  swaps: ReactNode;
  onLiveChat: () => void;
}) {
  const player = usePlayerRequests();
  const isPlaying = usePlayer(({ status }) => status === "playing");
  const events = useReplayEvents({ id: source.id, endTime: null }, true);
  const position = useReplayPosition(source.id, events.stops) ?? 0;
  const reactions = useHeardReactions(events.events, position, isPlaying);
  return (
    <>
      <Reactions reactions={reactions} className="fixed inset-x-0 top-(--head) bottom-(--bar) xl:right-88" />
      <ReplayChat
        title="Chat as You Hear It"
        moment={{ position, isPlaying, isIdle: false }}
        isOver={false}
        events={events}
        blockedIds={blockedIds}
        swap={
          <>
            <ChatSwap words="Live chat" onSwap={onLiveChat} />
            {swaps}
          </>
        }
      >
        <p>You are listening to an earlier moment. To write, go back to live.</p>
        <Button
          className="mt-2 w-full"
          onPointerDown={() => player.wake()}
          onClick={() => player.replay.goLive()}
        >
          Back to Live
        </Button>
      </ReplayChat>
    </>
  );
}
