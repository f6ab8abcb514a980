import clsx from "clsx";
import { AudioLines, RadioTower } from "lucide-react";
import type { ReactNode } from "react";
import type { TestStatus } from "#app/domains/media/contract.ts";
import { ConnectionDetails } from "#app/domains/media/ui/connection-details.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { TickProgress, TickRule } from "#app/ui/ticks.tsx";
import { useStreamTest } from "./use-stream-test.ts";

/** The level above which sound counts as solid, and the top of the scale. */
const solidLevel = 30;
const fullLevel = 255;

const words: Record<TestStatus, string> = {
  testing: "Waiting for your encoder to connect",
  connected: "Connected. Now play something",
  audioDetected: "Sound is heard. Keep playing for five seconds",
  completed: "Passed",
};

export function AudioTestPage({ type, hasPassedTest }: { type: "dj" | "musician"; hasPassedTest: boolean }) {
  const { connection, encoder, status, isStarting, begin, stop } = useStreamTest(type);
  const isConnected = connection !== null && status !== "testing";
  const level = encoder ? (encoder.testLevel ?? 0) : 0;
  return (
    <main id="main" className="mx-auto w-full max-w-4xl px-4 pt-6 pb-12 sm:px-8 sm:pt-8">
      <h1 className="display text-44">Stream test</h1>
      <p className="mt-3 max-w-[60ch] text-16 text-ink-2">
        Connect your encoder to a mount made for this test alone, and play. Nobody else hears it. Five seconds
        of solid sound at the server pass the test{hasPassedTest ? "; you have passed it before" : ""}.
      </p>
      <div className="mt-6 flex flex-wrap gap-3">
        {connection ? (
          <Button tone="quiet" onClick={stop}>
            STOP AUDIO TEST
          </Button>
        ) : (
          <Button tone="solid" isBusy={isStarting} onClick={() => void begin()}>
            BEGIN STREAM TEST
          </Button>
        )}
        <ButtonLink tone="bare" to="/djs">
          Back
        </ButtonLink>
      </div>
      {connection && (
        <>
          <div className="mt-8 grid gap-4 sm:grid-cols-2">
            <Stage
              icon={<RadioTower aria-hidden="true" className="size-8" />}
              title="Broadcast"
              tone={isConnected ? "green" : "off"}
              state={isConnected ? "Connected" : "Not connected"}
            />
            <Stage
              icon={<AudioLines aria-hidden="true" className="size-8" />}
              title="Audio"
              tone={status === "completed" ? "green" : status === "audioDetected" ? "amber" : "off"}
              state={status === "completed" ? "Solid" : status === "audioDetected" ? "Heard" : "No sound yet"}
            />
          </div>
          <output className="mt-6 block text-20">{words[status]}</output>
          <TickProgress
            share={level / fullLevel}
            count={84}
            tone={level > solidLevel ? "green" : "amber"}
            label={`Level ${level} of ${fullLevel}`}
            className="mt-2"
          />
          <p className="tabular text-14 text-ink-3">
            Level {level}. Above {solidLevel} counts as solid.
          </p>
          <TickRule className="mt-8 mb-4" />
          <h2 className="display mb-3 text-28">Connect with</h2>
          <ConnectionDetails connection={connection} />
        </>
      )}
    </main>
  );
}

const tones = {
  green: "border-green text-green",
  amber: "border-amber text-amber",
  off: "border-tick text-ink-3",
};

function Stage({
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
