import { Maximize, Minimize, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Dialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { Reactions } from "#app/domains/air/stages/ui/reactions.tsx";
import { shownArtist, shownTitle } from "#app/domains/music/tracks/shown.ts";
import { IconButton } from "#app/ui/button.tsx";
import { useMediaQuery } from "#app/ui/media-query.ts";
import { roomSourceOf } from "../../player/contract.ts";
import { PlayControl } from "../../player/play-control.tsx";
import { usePlayer, usePlayingRoom } from "../../player/player-provider.tsx";
import { useReplayTrack } from "../use-replay-track.ts";
import { MovingPicture } from "./moving-picture.tsx";
import { StillPicture } from "./still-picture.tsx";

/** The visualizer over the whole page. The default export of its own chunk; three.js is in another. */
export default function VisualizerPanel({ onClose }: { onClose: () => void }) {
  const prefersStill = useMediaQuery("(prefers-reduced-motion: reduce)");
  const [canMove, setCanMove] = useState(true);
  const panel = useRef<HTMLDivElement>(null);
  return (
    <ModalOverlay
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      className="fixed inset-0 z-40"
    >
      <Modal ref={panel} className="size-full bg-ground">
        <Dialog className="flex size-full flex-col outline-none">
          <Heading slot="title" className="sr-only">
            Visualizer
          </Heading>
          <div className="relative min-h-0 grow">
            {prefersStill || !canMove ? (
              <StillPicture />
            ) : (
              <MovingPicture onImpossible={() => setCanMove(false)} />
            )}
            <HeardReactions />
            <div className="absolute top-1.5 right-2 z-20 flex rounded-control bg-ground">
              <FullscreenButton panel={panel} />
              <IconButton label="Close" onClick={onClose}>
                <X aria-hidden="true" className="size-5" />
              </IconButton>
            </div>
          </div>
          <Heard />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function HeardReactions() {
  const room = usePlayingRoom();
  return room && <Reactions reactions={room.reactions} />;
}

/** Shows what is heard: song, performer, stage. Replaces the player bar, which it covers. */
function Heard() {
  const source = usePlayer((state) => state.source);
  const room = usePlayingRoom();
  const replayed = useReplayTrack();
  const state = room?.state ?? (source && roomSourceOf(source)?.onAir);
  const title = state?.currentTitle ?? replayed?.track.title ?? null;
  const artist = state?.currentArtist ?? replayed?.track.artist ?? null;
  const hasSong = title !== null || artist !== null;
  const isOnStage = source !== null && roomSourceOf(source)?.kind === "stage";
  const performer = isOnStage ? state?.currentDj?.username : undefined;
  return (
    <footer className="flex min-h-(--bar) shrink-0 items-center gap-4 border-t border-tick bg-raised px-3 py-2 pb-[max(0.5rem,env(safe-area-inset-bottom,0px))] sm:px-6">
      {source === null ? (
        <p className="text-14 text-ink-3">Nothing is playing.</p>
      ) : (
        <>
          <PlayControl source={source} isCompact />
          <div className="min-w-0 grow">
            <p className="display line-clamp-2 text-20 sm:truncate sm:text-28" dir="auto">
              {hasSong ? (
                <>
                  <span>{shownTitle(title)}</span> <span className="text-ink-2">{shownArtist(artist)}</span>
                </>
              ) : (
                "No song data yet"
              )}
            </p>
            <p className="truncate text-14 text-ink-2" dir="auto">
              {performer === undefined ? source.name : `${performer} on ${source.name}`}
            </p>
          </div>
        </>
      )}
    </footer>
  );
}

function FullscreenButton({ panel }: { panel: React.RefObject<HTMLDivElement | null> }) {
  const [isFull, setFull] = useState(false);
  useEffect(() => {
    const follow = () => setFull(document.fullscreenElement !== null);
    document.addEventListener("fullscreenchange", follow);
    return () => document.removeEventListener("fullscreenchange", follow);
  }, []);
  // iPhones support it for videos only.
  if (!document.fullscreenEnabled) return null;
  const toggle = () => {
    const done = isFull ? document.exitFullscreen() : panel.current?.requestFullscreen();
    // A browser may refuse: then the panel stays as large as the page.
    done?.catch(() => {});
  };
  const Icon = isFull ? Minimize : Maximize;
  return (
    <IconButton label={isFull ? "Exit full screen" : "Full screen"} onClick={toggle}>
      <Icon aria-hidden="true" className="size-5" />
    </IconButton>
  );
}
