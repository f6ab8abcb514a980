import type { BenchOptions } from "../options.ts";
import { type Chapter, type Figure, ms, times } from "../report.ts";
import { median, percentile } from "../statistics.ts";
import { listen } from "./listen.ts";
import type { Stand } from "./stand.ts";

/** Encoder to ear and click to first sound, Cue and its peers in turn on the same sound. */
export async function benchLatency(stand: Stand, options: BenchOptions): Promise<Chapter> {
  const places = [stand.cueMp3, stand.icecastMp3, stand.cueOpus, stand.icecastOpus];
  const delays = new Map<string, number[]>(places.map(({ name }) => [name, []]));
  const starts = new Map<string, number[]>(places.map(({ name }) => [name, []]));
  for (let round = 0; round < options.rounds; round++) {
    for (const place of places) {
      const heard = await listen(stand.browser, place, options.roundMs);
      delays.get(place.name)?.push(...heard.delays);
      starts.get(place.name)?.push(heard.clickToSoundMs);
    }
  }
  const clicks: number[] = [];
  for (let click = 0; click < options.clicks; click++) {
    const { clickToSoundMs } = await listen(stand.browser, stand.cueMp3, 300);
    clicks.push(clickToSoundMs);
  }

  const medianOf = (name: string) => median(delays.get(name) ?? []);
  const aims: Record<string, string> = {
    [stand.cueMp3.name]: "≤ 250 ms",
    [stand.cueOpus.name]: "≤ 180 ms",
  };
  const figures: Figure[] = places.map(({ name }) => ({
    what: `${name}: encoder to ear, median / p95`,
    value: `${ms(medianOf(name))} / ${ms(percentile(delays.get(name) ?? [], 0.95))}`,
    aim: aims[name],
  }));
  figures.push(
    {
      what: "Icecast MP3 is behind Cue (MP3 encoder) by a factor of",
      value: times(medianOf(stand.icecastMp3.name) / medianOf(stand.cueMp3.name)),
      aim: "≥ 30 ×",
    },
    {
      what: "Icecast Ogg Opus is behind Cue (Opus encoder) by a factor of",
      value: times(medianOf(stand.icecastOpus.name) / medianOf(stand.cueOpus.name)),
      aim: "≥ 8 ×",
    },
    {
      what: `Cue: click to first sound, median / p95 of ${clicks.length} fresh pages`,
      value: `${ms(median(clicks))} / ${ms(percentile(clicks, 0.95))}`,
      aim: "≤ 150 ms",
    },
    ...[stand.icecastMp3, stand.icecastOpus].map(({ name }) => ({
      what: `${name}: click to first sound, median`,
      value: ms(median(starts.get(name) ?? [])),
    })),
  );
  const lag = stand.worstLagMs();
  return {
    name: "latency",
    title: "Encoder to ear",
    method:
      "One signal, a function of the wall clock, goes to all servers by ffmpeg; Chromium plays, and an AudioWorklet " +
      "at the output reads back when each beep was made. Output latency of the browser is included. Rounds are " +
      `interleaved: ${options.rounds} fresh pages each, ${options.roundMs / 1_000} s a page. Icecast MP3 runs with its default burst, Ogg Opus with ` +
      "20 ms pages and no burst.",
    figures,
    voidBecause: lag > 100 ? [`the writer of the sound was ${ms(lag)} behind its clock.`] : [],
  };
}
