import type { Suite } from "../checks/suites.ts";

/**
 * Exhaustive tests of one mechanism. They run with `CUE_SWEEP=1`; without it the same files test one case of each kind,
 * and files named `*.sweep.test.ts` do not run.
 */
export interface Sweep {
  name: string;
  suite: Suite;
  files: readonly string[];
  /** Globs of what it tests, without tests: a change of any of these files, or of `files`, makes it due. */
  covers: readonly string[];
}

/** The code that decides what a call returns to whom. */
const calls = [
  "app/{call,context,errors}.ts",
  "app/domains/*/*/calls{,/**/*}.ts",
  "app/domains/*/*/handlers/*.ts",
  "app/domains/**/{guards,rules*,*.server}.ts",
  "workers/{context,session}.ts",
  "workers/{api,middleware}/**/*.ts",
  "app/domains/air/stages/queries/{members,rooms}.ts",
  "app/domains/people/*/queries/{own-places,owned-by}.ts",
];
const inputs = ["app/domains/*/*/contract{,/**/*}.ts", "app/domains/base/text/*.ts"];
const book = ["app/domains/value/tokens/{book,book-port,rules}.ts", "packages/ledger/*.ts"];
/** Patterns of the files from the encoder port to the frames for a room. */
const agent = [
  "container/agent/**/*.ts",
  "packages/audio-formats/*.ts",
  "container/tests/{agent-process,encoder,fake-gateway,listening}.ts",
];

export const sweeps: readonly Sweep[] = [
  {
    name: "access",
    suite: "requests",
    files: ["workers/api/access-matrix.workers.test.ts"],
    covers: [...calls, "tests/helpers/access/*.ts"],
  },
  {
    name: "canaries",
    suite: "requests",
    files: ["workers/api/canaries.workers.test.ts"],
    covers: [...calls, ...inputs, "app/domains/**/*view*.ts"],
  },
  {
    name: "hostile-texts",
    suite: "requests",
    files: ["workers/api/hostile-inputs.workers.test.ts", "workers/hostile-texts.workers.test.ts"],
    covers: [
      ...inputs,
      "app/domains/air/sets/{calendar,feed,rss}*.ts",
      "app/domains/outside/embeds/*.ts",
      "workers/{feeds,input,oembed}.ts",
      "tests/helpers/{calendar-text,described-inputs,hostile-texts}.ts",
    ],
  },
  {
    name: "hostile-pictures",
    suite: "requests",
    files: ["workers/hostile-pictures.workers.test.ts"],
    covers: ["app/domains/base/pictures/**/*.ts", "workers/{pictures,png}.ts", "tests/helpers/pictures/*.ts"],
  },
  {
    name: "ranges",
    suite: "requests",
    files: ["workers/replay-files.workers.test.ts"],
    covers: ["app/domains/air/replays/*.ts", "workers/replay-*.ts"],
  },
  {
    name: "bookings",
    suite: "requests",
    files: ["app/domains/air/sets/bookings-model.workers.test.ts"],
    covers: [
      "app/domains/air/{schedule,sets}/*.ts",
      "app/domains/air/sets/queries/{bookings,overlaps,requests,series,set-changes,sets,undo-acceptance}.ts",
      "tests/helpers/{booking-world,sqlite-d1}.ts",
    ],
  },
  {
    name: "conversations",
    suite: "objects",
    files: ["durable-objects/conversation/model.workers.test.ts"],
    covers: ["durable-objects/{conversation,inbox}/**/*.ts", "tests/helpers/conversation-*.ts"],
  },
  {
    name: "tips",
    suite: "objects",
    files: ["durable-objects/wallet/wallet.workers.test.ts"],
    covers: ["durable-objects/wallet/**/*.ts", ...book],
  },
  {
    name: "books",
    suite: "rules",
    files: ["app/domains/value/tokens/book-simulation.test.ts"],
    covers: [...book, "durable-objects/wallet/*.ts", "tests/helpers/ledger/*.ts"],
  },
  {
    name: "recognition",
    suite: "rules",
    files: [
      "app/domains/music/recognition/crate/chromaprint.test.ts",
      "app/domains/music/recognition/crate/crate.test.ts",
      "packages/fingerprint/ear.test.ts",
    ],
    covers: [
      "app/domains/music/recognition/crate/*.ts",
      "packages/fingerprint/*.ts",
      "tests/helpers/{made-music,sound-pieces}.ts",
    ],
  },
  {
    name: "history-files",
    suite: "rules",
    files: ["app/domains/air/tracklists/history/read-history-file.test.ts"],
    covers: [
      "app/domains/air/tracklists/history/*.ts",
      "app/domains/base/text/charset/*.ts",
      "tests/helpers/history-files/*.ts",
    ],
  },
  {
    name: "playout",
    suite: "rules",
    files: ["app/player/playout/playout.test.ts"],
    covers: ["app/player/playout/*.ts"],
  },
  {
    name: "formats",
    suite: "agent",
    files: [
      "container/agent/audio/pipeline.test.ts",
      "container/tests/formats.test.ts",
      "container/tests/quality.test.ts",
    ],
    covers: [...agent, "app/domains/air/media/encoder-faults.ts", "app/domains/air/media/contract/*.ts"],
  },
  {
    name: "hostile-streams",
    suite: "agent",
    files: ["container/tests/hostile.sweep.test.ts"],
    covers: [...agent, "container/tests/{attacker,crafted}.ts"],
  },
  {
    name: "programs",
    suite: "agent",
    files: ["container/tests/programs.sweep.test.ts"],
    covers: [...agent, "app/domains/air/media/encoder-files/*.ts", "container/tests/mixxx.ts"],
  },
];
