import useSWR from "swr";
import { callApi } from "#app/api-client.ts";
import { useNow } from "#app/ui/clock.ts";
import { Lamp, type LampTone } from "#app/ui/lamp.tsx";
import { TickProgress } from "#app/ui/ticks.tsx";
import { duration } from "#app/ui/time-format.ts";
import { type EncoderView, IcecastView } from "../contract.ts";

const pollMs = 2_000;
/** The quietest level that the meter shows, dBFS. */
const floorDb = -60;
/** Silence is said aloud after this long, ms. */
const silenceMs = 5_000;

/** What the server hears on one of the viewer's own mounts, asked every 2 s; undefined until the first answer. */
export function useEncoder(mount: string | null): { encoder: IcecastView | undefined; isAway: boolean } {
  const call = "/api/sets/checkIcecast";
  const { data, error } = useSWR(
    mount === null ? null : [call, mount],
    () => callApi(call, { answer: IcecastView, body: { mount: mount ?? "" } }),
    { refreshInterval: pollMs, dedupingInterval: 0, shouldRetryOnError: true, onError: () => {} },
  );
  return { encoder: data, isAway: error !== undefined };
}

function verdict(encoder: EncoderView, now: number): { tone: LampTone; words: string } {
  const { level, silentSince } = encoder;
  if (level && level.clippedSamples > 0) return { tone: "red", words: "Clipping: turn your output down" };
  if (silentSince !== null && now - silentSince > silenceMs) {
    return { tone: "red", words: `Silent for ${duration(now - silentSince)}: nothing is heard` };
  }
  if (!level) return { tone: "amber", words: "Connected, waiting for sound" };
  return { tone: "green", words: "Sound arrives" };
}

/** Level, silence, clipping and bitrate of the performer's own encoder, as the server hears it. */
export function EncoderHealth({ mount }: { mount: string }) {
  const { encoder, isAway } = useEncoder(mount);
  const now = useNow();
  if (isAway && !encoder) {
    return (
      <output className="flex items-center gap-3 py-3 text-16 text-ink-2">
        <Lamp tone="red" />
        The stream server cannot be asked right now. It is tried again every 2 seconds.
      </output>
    );
  }
  if (!encoder) {
    return (
      <output className="flex items-center gap-3 py-3 text-16 text-ink-2">
        <Lamp tone="off" />
        {encoder === undefined ? "Asking the stream server" : "No encoder is connected"}
      </output>
    );
  }
  const { tone, words } = verdict(encoder, now);
  const { level } = encoder;
  return (
    <div className="py-3">
      <output className="flex items-center gap-3 text-16">
        <Lamp tone={tone} />
        {words}
      </output>
      <TickProgress
        share={level ? 1 - level.rmsDb / floorDb : 0}
        count={84}
        tone="green"
        label={level ? `Level ${Math.round(level.rmsDb)} dB` : "No level yet"}
        className="my-3"
      />
      <dl className="tabular flex flex-wrap gap-x-8 gap-y-1 text-14">
        <Figure name="Level" value={level ? `${Math.round(level.rmsDb)} dB` : "–"} />
        <Figure name="Peak" value={level ? `${level.peakDb.toFixed(1)} dB` : "–"} />
        <Figure name="Bitrate" value={level ? `${Math.round(level.bitrate / 1_000)} kbit/s` : "–"} />
        <Figure name="Codec" value={encoder.codec ?? "–"} />
      </dl>
    </div>
  );
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex gap-2">
      <dt className="text-ink-3">{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
