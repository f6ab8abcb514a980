import clsx from "clsx";
import type { ReactNode } from "react";
import { findOverrun } from "#app/domains/air/stages/overrun.ts";
import { OverrunText } from "#app/domains/air/stages/ui/overrun-text.tsx";
import { Lamp, type LampTone } from "#app/ui/lamp.tsx";
import { duration, timeSince } from "#app/ui/time-format.ts";
import type { EncoderAir, EncoderView } from "../contract/encoder.ts";
import { type EncoderFault, encoderFaults } from "../encoder-faults.ts";
import { EncoderFigures, type HealthSize } from "./encoder-figures.tsx";
import { LaterOffAirTest } from "./later-sound-check.tsx";
import { type EncoderPoll, useEncoder } from "./use-encoder.ts";

/**
 * Shows the server's measurements of the performer's own encoder: what is wrong and what to do, level, and how it
 * arrives. Polls every 2 s.
 */
export function EncoderHealth({ mount, size = "small" }: { mount: string; size?: HealthSize }) {
  const poll = useEncoder(mount);
  return (
    <>
      <EncoderReadout poll={poll} size={size} />
      <LaterOffAirTest mount={mount} poll={poll} />
    </>
  );
}

/** The same, for a page that does its own polling. */
export function EncoderReadout({ poll, size = "small" }: { poll: EncoderPoll; size?: HealthSize }) {
  const { view, now, isAway } = poll;
  const faults = view ? encoderFaults(view, now) : [];
  const isStale = isAway && view !== undefined;
  return (
    <div className={size === "large" ? "grid gap-6" : "grid gap-3 py-3"}>
      <output className="grid gap-3">
        {isAway && !view ? (
          <Verdict
            size={size}
            tone="red"
            title="Cannot reach the stream server"
            text="Trying again every 2 seconds."
          />
        ) : faults.length > 0 ? (
          faults.map((fault, index) => (
            <Fault key={fault.code} fault={fault} size={size} isFirst={index === 0} now={now} />
          ))
        ) : (
          <Verdict size={size} {...allWell(view, now)} />
        )}
      </output>
      {view?.encoder && <EncoderFigures encoder={view.encoder} size={size} isStale={isStale} />}
    </div>
  );
}

const titles = {
  standby: "Receiving audio: you are on standby",
  unheard: "Receiving audio: listeners cannot hear you",
};

function allWell(
  view: EncoderView | undefined,
  now: number,
): { tone: LampTone; title: string; text?: ReactNode } {
  if (view === undefined) return { tone: "off", title: "Checking the stream server" };
  if (view.isUnknown) {
    return {
      tone: "red",
      title: "The stream server is offline",
      text: "It should be back in a moment. Your encoder reconnects automatically if it is set to do so.",
    };
  }
  if (!view.encoder) {
    const { ended } = view;
    return {
      tone: "off",
      title: "No encoder is connected",
      ...(ended ? { text: `The last one disconnected ${timeSince(ended.at, now)}.` } : {}),
    };
  }
  const { status, codec, level, silentSince, quality } = view.encoder;
  const isSounding = status !== "connected" && level !== null && silentSince === null;
  const isHeard = isSounding && (quality?.quietMs ?? 0) < heldUpMs;
  if (!isHeard) {
    const isSilent = codec !== null && level !== null && (quality?.quietMs ?? 0) < heldUpMs;
    return {
      tone: "amber",
      title: "Connected, waiting for sound",
      text: isSilent ? "Your encoder is sending silence: there is nothing to hear." : undefined,
    };
  }
  const { soundCheckUntil } = view;
  if (soundCheckUntil != null && soundCheckUntil > now) {
    return { tone: "amber", title: "Receiving audio: off air", text: "Only you can hear it. Listen below." };
  }
  const { standby } = view;
  if (standby?.isOn && !standby.isWithStage) {
    return {
      tone: "amber",
      title: titles.standby,
      text:
        standby.reason === "soon" && standby.set !== null ? (
          <>
            Only you can hear it. <bdi>{standby.set.stage}</bdi> puts you on air automatically when your set
            starts.
          </>
        ) : (
          "Only you can hear it."
        ),
    };
  }
  return soundArrives(view.air, view.standby?.isOn === true, now);
}

