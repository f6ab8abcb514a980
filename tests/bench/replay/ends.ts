/** Short broadcasts: when each can be heard again with all that belongs to it, and how completely it goes. */
import { setTimeout as sleep } from "node:timers/promises";
import type { ReplayDetailsView, ReplayEventsView } from "#app/domains/air/replays/contract.ts";
import type { CheerView } from "#app/domains/air/stages/contract/cheers.ts";
import { addPerson } from "#tests/fixtures/database.ts";
import { CueInstance } from "#tests/fixtures/instance.ts";
import { call, Person } from "#tests/fixtures/people.ts";
import { recorderOf } from "#tests/fixtures/recorded-tones.ts";
import { Encoder } from "#tests/fixtures/rig/encoder.ts";
import { RoomSocket } from "#tests/fixtures/room-socket.ts";
import type { BenchOptions } from "../options.ts";
import { type Chapter, type Figure, ms } from "../report.ts";
import { median, percentile } from "../statistics.ts";
import { addressesOf } from "./addresses.ts";
import { broadcastOnAir } from "./recordings.ts";

/** Number of lanes at the same time, each with one broadcast after the other; the first ones begin so far apart. */
const lanes = 3;
const staggerMs = 9_000;
const onAirMs = 8_000;
/** Time between two looks at what is public, or still there. */
const lookMs = 200;
const withinMs = 90_000;

const parts = ["page", "sound", "tracklist", "chat", "heat of cheers", "waveform"] as const;
type Part = (typeof parts)[number];

interface Ended {
  /**
   * Time from when its encoder stopped, and from the end that the replay says, until all of it was public; NaN: never.
   */
  publicMs: number;
  sinceEndMs: number;
  missing: Part[];
  /** Position of the cheer in what is said to be recorded, ms. */
  cheeredAt: string;
  gone: Gone;
}

interface Gone {
  how: "never" | "delete";
  /** Number of addresses, and those that did not answer before. */
  addresses: number;
  silentBefore: string[];
  /** Those that answered when all were asked right after the change, and a second later. */
  after: string[];
  later: string[];
  /** Time from the change until R2 had nothing of it; NaN: never. */
  emptyMs: number;
}

export async function benchReplayEnds({ broadcasts }: BenchOptions): Promise<Chapter> {
  const cue = await CueInstance.start();
  try {
    const ended: Ended[] = [];
    const run = async (lane: number) => {
      await sleep(lane * staggerMs);
      for (let number = lane; number < broadcasts; number += lanes)
        ended.push(await endAndRemove(cue, number));
    };
    await Promise.all(Array.from({ length: lanes }, (_, lane) => run(lane)));
    return toChapter(ended);
  } finally {
    await cue.stop();
  }
}

async function endAndRemove(cue: CueInstance, number: number): Promise<Ended> {
  const performer = await addPerson(cue, `Short${number}`);
  const title = `Short Title ${number}`;
  const { id, stoppedAt, cheeredAt } = await broadcast(cue, { number, performer, title });
  let missing: Part[] = [...parts];
  let sinceEndMs = Number.NaN;
  let track = "";
  let recorded = { startTime: Number.NaN, duration: Number.NaN };
  while (missing.length > 0 && Date.now() < stoppedAt + withinMs) {
    const { endTime, lacks, playedTrack, ...rest } = await look(cue, id, title);
    missing = lacks;
    track = playedTrack;
    recorded = rest;
    if (endTime !== null && lacks.length === 0) sinceEndMs = Date.now() - endTime;
    else await sleep(lookMs);
  }
  const publicMs = missing.length > 0 ? Number.NaN : Date.now() - stoppedAt;
  const gone = await remove(cue, { id, performer, track, how: number % 2 === 0 ? "never" : "delete" });
  const cheered = `${ms(cheeredAt - recorded.startTime)} of ${ms(recorded.duration)}`;
  return { publicMs, sinceEndMs, missing, cheeredAt: cheered, gone };
}

/**
 * Broadcasts on the performer's profile: a title, a message and a cheer. Returns its replay, and when the encoder
 * stopped.
 */
