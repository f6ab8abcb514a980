import { Headphones, Square } from "lucide-react";
import { useSWRConfig } from "swr";
import { callApi, showFailure } from "#app/api-client.ts";
import { SegmentMeter } from "#app/player/level-meter.tsx";
import { Button } from "#app/ui/button.tsx";
import { LocalTime } from "#app/ui/time.tsx";
import { countdownParts } from "#app/ui/time-format.ts";
import { Toggle } from "#app/ui/toggle.tsx";
import { setSoundCheckCall, viewEncoderCall } from "../calls/media.ts";
import type { EncoderPoll } from "./use-encoder.ts";
import { type SoundCheckListening, useSoundCheck } from "./use-sound-check.ts";

export interface SoundCheckProps {
  mount: string;
  poll: EncoderPoll;
}

/** Takes the performer's own mount off the air for a quarter of an hour, and lets them hear it. */
export function OffAirTest({ mount, poll }: SoundCheckProps) {
  const { until, isOn, set } = useSwitch(mount, poll);
  // Not for the mount of a stage, which this page may show as well.
  if (poll.view?.soundCheckUntil === undefined) return null;
  // On standby no one else hears it anyway.
  if (poll.view.standby?.isOn && !isOn) return null;
  return (
    <div className="my-4 max-w-3xl border border-tick bg-raised px-4 py-2 sm:px-6">
      <Toggle
        label="Test off air"
        description="For 15 minutes, only you hear your encoder. It is not on any stage or profile, and no one is notified. Anyone listening to you now stops hearing you."
        isOn={isOn}
        onChange={set}
      />
      {until !== null && isOn && (
        <div className="border-t border-tick py-4">
          <p className="text-16">
            Off air for{" "}
            <span className="tabular font-semibold" aria-hidden="true">
              {countdownParts(until - poll.now)}
            </span>{" "}
            more, until <LocalTime at={until} shape="clock" />, or until you turn this off or your set starts.
            Your encoder then goes on air or on standby as usual.
          </p>
          <OwnListening />
        </div>
      )}
    </div>
  );
}

/** Lets performers hear their own encoder while no one else does; listening ends when it ends. */
export function OwnListening() {
  return <Listen listening={useSoundCheck()} />;
}

/** Lets a performer hear what they send to a test mount. */
export function TestListening({ mount, poll }: SoundCheckProps) {
  const { isOn, set } = useSwitch(mount, poll);
  const listening = useSoundCheck();
  const { start, stop } = listening;
  return (
    <Listen
      listening={{
        ...listening,
        start: () => {
          start();
          // The sound is sent here only while someone wants to hear it.
          void set(true);
        },
        stop: () => {
          stop();
          if (isOn) void set(false);
        },
      }}
    />
  );
}

const words = {
  waiting: "Waiting for audio. Is your encoder connected?",
  sounding: "You hear your encoder. No one else does.",
  failed: "This browser cannot play your stream.",
} as const;

function Listen({ listening: { phase, start, stop, level } }: { listening: SoundCheckListening }) {
  const isPlaying = phase !== null;
  return (
    <div className="mt-4 flex flex-wrap items-center gap-4">
      {isPlaying ? (
        <Button icon={<Square aria-hidden="true" className="size-4" />} onClick={stop}>
          Stop Listening
        </Button>
      ) : (
        <Button tone="solid" icon={<Headphones aria-hidden="true" className="size-4" />} onClick={start}>
          Listen to Yourself
        </Button>
      )}
      <SegmentMeter isPlaying={phase === "sounding"} level={level} className="h-8" />
      <output className="min-w-0 text-14 text-ink-2">
        {phase === null ? "Use headphones, so that your microphone does not pick it up." : words[phase]}
      </output>
    </div>
  );
}

function useSwitch(mount: string, { view, now }: EncoderPoll) {
  const { mutate } = useSWRConfig();
  const until = view?.soundCheckUntil ?? null;
  const set = async (isOn: boolean): Promise<boolean> => {
    try {
      await callApi(setSoundCheckCall, { mount, isOn });
      await mutate([viewEncoderCall.path, mount]);
      return true;
    } catch (error) {
      showFailure(error);
      return false;
    }
  };
  return { until, isOn: until !== null && until > now, set };
}
