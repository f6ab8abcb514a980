import clsx from "clsx";
import { MessageSquare } from "lucide-react";
import { useMemo, useState } from "react";
import type { ReplayDetailsView } from "#app/domains/replays/contract.ts";
import { ReplayDeck } from "#app/domains/replays/ui/replay-deck.tsx";
import { ReplayDownloads } from "#app/domains/replays/ui/replay-downloads.tsx";
import { BeyondEnd } from "#app/domains/replays/ui/replay-notes.tsx";
import type { Cue } from "#app/domains/replays/ui/use-replay-player.ts";
import { SetSection } from "#app/domains/sets/ui/set-section.tsx";
import type { TracklistView } from "#app/domains/tracklists/contract/tracklists.ts";
import { replayPath } from "#app/paths.ts";
import { BackButton } from "#app/ui/back-button.tsx";
import { Button } from "#app/ui/button.tsx";
import { InBrowser } from "#app/ui/in-browser.tsx";
import { lazyPart } from "#app/ui/lazy-part.ts";
import { chatPlace, usePanels } from "#app/ui/panels.tsx";
import { useViewer } from "../shell/viewer.ts";
import { ShareButton } from "../stage/share-button.tsx";
import { OwnersPart } from "./owners-part.tsx";
import { ReplayHead } from "./replay-head.tsx";
import { ReplayTracks } from "./replay-tracks.tsx";
import { ShareMoment } from "./share-moment.tsx";

const ReplayRoom = lazyPart(() => import("./replay-room.tsx"));

/** A broadcast to play again: its sound, its tracks, and what happened in the room. */
export function ReplayPage({
  replay,
  tracklist,
  followedIds,
  startAt,
  isBeyondEnd,
  now,
  origin,
}: {
  replay: ReplayDetailsView;
  /** Null where it is corrected on another page, or has no performer. */
  tracklist: TracklistView | null;
  followedIds: string[];
  /** ms. */
  startAt: number;
  /** The address leads beyond the end. */
  isBeyondEnd: boolean;
  now: number;
  origin: string;
}) {
  const viewer = useViewer();
  const { chat } = usePanels();
  const [cuedAt, setCuedAt] = useState(startAt);
  const cue = useMemo<Cue>(() => ({ at: cuedAt, set: setCuedAt }), [cuedAt]);
  const url = `${origin}${replayPath(replay.id)}`;
  return (
    <div className="flex grow">
      <main id="main" inert={chat.isSheet} className="relative min-w-0 grow pb-12">
        <div className="flex items-center gap-1 px-2 py-1.5 sm:px-6">
          <BackButton />
          <span className="grow" />
          <ShareButton name={replay.name} url={url} />
        </div>
        <div className="mx-auto max-w-5xl px-4 sm:px-8">
          <ReplayHead replay={replay} followedIds={followedIds} />
          {isBeyondEnd && <BeyondEnd replay={replay} />}
          <ReplayDeck replay={replay} cue={cue}>
            {(position) => (
              <>
                <ShareMoment name={replay.name} url={url} position={position} />
                <Button
                  icon={<MessageSquare aria-hidden="true" className="size-4" />}
                  aria-expanded={chat.isShown}
                  onClick={chat.toggle}
                  className="xl:hidden"
                >
                  Show Chat
                </Button>
              </>
            )}
          </ReplayDeck>
          <ReplayTracks replay={replay} first={tracklist} cue={cue} now={now} />
          {(replay.isDownloadable || replay.tracks.length > 0) && (
            <SetSection title="Files">
              <ReplayDownloads replay={replay} />
            </SetSection>
          )}
          <OwnersPart replay={replay} />
        </div>
      </main>
      <InBrowser fallback={<div className={clsx(chatPlace, "bg-raised max-xl:hidden")} />}>
        <ReplayRoom replay={replay} cue={cue} blockedIds={viewer?.blockedIds ?? []} />
      </InBrowser>
    </div>
  );
}
