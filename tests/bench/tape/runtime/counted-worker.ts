/** A Worker for the bench: records with the real object on a clock of its own, serves replays, and counts all storage. */
import { Hono } from "hono";
import { encodeUplink, type UplinkFrame } from "#app/domains/air/media/contract/frames.ts";
import type { TapeSubject } from "#durable-objects/contract.ts";
import { tape } from "#durable-objects/stubs.ts";
import { Tape } from "#durable-objects/tape/tape.ts";
import { silentMp3Frame } from "#packages/audio-formats/silence.ts";
import { UsageMeter } from "#packages/usage-meter/usage-meter.ts";
import type { HonoEnv } from "#workers/hono.ts";
import { replayFiles } from "#workers/replay-files.ts";

export { Limiter } from "#durable-objects/limiter/limiter.ts";

const startAt = Date.parse("2030-05-01T12:00:00Z");
const batchS = 5;
const joinedWithinS = 900;
const subject: TapeSubject = {
  broadcast: "01BENCH0000000000000000000",
  performance: "01BENCH0000000000000000000",
  room: "stage/bench",
  stageId: "bench",
  performerId: null,
  setId: null,
};

// The object and the Worker run in one isolate: an hour passes as fast as it can be computed.
let clock = startAt;
Date.now = () => clock;

const meter = new UsageMeter();

/** The object, whose alarm the bench runs when it is due on its clock. */
export class CountedTape extends meter.objectClass("Tape", Tape) {
  readonly #alarm: OwnAlarm;

  constructor(ctx: DurableObjectState, env: Env) {
    const alarm = new OwnAlarm(ctx);
    super(ctx, env);
    this.#alarm = alarm;
  }

  async runDue(): Promise<void> {
    while (this.#alarm.at !== null && this.#alarm.at <= clock) {
      this.#alarm.at = null;
      await this.alarm();
    }
  }
}

/** The alarm of a storage, which the runtime would run on its own clock. */
class OwnAlarm {
  at: number | null = null;

  constructor(ctx: DurableObjectState) {
    const { storage } = ctx;
    const set = async (at: number) => {
      this.at = at;
    };
    const unset = async () => {
      this.at = null;
    };
    Object.defineProperty(storage, "setAlarm", { value: set, writable: true, configurable: true });
    Object.defineProperty(storage, "deleteAlarm", { value: unset });
    Object.defineProperty(ctx, "storage", { value: storage, configurable: true });
  }
}

/** Opus of 128 kbit/s, MP3 of 160 kbit/s and levels, of the seconds from `from` on. */
function soundOf(from: number): Uint8Array {
  const mp3 = silentMp3Frame(null);
  const frames: UplinkFrame[] = [];
  const add = (kind: UplinkFrame["kind"], ms: number, payload: Uint8Array) => {
    const first = Math.ceil((from * 1_000) / ms);
    for (let seq = first; seq * ms < (from + batchS) * 1_000; seq++)
      frames.push({ kind, isDiscontinuity: seq === 0, seq, at: startAt + seq * ms, payload });
  };
  add("opus", 20, new Uint8Array(320).fill(0xfc));
  add("mp3", mp3.durationMs, mp3.bytes);
  add("levels", 1_000, new Uint8Array(20).fill(100));
  const encoded = frames.map(encodeUplink);
  const bytes = new Uint8Array(encoded.reduce((sum, { byteLength }) => sum + 4 + byteLength, 0));
  const view = new DataView(bytes.buffer);
  let offset = 0;
  for (const frame of encoded) {
    view.setUint32(offset, frame.byteLength);
    bytes.set(frame, offset + 4);
    offset += 4 + frame.byteLength;
  }
  return bytes;
}

const stub = (env: Env) => tape(env, subject.performance) as unknown as DurableObjectStub<CountedTape>;

const app = new Hono<HonoEnv>()
  .get("/counts", (c) => c.json({ classes: meter.usages(), statements: meter.statements() }))
  /** `sends=0` makes the sound and sends it nowhere: what the bench itself costs. */
  .post("/record", async (c) => {
    const [from, to] = [Number(c.req.query("from")), Number(c.req.query("to"))];
    for (let s = from; s < to; s += batchS) {
      clock = startAt + (s + batchS) * 1_000;
      const frames = soundOf(s);
      if (c.req.query("sends") === "0") continue;
      await stub(c.env).append({ subject, connection: "a", held: {}, frames });
      await stub(c.env).runDue();
    }
    return c.json(true);
  })
  .post("/end", async (c) => {
    await stub(c.env).end(subject, clock);
    for (let s = 0; s < 20; s++) {
      clock += 1_000;
      await stub(c.env).runDue();
    }
    return c.json(await stub(c.env).index());
  })
  /** Lets so much time pass that all of its chunks are one object for each file. Returns how many chunks are. */
  .post("/join", async (c) => {
    for (let s = 0; s < joinedWithinS; s++) {
      clock += 1_000;
      await stub(c.env).runDue();
    }
    return c.json((await stub(c.env).index())?.joined ?? 0);
  })
  .route("/replay", replayFiles);

/** A replay does not ask other objects. */
const absent = { getByName: () => ({}) };

export default meter.handlers<Env>({
  fetch(request, env, ctx) {
    const others = { LOBBY: absent, MEDIA_GATEWAY: absent, REFERENCE_SHARD: absent };
    return app.fetch(request, { ...env, ...others } as unknown as Env, ctx);
  },
  scheduled() {},
});
