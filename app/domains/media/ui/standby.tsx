import clsx from "clsx";
import type { ReactNode } from "react";
import { useSWRConfig } from "swr";
import { callApi, showFailure } from "#app/api-client.ts";
import { onAirTimes } from "#app/domains/stages/on-air.ts";
import { Button } from "#app/ui/button.tsx";
import { Badge } from "#app/ui/lamp.tsx";
import { LocalTime } from "#app/ui/time.tsx";
import { useWork } from "#app/ui/use-work.ts";
import { viewEncoderCall } from "../calls/media.ts";
import { setStandbyCall } from "../calls/standby.ts";
import type { StandbyView } from "../contract/standby.ts";
import { OwnListening } from "./sound-check.tsx";

/**
 * The panel for a performer who is connected before their set: status, listening and the choice. The default export of
 * its own chunk.
 */
export default function StandbyPanel({ standby, mount }: { standby: StandbyView; mount: string }) {
  const { isBusy, run } = useWork(showFailure);
  const { mutate } = useSWRConfig();
  const choose = (isOn: boolean) =>
    run(async () => {
      try {
        await callApi(setStandbyCall, { isOn });
      } finally {
        await mutate([viewEncoderCall.path, mount]);
      }
    });
  return (
    <section
      aria-labelledby="standby-title"
      className={clsx(
        "mt-6 border border-tick border-l-4 bg-raised p-4 sm:px-6",
        standby.isOn ? "border-l-amber" : "border-l-green",
      )}
    >
      <Badge tone={standby.isOn ? "amber" : "green"}>{standby.isOn ? "STANDBY" : "ON YOUR PROFILE"}</Badge>
      <h2 id="standby-title" className="display mt-2 text-28">
        {titleOf(standby)}
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

function titleOf({ isOn, reason }: StandbyView): string {
  if (!isOn) return "You are live on your profile until your set";
  switch (reason) {
    case "soon":
      return "Only you hear your encoder";
    case "cancelled":
      return "Your set was cancelled";
    case "moved":
      return "Your set was moved";
    case "ended":
      return "Your set has ended";
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
          {isOn && "Until then, your profile is not live and your followers are not notified."}
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
          takes your stream then if your encoder is still connected.
        </>
      );
    case "ended":
      return (
        <>
          {alone} {choice}
        </>
      );
  }
}
