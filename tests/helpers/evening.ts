/**
 * An evening on stages for tests: the real gateway, rooms and API, performers whose encoders an agent reports, and a
 * clock that stands still until it is moved. Times are minutes of the evening.
 */
import { env, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { vi } from "vitest";
import type { EncoderReport } from "#app/domains/air/media/contract/control.ts";
import type { OnAirView } from "#app/domains/air/stages/contract/stages.ts";
import type { StageAnswer } from "#app/domains/outside/operator/contract/commands.ts";
import { openDb } from "#db/client.ts";
import { ingestCredentials } from "#db/schema/index.ts";
import { mediaGateway, profileRoom, stageRoom } from "#durable-objects/stubs.ts";
import { connectAgent, encoderOn, encoderReport } from "./agent.ts";
import { makePerformer, makePerson, type Person } from "./people.ts";
import { answerOf, request } from "./request.ts";
import { Listener, viewer } from "./rooms.ts";
import { makeStage, operate } from "./stages.ts";

const minuteMs = 60_000;
/** Evenings are consecutive, because the clock must never go back for the objects of an earlier one. */
let lastMoment = 0;
let evenings = 0;

const silence = { rmsDb: -120, peakDb: -120, clippedSamples: 0, bitrate: 128_000 };

/** A performer with an encoder. */
export interface Act extends Person {
  mount: string;
  stream: string;
}

export interface Hall extends StageAnswer {
  room: DurableObjectStub;
  /** A listener with the stage's page open all evening. */
  guest: Listener;
}

export class Evening {
  readonly manager: Person;
  readonly #agent: Awaited<ReturnType<typeof connectAgent>>;
  readonly #startsAt: number;
  readonly #encoders = new Map<string, EncoderReport>();
  readonly #objects: DurableObjectStub[] = [mediaGateway(env)];
  #connections = 0;

  private constructor(manager: Person, agent: Awaited<ReturnType<typeof connectAgent>>, startsAt: number) {
    this.manager = manager;
    this.#agent = agent;
    this.#startsAt = startsAt;
  }

  static async begin(): Promise<Evening> {
    const startsAt = Math.max(Date.now(), lastMoment + minuteMs);
    vi.useFakeTimers({ toFake: ["Date"], now: startsAt });
    lastMoment = startsAt;
    const manager = await makePerson({ isManager: true });
    const agent = await connectAgent(mediaGateway(env), `evening ${++evenings}`);
    await agent.hello();
    return new Evening(manager, agent, startsAt);
  }

  /** Returns the epoch ms of a minute of the evening. */
  at(minute: number): number {
    return this.#startsAt + minute * minuteMs;
  }

  async act(): Promise<Act> {
    const person = await makePerformer();
    const act = { ...person, mount: `mount-${person.id}`, stream: `stream-${person.id}` };
    await openDb(env.DB).insert(ingestCredentials).values({
      mount: act.mount,
      password: "secret",
      kind: "performer",
      ownerId: act.id,
      streamId: act.stream,
      createdAt: Date.now(),
    });
    this.#objects.push(profileRoom(env, act.id));
    return act;
  }

  async hall({ instant = false } = {}): Promise<Hall> {
    const stage = await makeStage(this.manager, { instant });
    const room = stageRoom(env, stage.id);
    this.#objects.push(room);
    return { ...stage, room, guest: await Listener.open(room, viewer("guest")) };
  }

  /** Returns the id of the set. */
  async book(hall: Hall, act: Act, from: number, to: number): Promise<string> {
    const times = { start: this.at(from), end: this.at(to) };
    const set = { stage: hall.id, performer: act.id, ...times, name: `From ${from} to ${to}` };
    const { id } = await operate<{ id: string }>("create-set", set);
    // Stages request the encoders of their performers by alarm.
    await this.settle();
    return id;
  }

  async connect({ mount }: Pick<Act, "mount">, { isSilent = false } = {}): Promise<void> {
    const state = encoderReport(mount, {
      connection: `c${++this.#connections}`,
      codec: "mp3",
      level: silence,
    });
    this.#encoders.set(mount, state);
    const fact = encoderOn(mount, state.connection);
    const level = fact({ type: "level", level: silence, codec: "mp3" });
    await this.#agent.facts(fact({ type: "connected" }), ...(isSilent ? [level] : []));
    if (!isSilent) await this.play({ mount });
  }

  /** Makes the encoder audible: for the first time on its connection, or again after silence. */
  async play({ mount }: Pick<Act, "mount">): Promise<void> {
    const state = this.#stateOf(mount);
    const fact = encoderOn(mount, state.connection);
    const isFirst = state.firstAudioAt === null;
    const level = { ...silence, rmsDb: -18, peakDb: -3 };
    Object.assign(state, { firstAudioAt: state.firstAudioAt ?? Date.now(), level, silentSince: null });
    await this.#agent.facts(
      ...(isFirst ? [fact({ type: "firstAudio", codec: "mp3" })] : []),
      fact({ type: "level", level, codec: "mp3" }),
      fact({ type: "silence", isSilent: false }),
    );
  }

  async fallSilent({ mount }: Pick<Act, "mount">): Promise<void> {
    const state = this.#stateOf(mount);
    const fact = encoderOn(mount, state.connection);
    Object.assign(state, { level: silence, silentSince: Date.now() });
    await this.#agent.facts(
      fact({ type: "level", level: silence, codec: "mp3" }),
      fact({ type: "silence", isSilent: true }),
    );
  }

  #stateOf(mount: string): EncoderReport {
    const state = this.#encoders.get(mount);
    if (state === undefined) throw new Error(`${mount} is not connected.`);
    return state;
  }

  async announce({ mount }: Pick<Act, "mount">, artist: string, title: string): Promise<void> {
    const state = this.#stateOf(mount);
    state.title = { artist, title, at: Date.now() };
    await this.#agent.facts(encoderOn(mount, state.connection)({ type: "title", artist, title }));
  }

  async disconnect({ mount }: Pick<Act, "mount">): Promise<void> {
    const connection = this.#encoders.get(mount)?.connection;
    this.#encoders.delete(mount);
    await this.#agent.facts(encoderOn(mount, connection)({ type: "disconnected" }));
  }

  /** Disconnects the source that the agent was told to end. */
  async cut(): Promise<string> {
    const { mount } = await this.#agent.next("cut");
    await this.disconnect({ mount });
    return mount;
  }

  /** Moves the clock; the agent sends a snapshot, as it does every few seconds. */
  async goTo(minute: number): Promise<void> {
    lastMoment = this.at(minute);
    vi.setSystemTime(lastMoment);
    await this.#agent.snapshot([...this.#encoders.values()]);
  }

  onAir(hall: Hall): Promise<OnAirView> {
    return stageRoom(env, hall.id).onAir();
  }

  // Functions that wait for a state and return it

  /** Waits until the stage carries this set. */
  hears(hall: Hall, set: string): Promise<OnAirView> {
    return this.eventually(
      () => this.onAir(hall),
      ({ currentSet }) => currentSet?.id === set,
    );
  }

  /** Waits until the stage is off air. */
  isQuiet(hall: Hall): Promise<OnAirView> {
    return this.eventually(
      () => this.onAir(hall),
      ({ online }) => !online,
    );
  }

  isOnProfile(act: Act, isOn = true): Promise<OnAirView> {
    return this.eventually(
      () => profileRoom(env, act.id).onAir(),
      ({ online }) => online === isOn,
    );
  }

  /** Returns the room of the agent's next route for this performer's sound. */
  async isRouted(act: Act): Promise<string | null> {
    for (;;) {
      await this.settle();
      const { stream, room } = await this.#agent.next("route");
      if (stream === act.stream) return room;
    }
  }

  /** Sorted by start; all but the last have ended. */
  broadcastsOf(act: Act, count: number) {
    return this.eventually(
      this.rows(
        `select stage_id, set_id, started_at, ended_at, peak_listeners
         from broadcasts where performer_id = ? order by started_at`,
        act.id,
      ),
      (rows) => rows.length === count && rows.slice(0, -1).every((row) => row.ended_at !== null),
    );
  }

  playsIn(set: string, count = 1) {
    return this.eventually(
      this.rows(
        `select p.id, p.track_id, p.played_at, p.listen_count, t.title
         from plays p join tracks t on t.id = p.track_id where p.set_id = ? order by p.played_at, p.id`,
        set,
      ),
      (rows) => rows.length === count,
    );
  }

  // The calls of the stages' managers

  manage(path: string, body: Record<string, unknown>): Promise<unknown> {
    return answerOf(request(`/api/${path}`, { as: this.manager, body }));
  }

  /** Runs everything that is due until `read` returns an expected value. */
  async eventually<T>(read: () => Promise<T> | T, isRight: (value: T) => boolean): Promise<T> {
    // The clock of the evening stands still, so this counts attempts.
    for (let attempt = 0; ; attempt++) {
      await this.settle();
      const value = await read();
      if (isRight(value)) return value;
      if (attempt > 500) throw new Error(`Still wrong: ${JSON.stringify(value)}`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  /** Returns a function that reads rows of D1. */
  rows(sql: string, ...params: string[]) {
    const query = env.DB.prepare(sql).bind(...params);
    return async () => (await query.all<Record<string, string | number | null>>()).results;
  }

  /** Runs everything that is due by now. */
  async settle(): Promise<void> {
    for (;;) {
      const ran = await Promise.all(this.#objects.map((object) => this.#runDue(object)));
      if (!ran.includes(true)) return;
    }
  }

  async #runDue(object: DurableObjectStub): Promise<boolean> {
    const isDue = await runInDurableObject(object, async (_, { storage }) => {
      const at = await storage.getAlarm();
      return at !== null && at <= Date.now();
    });
    if (isDue) await runDurableObjectAlarm(object);
    return isDue;
  }
}
