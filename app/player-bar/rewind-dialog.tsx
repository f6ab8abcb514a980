import { useEffect, useState } from "react";
import { usePlayerRequests } from "../player/player-provider.tsx";
import type { RewindTo } from "../player/replay/rewind.ts";
import { Button } from "../ui/button.tsx";
import Dialog from "../ui/dialog.tsx";

const choices: readonly { words: string; to: RewindTo }[] = [
  { words: "10 Seconds", to: { ms: 10_000 } },
  { words: "30 Seconds", to: { ms: 30_000 } },
  { words: "Start of This Track", to: "track" },
  { words: "Start of the Set", to: "set" },
];

/**
 * Asks for the time to go back to in what is on air; `onRewound` instead of `onClose` after a choice. The default
 * export of its own chunk.
 */
export default function RewindDialog({ onClose, onRewound }: { onClose: () => void; onRewound: () => void }) {
  const player = usePlayerRequests();
  const [isBusy, setBusy] = useState(false);
  useEffect(() => {
    const { source } = player.getState();
    // Loaded here, so that a first visit's list of what the dialog needs stays short; the press loads what fails now.
    const loading = Promise.all([
      import("../player/replay/rewind.ts"),
      import("../player/replay/on-replay.ts"),
    ]);
    loading.then(
      ([{ askAhead }]) => source && askAhead(source, player.room),
      () => {},
    );
  }, [player]);
  const [isTrackKnown] = useState(() => {
    const { source } = player.getState();
    const wasPlayed = source?.kind === "replay" && source.tracks.length > 0;
    return wasPlayed || (player.room?.getView().state.currentTrackAt ?? null) !== null;
  });
  const offered = choices.filter(({ to }) => to !== "track" || isTrackKnown);
  const rewind = (to: RewindTo) => {
    setBusy(true);
    // In the press: a browser only then lets a page play sound.
    player.wake();
    void player.replay.rewind(to).finally(onRewound);
  };
  return (
    <Dialog title="Rewind" onClose={onClose}>
      <p className="text-14 text-ink-3">Choose where to start. Press LIVE to return.</p>
      <div className="mt-3 grid grid-cols-2 gap-2">
        {offered.map(({ words, to }) => (
          <Button key={words} disabled={isBusy} onClick={() => rewind(to)} className="px-2!">
            {words}
          </Button>
        ))}
      </div>
    </Dialog>
  );
}
