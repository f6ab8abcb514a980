/** The demo performer: plays the demo set into the encoder port, as a DJ's machine would. A child of `npm start`. */
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { readSettings } from "../settings.ts";
import { playDeck } from "./deck.ts";
import { type Encoder, sendTitle, startEncoder } from "./encoder.ts";
import { type DemoTrack, demoTracks } from "./music-folder.ts";

const reconnectMs = 500;
const retryTitleMs = 300;

const settings = readSettings();
const { CUE_DEMO_MOUNT: mount, CUE_DEMO_PASSWORD: password } = z
  .object({ CUE_DEMO_MOUNT: z.string(), CUE_DEMO_PASSWORD: z.string() })
  .parse(process.env);
const connection = { port: settings.ingestPort, mount, password };

let encoder: Encoder | undefined;
let playing: DemoTrack | undefined;
const stopping = new AbortController();

const deck = await playDeck(
  demoTracks(settings.state),
  (track) => {
    playing = track;
    if (encoder !== undefined) void announce(track);
  },
  (samples) => encoder?.write(samples),
  (error) => {
    process.stderr.write(`${String(error)}\n`);
    process.exit(1);
  },
);
const stop = () => {
  deck.stop();
  stopping.abort();
  encoder?.stop();
};
process.once("SIGTERM", stop).once("SIGINT", stop);

while (!stopping.signal.aborted) {
  // The title first, so that the first listeners see it.
  const isAnnounced = playing !== undefined && (await sendTitle(connection, playing.artist, playing.title));
  if (stopping.signal.aborted) break;
  encoder = startEncoder(connection);
  if (!isAnnounced && playing !== undefined) void announce(playing);
  await encoder.ended;
  encoder = undefined;
  await sleep(reconnectMs, undefined, { signal: stopping.signal }).catch(() => {});
}

/** Sends the title until it is accepted, another track plays, or the encoder has ended. */
async function announce(track: DemoTrack): Promise<void> {
  const to = encoder;
  while (playing === track && encoder === to && encoder !== undefined) {
    if (await sendTitle(connection, track.artist, track.title)) return;
    await sleep(retryTitleMs);
  }
}
