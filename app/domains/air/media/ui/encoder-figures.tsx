import clsx from "clsx";
import type { ConnectedEncoder } from "../contract/encoder.ts";
import { decibelText, EncoderMeter } from "./encoder-meter.tsx";

/** `large` can be read from two metres away, at the far side of a deck. */
export type HealthSize = "small" | "large";

/** The meter and the measurements of a connected encoder. */
export function EncoderFigures({
  encoder,
  size,
  isStale,
}: {
  encoder: ConnectedEncoder;
  size: HealthSize;
  isStale: boolean;
}) {
  const isLarge = size === "large";
  return (
    <div className={clsx("@container", isStale && "opacity-60")}>
      <EncoderMeter
        level={encoder.level}
        isClipping={encoder.quality?.isClipping ?? false}
        className={isLarge ? "h-16" : "h-4"}
      />
      <dl
        className={clsx(
          "tabular mt-3 grid gap-x-6 gap-y-3",
          isLarge ? "grid-cols-2 @xl:grid-cols-4" : "grid-cols-2 @lg:grid-cols-4 @4xl:grid-cols-7",
        )}
      >
        {figuresOf(encoder).map(([name, value]) => (
          <div key={name} className="flex min-w-0 flex-col-reverse">
            <dt className="text-14 text-ink-3">{name}</dt>
            <dd className={clsx("whitespace-nowrap", isLarge ? "text-28 font-semibold" : "text-16")}>
              {value}
            </dd>
          </div>
        ))}
      </dl>
      {encoder.heard?.map(({ artist, title, certainty }) => (
        <p key={`${artist} ${title}`} className="mt-3 text-14 text-ink-2">
          {certainty === "named" ? "Recognized: " : "Possible match, which only you see: "}
          <bdi>{[artist, title].filter(Boolean).join(" – ")}</bdi>
        </p>
      ))}
      <p className="mt-3 text-12 text-ink-3">
        The delay is counted from when your sound reaches the server. The buffer of your encoder and your
        connection add to it.
      </p>
    </div>
  );
}

const unknown = "–";

function figuresOf({ level, codec, quality }: ConnectedEncoder): [name: string, value: string][] {
  const { sampleRate = null, channels = null, drops, delay } = quality ?? {};
  const { agentMs = null, networkMs = null } = delay ?? {};
  const format = [codec?.toUpperCase(), channels && channelTexts(channels)].filter(Boolean).join(" ");
  return [
    ["Level", level ? decibelText(level.rmsDb) : unknown],
    ["Peak", level ? decibelText(level.peakDb, 1) : unknown],
    ["Format", format || unknown],
    ["Bitrate", level?.bitrate ? `${Math.round(level.bitrate / 1_000)} kbit/s` : unknown],
    ["Sample rate", sampleRate ? `${Number((sampleRate / 1_000).toFixed(2))} kHz` : unknown],
    ["Gaps per minute", drops ? String(drops.count) : unknown],
    [
      networkMs === null ? "Delay at the server" : "Delay to the room",
      agentMs === null ? unknown : `${Math.round(agentMs + (networkMs ?? 0))} ms`,
    ],
  ];
}

function channelTexts(channels: number): string {
  return channels === 1 ? "mono" : channels === 2 ? "stereo" : `${channels} channels`;
}
