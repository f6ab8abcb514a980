import { offAir } from "#app/domains/stages/contract/stages.ts";
import type { RoomConnection } from "../domains/stages/live/connection.ts";
import type { RoomState } from "../domains/stages/live/protocol.ts";
import { Store } from "../ui/store.ts";
import { Breaks } from "./breaks.ts";
import { initialPlayerState, isListening, isPacketEngine, isStreaming, type PlaySource } from "./contract.ts";
import type { EngineFigures } from "./engines/engine.ts";
import { playerLimits } from "./limits.ts";
import { loadOnPlay } from "./load-on-play.ts";
import {
  isOtherProgramme,
  noFacts,
  type PlayerFacts,
  type PlayerInput,
  phaseOf,
  reducePlayer,
  statusOf,
} from "./machine.ts";
import { OtherTabs } from "./other-tabs.ts";
import { type Preferences, readPreferences, toListenOptions, writePreferences } from "./preferences.ts";
import { loadAhead, PlaySession, roomOf } from "./session.ts";
import { showOnLockScreen } from "./show-on-lock-screen.ts";
import { followSet, keepSleep, type SleepChoice, startSleep } from "./sleep.ts";
import { SleepTimer } from "./sleep-timer.ts";
import { openOutput, releaseOutput } from "./sound-output.ts";

/** How often the figures in the state are updated. */
const figuresEveryMs = 1_000;
/** A room that was only pointed at is left again after this long. */
const approachMs = 15_000;

const silence: EngineFigures = { heardAt: null, bufferMs: 0, underruns: 0, concealed: 0 };

/**
 * The player: takes requests, runs the session that makes the sound, and publishes the state. The state follows what
 * engine and room report, never the request alone. One per page, in the browser only.
 */
