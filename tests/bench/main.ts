/** `npm run bench [-- chapter …] [--minutes 10] …`: prints figures and ratios, and asserts nothing. */
import { benchKills } from "./conversations/kills.ts";
import { benchOpening } from "./conversations/opening.ts";
import { benchCost } from "./cost/cost.ts";
import { benchBesideRecording } from "./fan-out/beside-recording.ts";
import { benchFanOut } from "./fan-out/fan-out.ts";
import { benchHome } from "./home/home.ts";
import { benchLedger } from "./ledger/ledger.ts";
import { benchConnects } from "./listening/connects.ts";
import { benchLatency } from "./listening/latency.ts";
import { openStand, type Stand } from "./listening/stand.ts";
import { benchTitles } from "./listening/titles.ts";
import { benchUnderruns } from "./listening/underruns.ts";
import { benchModeration } from "./moderation/moderation.ts";
import { type BenchOptions, readOptions } from "./options.ts";
import { benchPlaces } from "./places/places.ts";
import { benchRecognition } from "./recognition/recognition.ts";
import { benchReplayEnds } from "./replay/ends.ts";
import { benchReplayEvents } from "./replay/events.ts";
import { benchReplayHandovers } from "./replay/handovers.ts";
import { benchReplayJoins } from "./replay/joins.ts";
import { benchReplaySeeks } from "./replay/seeks.ts";
import { type Chapter, toText, writeResults } from "./report.ts";
import { benchRecordingKills } from "./tape/kills.ts";
import { benchRefusedRecording } from "./tape/refused.ts";
import { benchTape } from "./tape/tape.ts";
import { benchWalletKills } from "./wallet/kills.ts";
import { benchLiveTips } from "./wallet/live-tips.ts";

type Listen = (stand: Stand, options: BenchOptions) => Promise<Chapter>;

const alone: Record<string, (options: BenchOptions) => Promise<Chapter>> = {
  cost: benchCost,
  home: benchHome,
  "fan-out": benchFanOut,
  "beside-recording": benchBesideRecording,
  moderation: benchModeration,
  opening: benchOpening,
  kills: benchKills,
  tape: benchTape,
  "replay-seeks": benchReplaySeeks,
  "replay-joins": benchReplayJoins,
  "replay-handovers": benchReplayHandovers,
  "replay-ends": benchReplayEnds,
  "replay-events": benchReplayEvents,
  "recording-kills": benchRecordingKills,
  "recording-refused": benchRefusedRecording,
  ledger: benchLedger,
  "wallet-kills": benchWalletKills,
  "live-tips": benchLiveTips,
  recognition: benchRecognition,
  places: benchPlaces,
};

const listening: Record<string, Listen> = {
  latency: benchLatency,
  titles: benchTitles,
  connects: benchConnects,
  underruns: benchUnderruns,
};

const known = [...Object.keys(listening), ...Object.keys(alone)];
const options = readOptions();
const names = options.names.length > 0 ? options.names : known;
const unknown = names.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  process.stderr.write(`There is no chapter ${unknown.join(", ")}; there are ${known.join(", ")}.\n`);
  process.exit(1);
}

const chapters: Chapter[] = [];
const add = (chapter: Chapter) => {
  chapters.push(chapter);
  process.stdout.write(`\n${toText(chapter)}`);
};

const asked = names.flatMap((name) => listening[name] ?? []);
if (asked.length > 0) {
  process.stdout.write("Starting Cue, its peers and the encoders…\n");
  const stand = await openStand();
  try {
    for (const bench of asked) add(await bench(stand, options));
  } finally {
    await stand.close();
  }
}
for (const bench of names.flatMap((name) => alone[name] ?? [])) add(await bench(options));
await writeResults(chapters);
process.exit(0);
