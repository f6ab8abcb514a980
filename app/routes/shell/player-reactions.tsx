import { usePlayer, usePlayingRoom } from "#app/player/player-provider.tsx";
import { InBrowser } from "#app/ui/in-browser.tsx";
import { lazyPart } from "#app/ui/lazy-part.ts";
import { useIsRoomPage } from "./top-bar.tsx";

const Reactions = lazyPart(() =>
  import("#app/domains/air/stages/ui/reactions.tsx").then((module) => ({ default: module.Reactions })),
);

/** Others' reactions to what is heard live, on pages that are not a room's own. Those of the past come with its chat. */
export default function PlayerReactions() {
  const room = usePlayingRoom();
  const isRoomPage = useIsRoomPage();
  const isReplay = usePlayer(({ source }) => source?.kind === "replay");
  if (room === null || isRoomPage || isReplay) return null;
  return (
    <InBrowser>
      <Reactions reactions={room.reactions} className="fixed inset-x-0 top-(--head) bottom-(--bar)" />
    </InBrowser>
  );
}
