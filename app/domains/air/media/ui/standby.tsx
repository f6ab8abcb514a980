import clsx from "clsx";
import type { ReactNode } from "react";
import { onAirTimes } from "#app/domains/air/stages/on-air.ts";
import { Button } from "#app/ui/button.tsx";
import { Badge } from "#app/ui/lamp.tsx";
import { LocalTime } from "#app/ui/time.tsx";
import type { EncoderAir } from "../contract/encoder.ts";
import type { StandbyView } from "../contract/standby.ts";
import { OwnListening } from "./sound-check.tsx";
import { useStandbyChoice } from "./use-standby-choice.ts";

/**
 * The panel for a performer who is connected before their set: status, listening and the choice. The default export of
 * its own chunk.
 */
export default function StandbyPanel({
  standby,
  mount,
  air,
}: {
  standby: StandbyView;
  mount: string;
  /** The place where it is heard now; null where that is not known. */
  air: EncoderAir | null;
}) {
  const { isBusy, choose } = useStandbyChoice(mount);
  const isHeard = !standby.isOn && air?.state === "onAir";
  return (
    <section
      aria-labelledby="standby-title"
      className={clsx(
        "mt-6 border border-tick border-l-4 bg-raised p-4 sm:px-6",
        isHeard ? "border-l-green" : "border-l-amber",
      )}
    >
      <Badge tone={isHeard ? "green" : "amber"}>
        {standby.isOn ? "STANDBY" : isHeard ? "ON YOUR PROFILE" : "NOT HEARD YET"}
      </Badge>
      <h2 id="standby-title" className="display mt-2 text-28">
        {titleOf(standby, isHeard)}
      </h2>
      <output className="mt-1 block max-w-[70ch] text-16 text-ink-2">{wordsOf(standby)}</output>
      {standby.isOn && <OwnListening />}
      <Button
        tone={standby.isOn ? "quiet" : "solid"}
        className="mt-4"
        isBusy={isBusy}
        onClick={() => void choose(!standby.isOn)}
      >
        {actionOf(standby)}
      </Button>
    </section>
  );
}

function titleOf({ isOn, reason }: StandbyView, isHeard: boolean): string {
  if (!isOn)
    return isHeard
      ? "You are live on your profile until your set"
      : "Until your set, your profile goes live when you play";
  switch (reason) {
    case "soon":
    case "chosen":
      return "Only you hear your encoder";
    case "cancelled":
      return "Your set was cancelled";
    case "moved":
      return "Your set was moved";
    case "ended":
      return "Your set has ended";
    case "passed":
      return "You passed the stream test";
    case "over":
      return "Your set is over";
  }
}

function actionOf({ isOn, reason }: StandbyView): string {
  if (!isOn) return "Go Back to Standby";
  return reason === "soon" || reason === "moved" ? "Play on My Profile Until Then" : "Play on My Profile";
}

const choice = "Play on your profile, or disconnect your encoder.";
const alone = "You are on standby: only you hear your encoder.";

function wordsOf({ isOn, reason, set }: StandbyView): ReactNode {
  const name = set && <bdi>“{set.name}”</bdi>;
  const stage = <bdi>{set?.stage ?? "The stage"}</bdi>;
  switch (reason) {
    case "soon":
      return set === null ? (
        alone
      ) : (
        <>
          {name} starts at <LocalTime at={set.startTime} shape="clock" />. {stage} takes your stream
          automatically from <LocalTime at={set.startTime - onAirTimes.earlyMs} shape="clock" />.{" "}
          {isOn && "Until it does, your profile is not live and your followers are not notified."}
        </>
      );
    case "cancelled":
      return set === null ? (
        <>
          {alone} {choice}
        </>
      ) : (
        <>
          {name} on {stage} was cancelled. {alone} {choice}
        </>
      );
    case "moved":
      return (
        <>
          New time of {name ?? "your set"} on {stage}:{" "}
          {set === null ? "later" : <LocalTime at={set.startTime} shape="day-clock" />}. {alone} The stage
          takes your stream at that time if your encoder is still connected.
        </>
      );
    case "passed":
      return (
        <>
          Your encoder is still connected. Its values stay the same from now on. {alone} {choice}
        </>
      );
    case "chosen":
      return "Connecting does not put your profile on air, as you chose. Play on your profile when you want to be heard.";
    case "ended":
    case "over":
      return (
        <>
          {alone} {choice}
        </>
      );
  }
}
