import { FaultProxy, roughLink } from "#tests/fixtures/rig/fault-proxy.ts";
import type { BenchOptions } from "../options.ts";
import { type Chapter, type Figure, ms } from "../report.ts";
import { median, percentile } from "../statistics.ts";
import { listen } from "./listen.ts";
import type { Stand } from "./stand.ts";

/** Minutes of listening at a stretch, on a good link and on a rough one. */
export async function benchUnderruns(stand: Stand, options: BenchOptions): Promise<Chapter> {
  const proxy = await FaultProxy.start(stand.cue.port);
  proxy.quality = roughLink;
  const rough = {
    name: "through 20 ± 5 ms with 1 % stalls of 60 ms",
    url: stand.cueMp3.url.replace(`:${stand.cue.port}`, `:${proxy.port}`),
    aim: "≤ 350 ms",
  };
  const figures: Figure[] = [];
  for (const { name, url, aim } of [{ name: "direct", url: stand.cueMp3.url, aim: "≤ 250 ms" }, rough]) {
    const heard = await listen(stand.browser, { name, url }, options.minutes * 60_000);
    figures.push(
      { what: `${name}: holes of 8 ms or more at the ear`, value: String(heard.gaps), aim: "0" },
      { what: `${name}: underruns by the player's own count`, value: String(heard.underruns), aim: "0" },
      {
        what: `${name}: encoder to ear, median / p95`,
        value: `${ms(median(heard.delays))} / ${ms(percentile(heard.delays, 0.95))}`,
        aim,
      },
    );
  }
  await proxy.close();
  const lag = stand.worstLagMs();
  return {
    name: "underruns",
    title: `Underruns in ${options.minutes} min`,
    method: "An MP3 encoder, one page each time, listened to from three seconds after the first sound on.",
    figures,
    voidBecause: lag > 100 ? [`the writer of the sound was ${ms(lag)} behind its clock.`] : [],
  };
}