export class Player {
  #facts: PlayerFacts = noFacts;
  readonly #shown = new Store(initialPlayerState);
  #session: PlaySession | null = null;
  #tabs: OtherTabs | null = null;
  #figuresTimer: ReturnType<typeof setInterval> | undefined;
  readonly #breaks = new Breaks();
  readonly #sleep = new SleepTimer({
    renew: (sleep, now) => followSet(sleep, this.#facts.source?.onAir ?? offAir, now, this.#earLagMs(now)),
    onGain: () => this.#session?.setGain(this.#gain()),
    onChange: (sleep) => this.#remember({ sleep }),
    onOver: () => this.stop(),
  });
  #pageSource: PlaySource | null = null;
  #isSignedIn = false;

  readonly getState = this.#shown.get;
  readonly subscribe = this.#shown.subscribe;

  /** Starts with the stored preferences. Returns a function that stops it. */
  open(): () => void {
    this.#tabs = new OtherTabs(() => this.stop());
    const { sleep, ...preferences } = readPreferences();
    this.#shown.change(preferences);
    this.#sleep.set(sleep);
    return () => {
      this.stop();
      this.#sleep.close();
      this.#tabs?.close();
      this.#tabs = null;
    };
  }

  /** Whether the user is signed in, and so may request what follows. */
  setSignedIn(isSignedIn: boolean): void {
    this.#isSignedIn = isSignedIn;
  }

  /** Starts the sound of a room, replacing any other. Call it in the handler of a click or a key. */
  play(source: PlaySource): void {
    const { sleep } = this.getState();
    if (keepSleep(sleep, nameOf(source)) !== sleep) this.#sleep.set(null);
    this.#begin(source);
  }

  #begin(source: PlaySource): void {
    void this.#session?.end();
    const options = {
      gain: this.#gain(),
      listen: toListenOptions(this.getState()),
      isSignedIn: this.#isSignedIn,
    };
    this.#session = new PlaySession(source, options, {
      onEvent: (event) => this.#input(event),
      onRoom: (room) => this.#onRoom(room),
      onOver: (next) => this.#onOver(next),
    });
    this.#tabs?.announce();
    this.#breaks.forget();
    this.#input({ type: "play", source });
    clearInterval(this.#figuresTimer);
    this.#figuresTimer = setInterval(() => this.#renewFigures(), figuresEveryMs);
  }

  stop(): void {
    this.#end(false);
  }

  /** The action of a play control: starts the room if it is not streaming, otherwise stops it. */
  toggle(source: PlaySource): void {
    if (this.isStreaming(source)) this.stop();
    else this.play(source);
  }

  /** The open page has a room to play, or (null) no longer has one. */
  setPageSource(source: PlaySource | null): void {
    this.#pageSource = source;
  }

  /**
   * The action of the play key: stops what streams, otherwise starts the room of the page, otherwise what streamed
   * last.
   */
  toggleAny(): void {
    const source = isListening(this.getState())
      ? this.getState().source
      : (this.#pageSource ?? this.getState().last);
    if (source) this.toggle(source);
  }

  /** Whether `toggleAny` has something to start or stop. */
  get canToggle(): boolean {
    return this.#pageSource !== null || this.getState().last !== null;
  }

  isStreaming(source: Pick<PlaySource, "kind" | "id">): boolean {
    return isStreaming(this.getState(), source);
  }

  /** Before a press: loads the engines, unless low data is on. */
  prepare(): void {
    if (!this.getState().isLowData) loadAhead(null);
  }

  /** A pointer or the focus is on the control: connects the room, so that only the sound has to be requested. */
  approach(source: PlaySource): void {
    if (this.getState().isLowData) return;
    this.prepare();
    const release = roomOf(source).retain();
    setTimeout(release, approachMs);
  }

  /** The press has started (the click follows a tenth of a second later): opens the sound card. */
  wake(): void {
    const context = openOutput();
    if (this.#session === null) releaseOutput();
    loadAhead(context);
  }

  /** 0 to 100. Turning it up also unmutes. */
  setVolume(volume: number): void {
    const { min, max } = playerLimits.volume;
    const rounded = Math.round(Math.min(max, Math.max(min, volume)));
    this.#remember({
      volume: rounded,
      isMuted: this.getState().isMuted && rounded <= this.getState().volume,
    });
    this.#session?.setGain(this.#gain());
  }

  toggleMute(): void {
    this.#remember({ isMuted: !this.getState().isMuted });
    this.#session?.setGain(this.#gain());
  }

  /** From the next play on; a playing stream restarts where that changes its form. */
  setLowData(isLowData: boolean): void {
    this.#remember({ isLowData });
    if (!this.getState().isPatient) this.#playAgain();
  }

  /** Switches far behind live, and back: what plays restarts, half a minute earlier or later. */
  setPatient(isPatient: boolean): void {
    this.#remember({ isPatient });
    this.dismissOffer();
    this.#playAgain();
  }

  /** The listener has seen the offer of smooth playback, and has not accepted it. */
  dismissOffer(): void {
    this.#breaks.forget();
    if (this.getState().isPatienceOffered) this.#shown.change({ isPatienceOffered: false });
  }

  /** Ends the sound later, or (null) cancels that. Without a set that ends, "set" does nothing. */
  sleep(choice: SleepChoice | null): void {
    const now = Date.now();
    const { source } = this.#facts;
    const heard = source && { room: nameOf(source), onAir: source.onAir };
    const sleep = choice && startSleep(choice, heard, now, this.#earLagMs(now));
    if (choice === null || sleep !== null) this.#sleep.set(sleep);
  }

  /** The room that is playing, or null. */
  get room(): RoomConnection | null {
    return this.#session?.room ?? null;
  }

  /** The present state of the sound. */
  figures(): EngineFigures {
    return this.#session?.engine?.figures() ?? silence;
  }

  /** See `levelOf`. */
  level(): number {
    return this.#session?.engine?.level() ?? 0;
  }

  /** The last node before the output and its context, for tests and visualizers; null without Web Audio. */
  get tapNode(): AudioNode | null {
    return this.#session?.engine?.tapNode ?? null;
  }

  #playAgain(): void {
    const { source } = this.#facts;
    if (source && this.isStreaming(source)) this.play(source);
  }

  /** How far this clock is ahead of the sound at the ear, ms. */
  #earLagMs(now: number): number {
    const { heardAt } = this.figures();
    return heardAt === null ? 0 : now - heardAt;
  }

  #onOver(next: PlaySource | null): void {
    if (next) this.#begin(next);
    else this.#end(true);
  }

  #end(hasEnded: boolean): void {
    const session = this.#session;
    if (session === null) return;
    this.#input({ type: "stop", hasEnded });
    clearInterval(this.#figuresTimer);
    this.dismissOffer();
    void session.end().then(() => {
      // Another play may have started meanwhile.
      if (this.#session !== session) return;
      this.#session = null;
      releaseOutput();
      this.#input({ type: "stopped" });
    });
  }

  #onRoom(room: RoomState): void {
    const { source } = this.#facts;
    if (source && isOtherProgramme(source.onAir, room))
      this.#input({ type: "room", source: { ...source, onAir: room } });
  }

  #input(input: PlayerInput): void {
    const facts = reducePlayer(this.#facts, input);
    if (facts === this.#facts) return;
    this.#facts = facts;
    const { source, engine } = facts;
    const last = source ?? this.getState().last;
    const status = statusOf(facts);
    if (source && status === "playing") {
      loadOnPlay().then(
        ({ listens }) => listens.heard(source),
        () => {},
      );
    }
    const { concealed: _, ...figures } = this.figures();
    this.#shown.change({ source, last, engine, status, phase: phaseOf(facts), ...figures });
    // A pause from the lock screen is a stop here; it can also start again what it has stopped.
    showOnLockScreen(last, status, { play: () => last && this.play(last), stop: () => this.stop() });
  }

  #renewFigures(): void {
    const { heardAt, bufferMs, underruns } = this.figures();
    const { isPatient, engine } = this.getState();
    const canBePatient = !isPatient && isPacketEngine(engine);
    const isBad = this.#breaks.note(underruns, Date.now()) && canBePatient;
    this.#shown.change({ heardAt, bufferMs, underruns, ...(isBad && { isPatienceOffered: true }) });
  }

  #remember(changed: Partial<Preferences>): void {
    this.#shown.change(changed);
    writePreferences(changed);
  }

  /** Loudness is perceived roughly as the square of the amplitude. */
  #gain(): number {
    const { volume, isMuted } = this.getState();
    return isMuted ? 0 : (volume / playerLimits.volume.max) ** 2 * this.#sleep.gain;
  }
}

/** A room's unique name among all stages and profiles. */
const nameOf = ({ kind, id }: PlaySource) => `${kind}/${id}`;
