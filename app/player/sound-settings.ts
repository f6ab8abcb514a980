import { offAir } from "#app/domains/air/stages/contract/stages.ts";
import { Store } from "../ui/store.ts";
import { initialPlayerState, type PlaySource, roomSourceOf } from "./contract.ts";
import { playerLimits } from "./limits.ts";
import { type Preferences, readPreferences, writePreferences } from "./preferences.ts";
import { followSet, keepSleep, type SleepChoice, startSleep } from "./sleep.ts";
import { SleepTimer } from "./sleep-timer.ts";

/** What a listener sets for whatever plays, from one play to the next: volume, low data, smooth playback, sleep. */
export abstract class SoundSettings {
  protected readonly shown = new Store(initialPlayerState);
  readonly #sleep = new SleepTimer({
    renew: (sleep, now) => followSet(sleep, this.#heard()?.onAir ?? offAir, now, this.earLagMs(now)),
    onGain: () => this.applyGain(this.gain()),
    onChange: (sleep) => this.#remember({ sleep }),
    onOver: () => this.stop(),
  });

  readonly getState = this.shown.get;
  readonly subscribe = this.shown.subscribe;

  abstract stop(): void;
  /** What plays, or is about to. */
  protected abstract get heardSource(): PlaySource | null;
  /** How far this clock is ahead of the sound at the ear, ms. */
  protected abstract earLagMs(now: number): number;
  protected abstract applyGain(gain: number): void;
  /** Restarts what plays, where a setting changes its form. */
  protected abstract playAgain(): void;
  protected abstract forgetBreaks(): void;

  protected openSettings(): () => void {
    const { sleep, ...preferences } = readPreferences();
    this.shown.change(preferences);
    this.#sleep.set(sleep);
    return () => this.#sleep.close();
  }

  /** The listener has chosen another source: a timer for the end of a set applies only to its room. */
  protected keepSleepFor(source: PlaySource): void {
    const { sleep } = this.getState();
    if (keepSleep(sleep, nameOf(source)) !== sleep) this.#sleep.set(null);
  }

  /** 0 to 100. Turning it up also unmutes. */
  setVolume(volume: number): void {
    const { min, max } = playerLimits.volume;
    const rounded = Math.round(Math.min(max, Math.max(min, volume)));
    this.#remember({
      volume: rounded,
      isMuted: this.getState().isMuted && rounded <= this.getState().volume,
    });
    this.applyGain(this.gain());
  }

  toggleMute(): void {
    this.#remember({ isMuted: !this.getState().isMuted });
    this.applyGain(this.gain());
  }

  /** From the next play on; a playing stream restarts where that changes its form. */
  setLowData(isLowData: boolean): void {
    this.#remember({ isLowData });
    if (!this.getState().isPatient) this.playAgain();
  }

  /** Switches far behind live, and back: what plays restarts, half a minute earlier or later. */
  setPatient(isPatient: boolean): void {
    this.#remember({ isPatient });
    this.dismissOffer();
    this.playAgain();
  }

  /** The listener has seen the offer of smooth playback, and has not accepted it. */
  dismissOffer(): void {
    this.forgetBreaks();
    if (this.getState().isPatienceOffered) this.shown.change({ isPatienceOffered: false });
  }

  /** Ends the sound later, or (null) cancels that. Without a set that ends, "set" does nothing. */
  sleep(choice: SleepChoice | null): void {
    const now = Date.now();
    const room = this.#heard();
    const heard = room && { room: nameOf(room), onAir: room.onAir };
    const sleep = choice && startSleep(choice, heard, now, this.earLagMs(now));
    if (choice === null || sleep !== null) this.#sleep.set(sleep);
  }

  /** Loudness is perceived roughly as the square of the amplitude. */
  protected gain(): number {
    const { volume, isMuted } = this.getState();
    return isMuted ? 0 : (volume / playerLimits.volume.max) ** 2 * this.#sleep.gain;
  }

  #heard() {
    const { heardSource } = this;
    return heardSource && roomSourceOf(heardSource);
  }

  #remember(changed: Partial<Preferences>): void {
    this.shown.change(changed);
    writePreferences(changed);
  }
}

/** A source's unique name; the past of a room has that of the room. */
function nameOf(source: PlaySource): string {
  const { kind, id } = roomSourceOf(source) ?? source;
  return `${kind}/${id}`;
}
