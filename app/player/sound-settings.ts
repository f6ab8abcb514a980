import { offAir } from "#app/domains/air/stages/contract/stages.ts";
import type { Store } from "../ui/store.ts";
import { type PlayerState, type PlaySource, roomSourceOf } from "./contract.ts";
import { playerLimits } from "./limits.ts";
import { type Preferences, readPreferences, writePreferences } from "./preferences.ts";
import { followSet, keepSleep, type SleepChoice, startSleep } from "./sleep.ts";
import { SleepTimer } from "./sleep-timer.ts";

/** Dependencies of the settings. */
interface SoundSettingsDeps {
  store: Store<PlayerState>;
  /** Returns the source that plays, or is about to. */
  heardSource: () => PlaySource | null;
  /** Returns how far this clock is ahead of the sound at the ear, ms. */
  earLagMs: (now: number) => number;
  applyGain: (gain: number) => void;
  /** Restarts what plays, where a setting changes its form. */
  playAgain: () => void;
  stop: () => void;
  forgetBreaks: () => void;
}

/** The listener's settings for whatever plays, from one play to the next: volume, low data, smooth playback, sleep. */
export class SoundSettings {
  readonly #deps: SoundSettingsDeps;
  readonly #sleep: SleepTimer;

  constructor(deps: SoundSettingsDeps) {
    this.#deps = deps;
    this.#sleep = new SleepTimer({
      renew: (sleep, now) => followSet(sleep, this.#heard()?.onAir ?? offAir, now, deps.earLagMs(now)),
      onGain: () => deps.applyGain(this.gain()),
      onChange: (sleep) => this.#remember({ sleep }),
      onOver: deps.stop,
    });
  }

  /** Starts with the stored preferences. Returns a function that stops the timer. */
  open(): () => void {
    const { sleep, ...preferences } = readPreferences();
    this.#deps.store.change(preferences);
    this.#sleep.set(sleep);
    return () => this.#sleep.close();
  }

  /** The listener has chosen another source: a timer for the end of a set applies only to its room. */
  keepSleepFor(source: PlaySource): void {
    const { sleep } = this.#state;
    if (keepSleep(sleep, nameOf(source)) !== sleep) this.#sleep.set(null);
  }

  /** 0 to 100. Turning it up also unmutes. */
  setVolume(volume: number): void {
    const { min, max } = playerLimits.volume;
    const rounded = Math.round(Math.min(max, Math.max(min, volume)));
    this.#remember({
      volume: rounded,
      isMuted: this.#state.isMuted && rounded <= this.#state.volume,
    });
    this.#deps.applyGain(this.gain());
  }

  toggleMute(): void {
    this.#remember({ isMuted: !this.#state.isMuted });
    this.#deps.applyGain(this.gain());
  }

  /** Sets low data from the next play on; a playing stream restarts where that changes its form. */
  setLowData(isLowData: boolean): void {
    this.#remember({ isLowData });
    if (!this.#state.isPatient) this.#deps.playAgain();
  }

  /** Switches far behind live, and back: what plays restarts, half a minute earlier or later. */
  setPatient(isPatient: boolean): void {
    this.#remember({ isPatient });
    this.dismissOffer();
    this.#deps.playAgain();
  }

  /** The listener has seen the offer of smooth playback, and has not accepted it. */
  dismissOffer(): void {
    this.#deps.forgetBreaks();
    if (this.#state.isPatienceOffered) this.#deps.store.change({ isPatienceOffered: false });
  }

  /** Ends the sound later, or (null) cancels that. Without a set that ends, "set" does nothing. */
  sleep(choice: SleepChoice | null): void {
    const now = Date.now();
    const room = this.#heard();
    const heard = room && { room: nameOf(room), onAir: room.onAir };
    const sleep = choice && startSleep(choice, heard, now, this.#deps.earLagMs(now));
    if (choice === null || sleep !== null) this.#sleep.set(sleep);
  }

  /** Loudness is perceived roughly as the square of the amplitude. */
  gain(): number {
    const { volume, isMuted } = this.#state;
    return isMuted ? 0 : (volume / playerLimits.volume.max) ** 2 * this.#sleep.gain;
  }

  get #state(): PlayerState {
    return this.#deps.store.get();
  }

  #heard() {
    const source = this.#deps.heardSource();
    return source && roomSourceOf(source);
  }

  #remember(changed: Partial<Preferences>): void {
    this.#deps.store.change(changed);
    writePreferences(changed);
  }
}

/** A source's unique name; the past of a room has that of the room. */
function nameOf(source: PlaySource): string {
  const { kind, id } = roomSourceOf(source) ?? source;
  return `${kind}/${id}`;
}
