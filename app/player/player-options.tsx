import type { ReactNode } from "react";
import { Button } from "../ui/button.tsx";
import Dialog from "../ui/dialog.tsx";
import { LocalTime } from "../ui/time.tsx";
import { Toggle } from "../ui/toggle.tsx";
import { isPacketEngine } from "./contract.ts";
import { playerLimits } from "./limits.ts";
import { usePlayer, usePlayerRequests } from "./player-provider.tsx";

/** The default export of its own chunk, loaded when it is opened. `children`: what the bar has no room for. */
export default function PlayerOptions({ onClose, children }: { onClose: () => void; children?: ReactNode }) {
  return (
    <Dialog title="Player options" onClose={onClose}>
      {children}
      <SleepTimer />
      <div className="mt-4 border-t border-tick pt-1">
        <LowData />
        <Patience />
      </div>
    </Dialog>
  );
}

function SleepTimer() {
  const player = usePlayerRequests();
  const sleep = usePlayer((state) => state.sleep);
  const hasSetEnd = usePlayer(
    ({ source }) => source?.onAir.currentSet != null && source.onAir.endTime !== null,
  );
  return (
    <section aria-label="Sleep timer">
      <h3 className="text-16 text-ink">Sleep timer</h3>
      <p className="mt-0.5 text-14 text-ink-3">The sound fades out over the last 20 seconds.</p>
      <div className="mt-3 grid grid-cols-5 gap-2">
        {playerLimits.sleep.minutes.map((minutes) => (
          <Button
            key={minutes}
            aria-label={`Sleep in ${minutes} min`}
            onClick={() => player.sleep({ minutes })}
            className="tabular px-0!"
          >
            {minutes} min
          </Button>
        ))}
      </div>
      <div className="mt-2 grid grid-cols-2 gap-2">
        <Button disabled={!hasSetEnd} onClick={() => player.sleep("set")} className="px-2!">
          End of this set
        </Button>
        <Button disabled={sleep === null} onClick={() => player.sleep(null)} className="px-2!">
          Off
        </Button>
      </div>
      <output className="mt-2 block min-h-5 text-14 text-amber">
        {sleep && (
          <>
            The sound ends {sleep.set !== null && "with this set, "}at{" "}
            <LocalTime at={sleep.endsAt} shape="clock" />.
          </>
        )}
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
      description="The sound comes in a third of the messages, about 60 ms later, and nothing is loaded before you ask for it."
      isOn={isLowData}
      onChange={(isOn) => {
        player.setLowData(isOn);
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
      label="Be patient with the network"
      description="You listen 25 seconds behind live, and do not hear when the network is away for up to 20."
      isOn={isPatient}
      unavailable={isElement ? "In this browser the stream has a buffer of its own." : undefined}
      onChange={(isOn) => {
        player.setPatient(isOn);
        return undefined;
      }}
    />
  );
}
