import type { SetState } from "#app/domains/air/schedule/contract/set-state.ts";
import type { SetView } from "#app/domains/air/schedule/contract/sets.ts";
import {
  nextSetChange,
  onAirState,
  type SetPresence,
  setStateAt,
} from "#app/domains/air/schedule/set-state.ts";
import type { StreamReport } from "#app/domains/air/stages/stream-report.ts";
import type { RoomCore } from "../core.ts";
import { type Broadcast, playedSets } from "../memory.ts";
import type { Air } from "./air.ts";

type SetTimes = Pick<SetView, "id" | "startTime" | "endTime"> & { user: Pick<SetView["user"], "id"> };

/** The state of each of a stage's sets, from what the room knows of its performer's encoder. */
export class SetStates {
  readonly #core: RoomCore;
  readonly #air: Air;

  constructor(core: RoomCore, air: Air) {
    this.#core = core;
    this.#air = air;
  }

  /** This broadcast has ended. `sets`: those that still matter here. */
  ended({ onAir: { setId } }: Broadcast, sets: readonly Pick<SetView, "id">[], now: number): void {
    if (setId === null) return;
    const kept = Object.entries(this.#played()).filter(([id]) => sets.some((set) => set.id === id));
    this.#core.memory.set(playedSets, { ...Object.fromEntries(kept), [setId]: now });
  }

  of(set: SetTimes, now: number): SetState {
    return setStateAt(set, this.#presenceOf(set), now);
  }

  /** Whether it is on air, or was. */
  wasHeard(set: SetTimes): boolean {
    const { air, playedUntil } = this.#presenceOf(set);
    return air !== null || playedUntil !== null;
  }

  /** Whether its performer's encoder is connected where this stage may take its sound. */
  isConnected(set: SetTimes): boolean {
    return this.#presenceOf(set).encoder !== null;
  }

  /** Returns the state of what is on air, also without a set; null: nothing is. */
  ofBroadcast(broadcast: Broadcast | null): SetState | null {
    if (broadcast === null) return null;
    return onAirState(airOf(broadcast), this.#air.report(broadcast.onAir.stream)?.silentSince ?? null);
  }

  /** Returns when the clock alone changes one of these states next (epoch ms), or null. */
  nextChangeAt(sets: readonly SetTimes[], now: number): number | null {
    const times = sets.map((set) => nextSetChange(set, now)).filter((time) => time !== null);
    return times.length === 0 ? null : Math.min(...times);
  }

  #presenceOf({ id, user }: SetTimes): SetPresence {
    const { broadcast, reports } = this.#air;
    const isOn = broadcast?.onAir.setId === id;
    // One that this stage does not have is nobody's business here: it may be heard by its performer alone. One that is
    // on air with another set of theirs does not wait.
    const waiting = reports.find(
      ({ ownerId, claimedBy, stream }) =>
        ownerId === user.id && claimedBy === this.#core.path && stream !== broadcast?.onAir.stream,
    );
    const report = isOn ? this.#air.report(broadcast.onAir.stream) : waiting;
    return {
      air: isOn ? airOf(broadcast) : null,
      encoder: toEncoder(report),
      playedUntil: isOn ? null : (this.#played()[id] ?? null),
    };
  }

  #played(): Record<string, number> {
    return this.#core.memory.get(playedSets);
  }
}

const airOf = ({ startedAt, onAir }: Broadcast) => ({ since: startedAt, lostAt: onAir.lost?.since ?? null });

function toEncoder(report: StreamReport | undefined): SetPresence["encoder"] {
  if (report === undefined || report.state === "down" || report.connectedAt === null) return null;
  return { connectedAt: report.connectedAt, silentSince: report.silentSince };
}
