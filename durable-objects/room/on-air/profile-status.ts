import type { ProfileStatus as Status } from "#app/domains/air/stages/live/protocol.ts";
import { profileRoom, stageRoom } from "../../stubs.ts";
import type { RoomCore } from "../core.ts";
import { playsOn, toldProfiles } from "../memory.ts";
import type { Air } from "./air.ts";

/** The name of this task in the room's due list: its alarm calls `tell` for it. */
export const profileStatusDue = "profile-status";

/**
 * Whether a performer is live anywhere, as their profile shows it. A stage's room notifies the profile of the performer
 * whose set it carries, by alarm until the profile has confirmed it; a profile's room asks the stages again whenever it
 * reads its facts.
 */
export class ProfileStatus {
  readonly #core: RoomCore;
  readonly #air: Air;

  constructor(core: RoomCore, air: Air) {
    this.#core = core;
    this.#air = air;
  }

  /** Something else is on air here than before, or nothing. */
  airChanged(): void {
    if (this.#core.kind === "profile") this.#show();
    else this.#owe();
  }

  /** Notifies profiles, in a stage. May run twice. */
  async tell(): Promise<void> {
    const { id, env, memory } = this.#core;
    const current = this.#current();
    for (const performerId of this.#told()) {
      await profileRoom(env, performerId).playsOn(id, current.includes(performerId));
    }
    memory.set(toldProfiles, current);
    // Another performer may have gone on air in the meantime.
    this.#owe();
  }

  /** A stage has reported to this profile that its performer plays there, or no longer does. */
  take(stageId: string, isOn: boolean): void {
    const others = this.#stages().filter((each) => each !== stageId);
    this.#core.memory.set(playsOn, isOn ? [...others, stageId] : others);
    this.#show();
  }

  /** Finds changes that a stage could not report any more, or was never asked to. */
  async check(): Promise<void> {
    const { id, env } = this.#core;
    for (const stageId of this.#stages()) {
      const { currentDj } = await stageRoom(env, stageId).onAir();
      if (currentDj?.id !== id) this.take(stageId, false);
    }
    this.airChanged();
  }

  /** This user's profile was deleted: there is nothing to notify. */
  forget(userId: string): void {
    this.#core.memory.set(
      toldProfiles,
      this.#told().filter((each) => each !== userId),
    );
  }

  /** The performers who play here now and have a profile. */
  #current(): string[] {
    const performerId = this.#air.broadcast?.onAir.performerId ?? null;
    return performerId === null ? [] : [performerId];
  }

  #told(): string[] {
    return this.#core.memory.get(toldProfiles);
  }

  #stages(): string[] {
    return this.#core.memory.get(playsOn);
  }

  #owe(): void {
    const { memory, due } = this.#core;
    const [told, current] = [this.#told(), this.#current()];
    if (told.join() === current.join()) return;
    memory.set(toldProfiles, [...new Set([...told, ...current])]);
    void due.scheduleBy(profileStatusDue, Date.now());
  }

  #show(): void {
    const { journal, publish } = this.#core;
    const isOwn = this.#air.broadcast !== null;
    const room = isOwn ? null : (this.#stages().at(-1) ?? null);
    const data: Status = { live: isOwn || room !== null, room };
    const shown = journal.state.profileStatus;
    if (shown?.live !== data.live || shown.room !== data.room) {
      publish({ event: "profile status", data }, Date.now());
    }
  }
}
