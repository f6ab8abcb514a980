import type { ReactNode } from "react";
import { SpotifyConnection } from "../domains/music/spotify/ui/spotify-connection.tsx";
import { roomSourceOf } from "../player/contract.ts";
import { isPacketEngine } from "../player/engine-names.ts";
import { playerLimits } from "../player/limits.ts";
import { usePlayer, usePlayerRequests } from "../player/player-provider.tsx";
import { Button } from "../ui/button.tsx";
import Dialog from "../ui/dialog.tsx";
import { LocalTime } from "../ui/time.tsx";
import { Toggle } from "../ui/toggle.tsx";

/** The default export of its own chunk, loaded when it is opened. `children`: what does not fit into the bar. */
export default function PlayerOptions({ onClose, children }: { onClose: () => void; children?: ReactNode }) {
  return (
    <Dialog title="Player Options" onClose={onClose}>
      {children}
      <SleepTimer />
      <div className="mt-4 border-t border-tick pt-1">
        <LowData />
        <Patience />
      </div>
      <SpotifyConnection />
    </Dialog>
  );
}

function SleepTimer() {
  const player = usePlayerRequests();
  const sleep = usePlayer((state) => state.sleep);
  const hasSetEnd = usePlayer(({ source }) => {
    const onAir = source && roomSourceOf(source)?.onAir;
    return onAir?.currentSet != null && onAir.endTime !== null;
  });
  return (
    <section aria-label="Sleep timer">
      <h3 className="text-16 text-ink">Sleep Timer</h3>
      <p className="mt-0.5 text-14 text-ink-3">The music fades out over the last 20 seconds.</p>
      <div className="mt-3 grid grid-cols-5 gap-2">
        {playerLimits.sleep.minutes.map((minutes) => (
          <Button
            key={minutes}
            aria-label={`Sleep in ${minutes} min`}
            onClick={() => player.sound.sleep({ minutes })}
            className="tabular px-0!"
          >
            {minutes} min
          </Button>
        ))}
      </div>
      <div className="mt-2 grid grid-cols-2 gap-2">
        <Button disabled={!hasSetEnd} onClick={() => player.sound.sleep("set")} className="px-2!">
          End of This Set
        </Button>
        <Button disabled={sleep === null} onClick={() => player.sound.sleep(null)} className="px-2!">
          Off
        </Button>
      </div>
      <output className="mt-2 block min-h-5 text-14 text-amber">
        {sleep &&
          (sleep.set === null ? (
            <>
              The music stops at <LocalTime at={sleep.endsAt} shape="clock" />.
            </>
          ) : (
            <>
              The music stops with this set, at <LocalTime at={sleep.endsAt} shape="clock" />.
            </>
          ))}
      </output>
    </section>
  );
}

function LowData() {
  const player = usePlayerRequests();
  const isLowData = usePlayer((state) => state.isLowData);
  return (
    <Toggle
      label="Use less data"
      description="Nothing loads in advance, and the music arrives about 60 ms later."
      isOn={isLowData}
      onChange={(isOn) => {
        player.sound.setLowData(isOn);
        return undefined;
      }}
    />
  );
}

function Patience() {
  const player = usePlayerRequests();
  const isPatient = usePlayer((state) => state.isPatient);
  const isElement = usePlayer(({ engine }) => engine !== null && !isPacketEngine(engine));
  return (
    <Toggle
      label="Smooth playback"
      description="Play 25 seconds behind live, so that dropouts of up to 20 seconds go unheard."
      isOn={isPatient}
      unavailable={isElement ? "This browser already buffers the stream." : undefined}
      onChange={(isOn) => {
        player.sound.setPatient(isOn);
        return undefined;
      }}
    />
  );
}
