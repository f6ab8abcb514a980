import { isFirstRecording } from "#app/domains/air/replays/queries/first-recording.ts";
import { openDb } from "#db/client.ts";
import type { TapeSubject } from "../../contract.ts";
import { inbox } from "../../stubs.ts";
import type { RoomCore } from "../core.ts";
import { firstRecordings, publicRecordings, type Recorded, recordedPerformances } from "../memory.ts";

/** The name of this task in the room's due list: its alarm calls `tell` for it. */
export const firstRecordingDue = "first-recording";

/** More than one room has within the time in which a performance may go on. */
const keep = 20;

/** The performances that are being recorded here. Performers are told when that is the first of theirs. */
export class Recordings {
  readonly #core: RoomCore;
  #performances: string[];
  /** Those that everyone may hear. */
  #public: string[];
  readonly #changed: () => void;

  /** `changed`: another performance can be rewound, or one no longer can. */
  constructor(core: RoomCore, changed: () => void) {
    this.#core = core;
    this.#changed = changed;
    this.#performances = core.memory.get(recordedPerformances);
    this.#public = core.memory.get(publicRecordings);
  }

  has(performance: string): boolean {
    return this.#performances.includes(performance);
  }

  /** Whether everyone may hear what is recorded of it. */
  isPublic(performance: string): boolean {
    return this.#public.includes(performance);
  }

  /** Stores the tape's answer. */
  setPublic(performance: string, isPublic: boolean): void {
    if (this.isPublic(performance) === isPublic) return;
    const others = this.#public.filter((each) => each !== performance);
    this.#public = isPublic ? [...others, performance].slice(-keep) : others;
    this.#core.memory.set(publicRecordings, this.#public);
    this.#changed();
  }

  /** Nothing of it is recorded any more. */
  remove(performance: string): void {
    this.setPublic(performance, false);
    if (!this.has(performance)) return;
    this.#performances = this.#performances.filter((each) => each !== performance);
    this.#core.memory.set(recordedPerformances, this.#performances);
  }

  /** Called for every batch that a tape has stored. */
  note({ performance, performerId }: TapeSubject): void {
    if (this.has(performance)) return;
    const { memory, due } = this.#core;
    this.#performances = [...this.#performances, performance].slice(-keep);
    memory.set(recordedPerformances, this.#performances);
    if (performerId === null) return;
    this.#store([...this.#untold(), { performance, performerId }]);
    void due.scheduleBy(firstRecordingDue, Date.now());
  }

  /** May run twice: the inbox delivers one notice. */
  async tell(): Promise<void> {
    const { env } = this.#core;
    for (const recorded of this.#untold()) {
      const { performerId } = recorded;
      if (await isFirstRecording(openDb(env.DB), recorded))
        await inbox(env, performerId).notify({
          kind: "booking",
          title: "Your sets are recorded",
          message: "Your sets are now recorded. Listeners can play them again; you decide in your settings.",
          at: Date.now(),
          key: `replay-first:${performerId}`,
          about: performerId,
          url: "/settings/dj",
        });
      this.#store(this.#untold().filter(({ performance }) => performance !== recorded.performance));
    }
  }

  forget(userId: string): void {
    this.#store(this.#untold().filter(({ performerId }) => performerId !== userId));
  }

  #untold(): Recorded[] {
    return this.#core.memory.get(firstRecordings);
  }

  #store(untold: Recorded[]): void {
    this.#core.memory.set(firstRecordings, untold);
  }
}
