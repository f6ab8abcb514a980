import { InBrowser } from "../ui/in-browser.tsx";
import { Badge } from "../ui/lamp.tsx";
import { lazyPart } from "../ui/lazy-part.ts";
import { type PlaySource, pastOf } from "./contract.ts";
import { usePlayer } from "./player-provider.tsx";

const BehindLive = lazyPart(() => import("./behind-live.tsx"));

/** LIVE for a room that is on air; while its past is heard, how far behind that is: what the page shows is of then. */
export function HeardBadge({ room }: { room: Pick<PlaySource, "kind" | "id"> }) {
  const isPast = usePlayer(({ source }) => pastOf(source, room) !== null);
  if (!isPast) return <Badge tone="green">LIVE</Badge>;
  return (
    <Badge tone="off">
      <InBrowser>
        <BehindLive />
      </InBrowser>{" "}
      BEHIND LIVE
    </Badge>
  );
}
