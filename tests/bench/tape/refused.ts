/**
 * The part of a broadcast that is in its recording after R2 has refused it for minutes, beside what a listener of it
 * got.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { CueInstance } from "#tests/fixtures/instance.ts";
import { Person } from "#tests/fixtures/people.ts";
import { recorderOf } from "#tests/fixtures/recorded-tones.ts";
import { Encoder } from "#tests/fixtures/rig/encoder.ts";
import { LiveReader } from "#tests/helpers/live-reader.ts";
import type { BenchOptions } from "../options.ts";
import { broadcastOnAir } from "../replay/recordings.ts";
import { completed } from "../replay/tones.ts";
import { type Chapter, type Figure, ms } from "../report.ts";
import { recordedPages, wrongGranules } from "./packets.ts";

/** Time on air before R2 refuses, and after it takes chunks again. */
const aroundMs = 25_000;

interface Refused {
  /** Packets as the listener got them, and as they are in the file, each as Base64. */
  sent: string[];
  recorded: string[];
  /** Pages whose granule position is not that of the packets up to their end. */
  wrongGranules: number;
  gaps: number;
  /** Chunks that R2 did not have when it took them again. */
  waiting: number;
  /** Bytes that a listener of the recording got while R2 refused, of those asked for. */
  readMeanwhile: { got: number; asked: number };
  /** Time from the end of the broadcast until its replay is complete. */
  completeAfterMs: number;
  lostLive: number;
}

export async function benchRefusedRecording({ minutes }: BenchOptions): Promise<Chapter> {
  const cue = await CueInstance.start();
  try {
    return toChapter(await record(cue, minutes * 60_000), minutes);
  } finally {
    await cue.stop();
  }
}

async function record(cue: CueInstance, refusedMs: number): Promise<Refused> {
  const manager = await Person.register(cue.origin, "Manager");
  await cue.admin("make-manager", manager.username);
  const stage = await cue.createStage({ name: "Refused", manager: manager.username, isOnDemand: true });
  const recorder = recorderOf(cue);
  const sent: string[] = [];
  const reader = await LiveReader.open({
    origin: cue.origin,
    room: `stage/${stage.id}`,
    class: "live",
    onMessage: ({ packets }) => sent.push(...packets.map(({ opus }) => opus.toString("base64"))),
  });
  const { mount, password } = stage;
  const encoder = await Encoder.start({ port: cue.ingestPort, mount, password, format: "mp3", track: 1 });
  try {
    const broadcast = await broadcastOnAir(cue);
    await sleep(aroundMs);
    await recorder.refuseBucket(broadcast, true);
    await sleep(refusedMs);
    const readMeanwhile = await readAll(cue, broadcast);
    const { waiting } = await recorder.refuseBucket(broadcast, false);
    await sleep(aroundMs);
    await encoder.stop();
    const endedAt = Date.now();
    const { id, gaps } = await completed(cue, manager);
    const completeAfterMs = Date.now() - endedAt;
    const pages = await recordedPages(cue, id);
    const recorded = pages.flatMap(({ packets }) =>
      packets.map((each) => Buffer.from(each).toString("base64")),
    );
    const lostLive = reader.lost;
    const counted = { wrongGranules: wrongGranules(pages), gaps: gaps.length, waiting, readMeanwhile };
    return { sent, recorded, ...counted, completeAfterMs, lostLive };
  } finally {
    reader.close();
    await encoder.kill();
  }
}

/** The recording that is still on air, as a listener reads it. */
async function readAll(cue: CueInstance, id: string): Promise<Refused["readMeanwhile"]> {
  const response = await fetch(`${cue.origin}/replay/${id}.opus`);
  if (!response.ok) throw new Error(`The recording on air cannot be read: ${response.status}`);
  const asked = Number(response.headers.get("content-length"));
  return { got: (await response.bytes()).byteLength, asked };
}

/** Counts these packets that the others do not have, or not as often. */
function lacking(packets: readonly string[], others: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const packet of others) counts.set(packet, (counts.get(packet) ?? 0) + 1);
  return packets.filter((packet) => {
    const left = counts.get(packet) ?? 0;
    counts.set(packet, left - 1);
    return left <= 0;
  }).length;
}

function toChapter(refused: Refused, minutes: number): Chapter {
  const { sent, recorded, readMeanwhile } = refused;
  const isSame = sent.length === recorded.length && sent.every((packet, place) => packet === recorded[place]);
  const figures: Figure[] = [
    { what: "packets sent / recorded", value: `${sent.length} / ${recorded.length}`, aim: "equal" },
    { what: "different ones among those sent", value: String(new Set(sent).size) },
    { what: "sent and not recorded", value: String(lacking(sent, recorded)), aim: "0" },
    { what: "recorded and not sent, or twice", value: String(lacking(recorded, sent)), aim: "0" },
    { what: "in the order in which they were sent", value: isSame ? "all" : "not all", aim: "all" },
    { what: "pages with a wrong granule position", value: String(refused.wrongGranules), aim: "0" },
    { what: "gaps", value: String(refused.gaps), aim: "0" },
    { what: "chunks of 20 s that waited when R2 took them again", value: String(refused.waiting) },
    {
      what: "read of the recording at the end of the refusal",
      value: `${readMeanwhile.got} of ${readMeanwhile.asked} bytes`,
      aim: "all",
    },
    { what: "the replay is complete after the end", value: ms(refused.completeAfterMs), aim: "≤ 10 s" },
  ];
  const voidBecause = [
    ...(refused.lostLive > 0 ? [`the listener missed ${refused.lostLive} packets`] : []),
    ...(refused.waiting < Math.floor(minutes * 3)
      ? ["R2 took chunks while it should have refused them"]
      : []),
  ];
  return {
    name: "recording-refused",
    title: `A recording while R2 refuses it for ${minutes} min`,
    method:
      "ffmpeg sends a tone as MP3 to a running copy. R2 refuses every call of the object that records for so long, " +
      `${aroundMs / 1_000} s of the broadcast before and after. The packets of the file are compared, byte by byte, with those that a ` +
      "listener of the live stage got.",
    figures,
    voidBecause,
  };
}
