import clsx from "clsx";
import { AudioLines, RadioTower } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "#app/ui/button.tsx";
import type { TestStatus } from "../contract/encoder.ts";
import { EncoderReadout } from "./encoder-health.tsx";
import { LaterTestListening } from "./later-sound-check.tsx";
import type { StreamTest as Test } from "./use-stream-test.ts";

/** The level above which sound counts as solid. */
const solidLevel = 30;

const words: Record<TestStatus, string> = {
  testing: "Waiting for your encoder to connect.",
  connected: "Connected. Now play something.",
  audioDetected: "Audio detected. Keep playing for five seconds.",
  completed: "Passed",
};

/** Starts and ends a stream test, and shows its progress. `children`: other actions here. */
export function StreamTest({ test, children }: { test: Test; children?: ReactNode }) {
  const { connection, poll, status, isStarting, begin, stop } = test;
  const isConnected = status !== "testing";
  const level = poll.view?.encoder ? (poll.view.encoder.testLevel ?? 0) : 0;
  const ended = poll.view?.ended;
  const isToldOf = isConnected || ended?.isFrozen || ended?.fault || poll.view?.refusedAt !== undefined;
  return (
    <>
      <div className="flex flex-wrap gap-3">
        {connection ? (
          <Button tone="quiet" onClick={stop}>
            STOP AUDIO TEST
          </Button>
        ) : (
          <Button tone="solid" isBusy={isStarting} onClick={() => void begin()}>
            BEGIN STREAM TEST
          </Button>
        )}
        {children}
      </div>
      {connection && (
        <>
          <div className="mt-6 grid grid-cols-[repeat(auto-fit,minmax(min(100%,13rem),1fr))] gap-3">
            <Light
              icon={<RadioTower aria-hidden="true" className="size-8" />}
              title="Broadcast"
              tone={isConnected ? "green" : "off"}
              state={isConnected ? "Connected" : "Not connected"}
            />
            <Light
              icon={<AudioLines aria-hidden="true" className="size-8" />}
              title="Audio"
              tone={status === "completed" ? "green" : status === "audioDetected" ? "amber" : "off"}
              state={status === "completed" ? "Solid" : status === "audioDetected" ? "Heard" : "No sound yet"}
            />
          </div>
          <output className="mt-6 block text-20">{words[status]}</output>
          <p className="tabular text-14 text-ink-3">
            Level {level}. Above {solidLevel} counts as solid.
          </p>
          <LaterTestListening mount={connection.mount} poll={poll} />
          {isToldOf && <EncoderReadout poll={poll} />}
        </>
      )}
    </>
  );
}

const tones = {
  green: "border-green text-green",
  amber: "border-amber text-amber",
  off: "border-tick text-ink-3",
};

function Light({
  icon,
  title,
  tone,
  state,
}: {
  icon: ReactNode;
  title: string;
  tone: keyof typeof tones;
  state: string;
}) {
  return (
    <div
      data-tone={tone}
      className={clsx("flex items-center gap-4 border-l-4 bg-raised p-4 transition-colors", tones[tone])}
    >
      {icon}
      <p>
        <span className="block text-14 text-ink-3">{title}</span>
        <span className="text-20 font-semibold">{state}</span>
      </p>
    </div>
  );
}
