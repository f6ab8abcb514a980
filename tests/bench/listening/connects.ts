import type { RoomEvent } from "#app/domains/air/stages/live/protocol.ts";
import { Encoder } from "#tests/fixtures/rig/encoder.ts";
import { RoomSocket } from "#tests/fixtures/room-socket.ts";
import type { BenchOptions } from "../options.ts";
import { type Chapter, ms } from "../report.ts";
import { median, percentile } from "../statistics.ts";
import type { Stand } from "./stand.ts";

/** So many stages take turns that each is off again before its next connect. */
const stages = 24;

/** Measures the time from an encoder's start to a live stage with its title, over many connects. */
export async function benchConnects(stand: Stand, options: BenchOptions): Promise<Chapter> {
  const pool = [];
  for (let index = 0; index < stages; index++) {
    const stage = await stand.newStage(`Connect ${index}`);
    pool.push({ ...stage, room: await RoomSocket.open(stand.cue.origin, `stage/${stage.id}`) });
  }
  const liveAfter: number[] = [];
  let lateOrNever = 0;
  /** Back before the last broadcast of the stage had ended: it went on, and never went live anew. */
  let inGrace = 0;
  let rightTitles = 0;
  let doubled = 0;
  for (let connect = 0; connect < options.connects; connect++) {
    const stage = pool[connect % stages];
    if (stage === undefined) continue;
    const title = `First of ${connect}`;
    const encoder = await Encoder.start({
      port: stand.cue.ingestPort,
      mount: stage.mount,
      password: stage.password,
      format: "mp3",
      track: 1,
    });
    const isNew = ({ at }: { at: number }) => at >= encoder.startedAt;
    await encoder.announce("Bench", title);
    const live = await stage.room.event("room set", (event) => isNew(event) && event.data.status === "live");
    if (live !== undefined) liveAfter.push(live.at - encoder.startedAt);
    else if (stage.room.events.findLast(hasStatus)?.data.status === "live") inGrace++;
    else lateOrNever++;
    const first = await stage.room.event("new track", isNew, 3_000);
    if (first?.data.title === title) rightTitles++;
    await encoder.stop();
    const goLives = stage.room.events.filter(
      (event) => event.event === "room set" && isNew(event) && event.data.status === "live",
    );
    if (goLives.length > 1) doubled++;
  }
  for (const { room } of pool) room.close();
  return {
    name: "connects",
    title: `${options.connects} connects`,
    method:
      "ffmpeg is started, a title is sent as soon as Icecast takes it; measured at a socket of the stage.",
    figures: [
      {
        what: "live within 10 s",
        value: `${liveAfter.length} of ${options.connects - inGrace}`,
        aim: "all",
      },
      {
        what: "start of ffmpeg to live, median / worst",
        value: `${ms(median(liveAfter))} / ${ms(percentile(liveAfter, 1))}`,
      },
      { what: "never or late", value: String(lateOrNever), aim: "0" },
      { what: "live more than once", value: String(doubled), aim: "0" },
      { what: "first title right", value: `${rightTitles} of ${options.connects}`, aim: "all" },
    ],
    voidBecause: [],
  };
}

function hasStatus(event: RoomEvent): event is Extract<RoomEvent, { event: "room set" | "update set" }> {
  return event.event === "room set" || event.event === "update set";
}