async function broadcast(
  cue: CueInstance,
  { number, performer, title }: { number: number; performer: Person; title: string },
): Promise<{ id: string; stoppedAt: number; cheeredAt: number }> {
  const ingest = await cue.makePerformer(performer.username);
  const fan = await addPerson(cue, `Fan${number}`);
  const encoder = await Encoder.start({ ...ingest, format: "mp3", track: number % 12 });
  try {
    const id = await broadcastOnAir(cue, performer.id);
    const startedAt = Date.now();
    await encoder.announce("Short Artist", title);
    await sleep(2_000);
    const cheeredAt = await react(fan, performer.id, `Short message ${number}`);
    await sleep(Math.max(0, startedAt + onAirMs - Date.now()));
    await encoder.stop();
    return { id, stoppedAt: Date.now(), cheeredAt };
  } finally {
    await encoder.kill();
  }
}

/** Returns when the cheer was stored, epoch ms. */
async function react(fan: Person, performerId: string, msg: string): Promise<number> {
  const room = await RoomSocket.open(fan.origin, `profile/${performerId}`, { person: fan });
  const said = await room.send("profileChat", { msg });
  const cheered = await fan.post<CheerView>("/api/sets/cheer", {
    dj: performerId,
    mediaAt: Date.now() - 200,
  });
  const { closeCode } = room;
  room.close();
  if (said?.event !== "ack" || cheered.status !== 200)
    throw new Error(`Nobody could react: ${JSON.stringify({ said, closeCode, cheered })}`);
  return cheered.body.timestamp;
}

interface Looked {
  endTime: number | null;
  lacks: Part[];
  playedTrack: string;
  startTime: number;
  duration: number;
}

const unseen: Looked = {
  endTime: null,
  lacks: [...parts],
  playedTrack: "",
  startTime: Number.NaN,
  duration: Number.NaN,
};

/** Returns what a stranger lacks of the complete replay. */
async function look(cue: CueInstance, replay: string, title: string): Promise<Looked> {
  const read = <T>(path: string) => call<T>(cue.origin, null, "POST", path, { body: { replay } });
  const details = await read<ReplayDetailsView>("/api/replays/get");
  if (details.status !== 200 || details.body.endTime === null) return unseen;
  const { endTime, startTime, duration, tracks, cheers, peaks, opus, opusBytes } = details.body;
  const page = await fetch(`${cue.origin}/replay/${replay}`);
  const isShown = page.ok && (await page.text()).includes(title);
  const sound = await (await fetch(`${cue.origin}${opus}`)).bytes();
  const events = await read<ReplayEventsView>("/api/replays/events");
  const played = tracks.find(({ track }) => track.title === title);
  const has: Record<Part, boolean> = {
    page: isShown,
    sound: sound.byteLength === opusBytes && opusBytes > 0,
    tracklist: played !== undefined,
    chat: events.status === 200 && events.body.chat.length === 1,
    "heat of cheers": cheers?.length === 1,
    waveform: peaks.some((peak) => peak > 0),
  };
  const lacks = parts.filter((part) => !has[part]);
  return { endTime, lacks, playedTrack: played?.track.id ?? "", startTime, duration };
}

async function remove(
  cue: CueInstance,
  { how, ...replay }: { id: string; performer: Person; track: string; how: Gone["how"] },
): Promise<Gone> {
  const { id, performer } = replay;
  const addresses = [...addressesOf(cue, replay), ...addressesOf(cue, { ...replay, owner: performer })];
  const asked = async (isWanted: boolean) => {
    const answers = await Promise.all(addresses.map((address) => address.answers()));
    const found = addresses.filter((_, place) => answers[place] === isWanted);
    return found.map(({ name }) => name.replaceAll(id, "{id}").replaceAll(performer.id, "{performer}"));
  };
  const silentBefore = await asked(false);
  const [path, body] =
    how === "never" ? ["/api/replays/update", { visibility: "never" }] : ["/api/replays/delete", {}];
  const { status } = await performer.post(path, { replay: id, ...body });
  if (status !== 200) throw new Error(`The replay was not changed: ${status}`);
  const changedAt = Date.now();
  const after = await asked(true);
  await sleep(Math.max(0, changedAt + 1_000 - Date.now()));
  const later = await asked(true);
  const recorder = recorderOf(cue);
  let left = await recorder.objects(id);
  for (; left.length > 0 && Date.now() < changedAt + withinMs; left = await recorder.objects(id))
    await sleep(lookMs);
  const emptyMs = left.length > 0 ? Number.NaN : Date.now() - changedAt;
  return { how, addresses: addresses.length, silentBefore, after, later, emptyMs };
}

