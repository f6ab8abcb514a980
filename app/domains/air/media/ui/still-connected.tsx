import clsx from "clsx";
import { useEffect, useState } from "react";
import { Button } from "#app/ui/button.tsx";
import { Badge } from "#app/ui/lamp.tsx";
import { LocalTime } from "#app/ui/time.tsx";
import type { StandbyView } from "../contract/standby.ts";
import { OwnListening } from "./sound-check.tsx";
import { openTones } from "./tones.ts";
import { useStandbyChoice } from "./use-standby-choice.ts";

const timesRung = 3;
const ringEveryMs = 1_500;

/**
 * The panel for a performer whose set is over, or past its end, while their encoder is still connected: what happens to
 * its sound, when, and the choice. `isHeard`: listeners hear it now, on the stage or on the profile. The default export
 * of its own chunk.
 */
export default function StillConnectedPanel({
  standby,
  mount,
  isHeard,
}: {
  standby: StandbyView;
  /** Null until it is loaded. */
  mount: string | null;
  isHeard: boolean;
}) {
  const { isBusy, choose } = useStandbyChoice(mount);
  const { isOn, isWithStage = false, profileAt = null, set } = standby;
  const isComing = isWithStage && !isOn;
  const isPastEnd = isWithStage && isHeard;
  /** Go On was pressed: nothing changes on the server, which does so without it. */
  const [isConfirmed, setConfirmed] = useState(false);
  useRing(isComing && !isHeard && !isConfirmed);
  const at = profileAt !== null && <LocalTime at={profileAt} shape="clock" />;
  return (
    <section
      aria-labelledby="still-connected-title"
      className={clsx(
        "mt-6 border border-tick border-l-8 p-4 sm:px-6",
        isOn ? "border-l-amber bg-raised" : "border-l-red bg-amber-soft",
      )}
    >
      <Badge tone={isOn ? "amber" : "red"}>STILL CONNECTED</Badge>
      <h2 id="still-connected-title" role={isOn ? undefined : "alert"} className="display mt-2 text-28">
        {isOn
          ? isPastEnd
            ? "Your set is past its end, and your profile stays off air"
            : "Your set is over, and you stay off air"
          : isComing
            ? isPastEnd
              ? "Your set is past its end, and you are still on air"
              : "Your set is over, and your encoder is still connected"
            : isHeard
              ? "You are live on your profile"
              : "Your profile goes live as soon as you play"}
      </h2>
      <output className="mt-1 block max-w-[70ch] text-16">
        {set && (
          <>
            <bdi>“{set.name}”</bdi> on <bdi>{set.stage}</bdi> is {isPastEnd ? "past its end" : "over"}.{" "}
          </>
        )}
        {isOn ? (
          isPastEnd ? (
            "You are on air there until the next performer starts, for 2 minutes at most. Your profile does not go live."
          ) : (
            "Your encoder is still connected, and only you hear it."
          )
        ) : isComing && isConfirmed ? (
          <>You go on: at {at} your profile goes live. To end instead, disconnect before then.</>
        ) : isComing ? (
          <>
            If it stays connected until {at}, your profile goes live: everyone can hear you there, and it may
            be recorded.
          </>
        ) : (
          <>Your encoder stayed connected, so it moved to your profile at {at}.</>
        )}
      </output>
      {isOn && !isWithStage && <OwnListening />}
      <div className="mt-4 flex flex-wrap gap-3">
        {!isOn && (
          <Button tone="solid" isBusy={isBusy} onClick={() => void choose(true)}>
            Stay Off Air
          </Button>
        )}
        {isOn && (
          <Button isBusy={isBusy} onClick={() => void choose(false)}>
            Play on My Profile
          </Button>
        )}
        {isComing && !isConfirmed && (
          <Button isBusy={isBusy} onClick={() => void choose(false).then(() => setConfirmed(true))}>
            Go On
          </Button>
        )}
      </div>
    </section>
  );
}

/** Sounds a few times. A browser that has not been touched plays nothing: the page and a push say the same. */
function useRing(isWrong: boolean): void {
  useEffect(() => {
    if (!isWrong) return;
    const tones = openTones();
    let left = timesRung;
    const ring = () => {
      tones.sound();
      left -= 1;
      if (left === 0) clearInterval(timer);
    };
    const timer = setInterval(ring, ringEveryMs);
    ring();
    return () => {
      clearInterval(timer);
      tones.close();
    };
  }, [isWrong]);
}