/**
 * Arriving sound is not yet heard by anyone: a performer is never shown the one without the other. `staysOffProfile`: an
 * encoder that stays connected after the set does not put their profile on air.
 */
function soundArrives(
  air: EncoderAir | null | undefined,
  staysOffProfile: boolean,
  now: number,
): { tone: LampTone; title: string; text?: ReactNode } {
  if (air === undefined) return { tone: "green", title: "Receiving audio" };
  if (air === null) {
    return {
      tone: "amber",
      title: "Receiving audio",
      text: "We cannot tell right now whether listeners can hear you.",
    };
  }
  const stage = <bdi>{air.stage ?? "the stage"}</bdi>;
  const current = <bdi>{air.current ?? "the next performer"}</bdi>;
  switch (air.state) {
    case "onAir": {
      const overrun = findOverrun(air, now);
      const place = air.stage === null ? "your profile" : stage;
      return {
        tone: overrun ? "amber" : "green",
        title: "Receiving audio: you are on air",
        text: overrun ? (
          <OverrunText {...{ overrun, staysOffProfile }} />
        ) : (
          <>Listeners hear you on {place}.</>
        ),
      };
    }
    case "standby":
      return {
        tone: "amber",
        title: titles.standby,
        text: <>Listeners cannot hear you yet. {stage} puts you on air automatically when your set starts.</>,
      };
    case "cut":
      return {
        tone: "amber",
        title: titles.unheard,
        text: (
          <>
            Your set is over, and you went off air when {current} started.
            {!staysOffProfile &&
              " Disconnect now: two minutes after the end of your set, your profile goes live."}
          </>
        ),
      };
    case "off":
      return {
        tone: "amber",
        title: titles.unheard,
        text: "You are not on air yet, on a stage or on your profile.",
      };
  }
}

/** Arrivals are never further apart, even in bursts. */
const heldUpMs = 2_000;

const plates: Record<LampTone, string> = {
  green: "border-green bg-green-soft",
  amber: "border-amber bg-amber-soft",
  red: "border-red bg-red-soft",
  off: "border-edge bg-raised",
};

/** One line with a status light; in the large size, a panel with the text across the page. */
function Verdict({
  tone,
  title,
  text,
  size,
}: {
  tone: LampTone;
  title: ReactNode;
  text?: ReactNode;
  size: HealthSize;
}) {
  if (size === "large") {
    return (
      <span className={clsx("block border-l-8 p-4 transition-colors sm:p-6", plates[tone])}>
        <span className="display block text-44 text-balance lg:text-72">{title}</span>
        {text && <span className="mt-3 block max-w-[70ch] text-20">{text}</span>}
      </span>
    );
  }
  return (
    <span className="flex items-baseline gap-3">
      <Lamp tone={tone} className="relative -top-px" />
      <span className="min-w-0">
        <span className="block text-16 font-semibold">{title}</span>
        {text && <span className="mt-0.5 block max-w-[75ch] text-14 text-ink-2">{text}</span>}
      </span>
    </span>
  );
}

/** Shows a fault: in the large size the most serious one has the panel; the others are shown below it. */
function Fault({
  fault,
  size,
  isFirst,
  now,
}: {
  fault: EncoderFault;
  size: HealthSize;
  isFirst: boolean;
  now: number;
}) {
  const tone = fault.gravity === "fault" ? "red" : "amber";
  if (isFirst || size === "small")
    return (
      <Verdict
        size={size}
        tone={tone}
        title={
          <>
            {fault.title}
            {/* A screen reader would repeat it every second. */}
            {fault.at !== undefined && <span aria-hidden="true">, {duration(now - fault.at)} ago</span>}
          </>
        }
        text={fault.advice}
      />
    );
  return (
    <span className={clsx("block border-l-8 px-4 py-2 sm:px-6", plates[tone])}>
      <span className="display block text-28">{fault.title}</span>
      <span className="mt-1 block max-w-[75ch] text-16">{fault.advice}</span>
    </span>
  );
}