function toChapter(ended: readonly Ended[]): Chapter {
  const count = ended.length;
  const spread = (values: readonly number[]) =>
    [median(values), percentile(values, 0.95), Math.max(...values)].map(ms).join(" / ");
  const whole = ended.filter(({ missing }) => missing.length === 0);
  const has = parts.map((part) => `${part} ${ended.filter(({ missing }) => !missing.includes(part)).length}`);
  const gone = ended.map((each) => each.gone);
  const sum = (of: (each: Gone) => number) => gone.reduce((all, each) => all + of(each), 0);
  const names = (of: (each: Gone) => string[]) => {
    const found = [...new Set(gone.flatMap(of))];
    return found.length === 0 ? "" : `: ${found.slice(0, 5).join(", ")}`;
  };
  const asked = sum((each) => each.addresses);
  const figures: Figure[] = [
    {
      what: "public with everything after the encoder stopped, median / p95 / longest",
      value: spread(whole.map(({ publicMs }) => publicMs)),
      aim: "≤ 10 s p95",
    },
    {
      what: "after the end that the replay says",
      value: spread(whole.map(({ sinceEndMs }) => sinceEndMs)),
    },
    {
      what: "public with everything within 60 s",
      value: `${whole.filter(({ publicMs }) => publicMs <= 60_000).length} of ${count}`,
      aim: "all",
    },
    { what: "of these parts", value: has.join(", ") },
    ...ended
      .filter(({ missing }) => missing.length > 0)
      .map(({ missing, cheeredAt }) => ({
        what: `without ${missing.join(", ")}`,
        value: `cheered at ${cheeredAt}`,
      })),
    {
      what: "addresses that answered before the change",
      value: `${asked - sum(({ silentBefore }) => silentBefore.length)} of ${asked}${names(({ silentBefore }) => silentBefore)}`,
      aim: "all",
    },
    {
      what: "asked right after it",
      value: `${sum(({ after }) => after.length)} of ${asked}${names(({ after }) => after)}`,
      aim: "0",
    },
    {
      what: "asked a second later",
      value: `${sum(({ later }) => later.length)} of ${asked}${names(({ later }) => later)}`,
      aim: "0",
    },
    {
      what: "R2 has nothing of it after, median / p95 / longest",
      value: `${spread(gone.map(({ emptyMs }) => emptyMs).filter((each) => !Number.isNaN(each)))}, ${gone.filter(({ emptyMs }) => !Number.isNaN(emptyMs)).length} of ${count}`,
      aim: "≤ 60 s, all",
    },
  ];
  return {
    name: "replay-ends",
    title: `${count} short broadcasts, heard again and deleted`,
    method:
      `Performers are on air for ${onAirMs / 1_000} s on their profiles, ${lanes} at a time, with real encoders, a title, a message and a cheer. ` +
      "The replay is looked at by a stranger's requests until it is complete and has all of its parts. Then its performer sets it to “never”, or deletes it " +
      "(every other one), and all of its addresses are asked at once, by a stranger and by the performer.",
    figures,
    voidBecause: silent(gone),
  };
}

/** An address that never answered proves nothing by being silent. */
function silent(gone: readonly Gone[]): string[] {
  const count = gone.filter(({ silentBefore }) => silentBefore.length > 0).length;
  return count === 0 ? [] : [`${count} replays had an address that did not answer before they were deleted`];
}
