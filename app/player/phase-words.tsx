import { Lamp, type LampTone } from "../ui/lamp.tsx";
import type { PlayerPhase } from "./contract.ts";

const words: Record<PlayerPhase, { text: string; tone: LampTone }> = {
  idle: { text: "Stopped", tone: "off" },
  connecting: { text: "Connecting", tone: "off" },
  live: { text: "Live", tone: "green" },
  replay: { text: "Replay", tone: "green" },
  paused: { text: "Paused", tone: "off" },
  reconnecting: { text: "Reconnecting", tone: "amber" },
  cued: { text: "Up next", tone: "amber" },
  ended: { text: "Ended", tone: "off" },
};

/** The state in words, announced when it changes. */
export function PhaseWords({ phase }: { phase: PlayerPhase }) {
  const { text, tone } = words[phase];
  return (
    <output className="inline-flex shrink-0 items-center gap-1.5 text-ink-2">
      <Lamp tone={tone} />
      {text}
    </output>
  );
}
