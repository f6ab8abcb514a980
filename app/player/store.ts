import { isUnheard } from "../domains/air/schedule/set-state.ts";
import type { RoomConnection } from "../domains/air/stages/live/connection.ts";
import type { RoomState } from "../domains/air/stages/live/protocol.ts";
import { Store } from "../ui/store.ts";
import { Breaks } from "./breaks.ts";
import {
  initialPlayerState,
  isListening,
  isStreaming,
  type PlaySource,
  type PressElsewhere,
  type RoomSource,
  roomSourceOf,
  type SeekableSession,
  type SeekableSource,
  type Session,
} from "./contract.ts";
import { isPacketEngine } from "./engine-names.ts";
import type { EngineFigures } from "./engines/engine.ts";
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
import { toListenOptions } from "./preferences.ts";
import { ReplayControls } from "./replay-controls.ts";
import { loadAhead, PlaySession, roomOf, silence } from "./session.ts";
import { showOnLockScreen } from "./show-on-lock-screen.ts";
import { openOutput, releaseOutput } from "./sound-output.ts";
import { SoundSettings } from "./sound-settings.ts";

/** Interval at which the figures in the state are updated. */
const figuresEveryMs = 1_000;
/** A room that was only pointed at is left again after this long. */
const approachMs = 15_000;

/**
 * The player: takes requests, runs the session that makes the sound, and publishes the state. The state follows what
 * engine and room report, never the request alone. One per page, in the browser only.
 */
export class Player {
  readonly #store = new Store(initialPlayerState);
  readonly getState = this.#store.get;
  readonly subscribe = this.#store.subscribe;
  readonly sound = new SoundSettings({
    store: this.#store,
    heardSource: () => this.#facts.source,
    earLagMs: (now) => now - (this.figures().heardAt ?? now),
    applyGain: (gain) => this.#session?.setGain(gain),
    playAgain: () => this.#playAgain(),
    stop: () => this.stop(),
    forgetBreaks: () => this.#breaks.forget(),
  });
  readonly replay = new ReplayControls({
    store: this.#store,
    heardSource: () => this.#facts.source,
    session: () => this.#replaySession,
    figures: () => this.figures(),
    room: () => this.room,
    play: (source, options) => this.play(source, options),
    onPaused: (isPaused) => this.#onPaused(isPaused),
    renewFigures: () => this.#renewFigures(),
  });
  #facts: PlayerFacts = noFacts;
  #session: Session | null = null;
  #tabs: OtherTabs | null = null;
  #figuresTimer: ReturnType<typeof setInterval> | undefined;
  readonly #breaks = new Breaks();
  #pageSource: PlaySource | null = null;
  #isSignedIn = false;
  /** Set where the tracks of another service can be played here. Declared only: a first visit has no script for it. */
  declare pressElsewhere?: PressElsewhere | undefined;

  /** Starts with the stored preferences. Returns a function that stops it. */
  open(): () => void {
    this.#tabs = new OtherTabs(() => this.stop());
    const closeSettings = this.sound.open();
    return () => {
      this.stop();
      closeSettings();
      this.#tabs?.close();
      this.#tabs = null;
    };
  }

  /** Whether the user is signed in, and so may request what follows. */
  setSignedIn(isSignedIn: boolean): void {
    this.#isSignedIn = isSignedIn;
  }

  /**
   * Starts the sound of a room or a replay, replacing any other. A replay starts at `at` (ms), otherwise where this
   * browser has heard it to; one that plays or is paused goes on. Call it in the handler of a click or a key.
   */
  play(source: PlaySource, { at }: { at?: number } = {}): void {
    this.sound.keepSleepFor(source);
    const replay = this.#replaySession;
    const isSame = source.kind === "replay" && replay?.source.id === source.id;
    if (!isSame || this.#facts.request !== "play" || replay === null) {
      this.#begin(source, at);
      return;
    }
    if (at !== undefined) replay.seek(at);
    this.replay.resume();
  }

  stop(): void {
    this.#end(false);
  }

  /** The action of a play control: starts the source if it does not sound; otherwise stops a room, or pauses a replay. */
  toggle(source: PlaySource): void {
    if (!this.isStreaming(source)) this.play(source);
    else if (source.kind === "replay") this.replay.pause();
    else this.stop();
  }

  /** The open page has something to play, or (null) no longer has it. */
  setPageSource(source: PlaySource | null): void {
    this.#pageSource = source;
  }

  /**
   * The action of the play key: stops what streams, goes on with what is paused, otherwise starts the source of the
   * page, otherwise what streamed last.
   */
  toggleAny(): void {
    const state = this.getState();
    const isHere = isListening(state) || state.isPaused;
    const source = isHere ? state.source : (this.#pageSource ?? state.last);
    if (source) this.toggle(source);
  }

  /** Whether `toggleAny` has something to start or stop. */
  get canToggle(): boolean {
    return this.#pageSource !== null || this.getState().last !== null;
  }

  isStreaming(source: Pick<PlaySource, "kind" | "id">): boolean {
    return isStreaming(this.getState(), source);
  }

  /** Loads the engines before a press, unless low data is on. */
  prepare(): void {
    if (!this.getState().isLowData) loadAhead(null);
  }

  /** A pointer or the focus is on the control: connects the room, so that only the sound has to be requested. */
  approach(source: PlaySource): void {
    if (this.getState().isLowData) return;
    this.prepare();
    if (source.kind === "replay") return;
    const release = roomOf(source).retain();
    setTimeout(release, approachMs);
  }

  /** The press has started (the click follows a tenth of a second later): opens the sound card. */
  wake(): void {
    const context = openOutput();
    if (this.#session === null) releaseOutput();
    loadAhead(context);
  }

  /** The room that is heard, or whose past is; or null. */
  get room(): RoomConnection | null {
    return this.#session?.room ?? null;
  }

  /** The present state of the sound. */
  figures(): EngineFigures {
    return this.#session?.figures() ?? silence;
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
    // A replay has no other form.
    if (source && source.kind !== "replay" && this.isStreaming(source)) this.play(source);
  }

  get #replaySession(): SeekableSession | null {
    return this.#session?.replay ?? null;
  }

  #onPaused(isPaused: boolean): void {
    if (!isPaused) this.#tabs?.announce();
    this.#input({ type: "pause", isPaused });
  }

  #begin(source: PlaySource, at?: number): void {
    void this.#session?.end();
    this.#session = source.kind === "replay" ? this.#openReplay(source, at) : this.#openRoom(source);
    this.#tabs?.announce();
    this.#breaks.forget();
    this.#input({ type: "play", source });
    clearInterval(this.#figuresTimer);
    this.#figuresTimer = setInterval(() => this.#renewFigures(), figuresEveryMs);
  }

  #openRoom(source: RoomSource): Session {
    const options = {
      gain: this.sound.gain(),
      listen: toListenOptions(this.getState()),
      isSignedIn: this.#isSignedIn,
    };
    return new PlaySession(source, options, {
      onEvent: (event) => this.#input(event),
      onRoom: (room) => this.#onRoom(room),
      onOver: (next) => (next ? this.#begin(next) : this.#end(true)),
    });
  }

  #openReplay(source: SeekableSource, at?: number): Session {
    const onOver = () => (source.live ? this.play(source.live) : this.#end(true));
    const options = { gain: this.sound.gain(), isLowData: this.getState().isLowData, at };
    // A source opens its own kind.
    return source.open(source as never, options, {
      onEvent: (event) => this.#input(event),
      onEnd: onOver,
      onGone: onOver,
    });
  }

  #end(hasEnded: boolean): void {
    const session = this.#session;
    if (session === null) return;
    this.#input({ type: "stop", hasEnded });
    clearInterval(this.#figuresTimer);
    this.sound.dismissOffer();
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
    if (source && source.kind !== "replay" && isOtherProgramme(source.onAir, room))
      this.#input({ type: "room", source: { ...source, onAir: room } });
  }

  #input(input: PlayerInput): void {
    const facts = reducePlayer(this.#facts, input);
    if (facts === this.#facts) return;
    this.#facts = facts;
    const { source, engine, isPaused } = facts;
    const last = source ? (roomSourceOf(source) ?? source) : this.getState().last;
    const status = statusOf(facts);
    if (source && source.kind !== "replay" && status === "playing") {
      loadOnPlay().then(
        ({ listens }) => listens.heard(source),
        () => {},
      );
    }
    const { concealed: _, ...figures } = this.figures();
    const progress = this.#progress(source);
    this.#store.change({
      source,
      last,
      engine,
      status,
      phase: phaseOf(facts),
      isPaused,
      ...figures,
      ...progress,
    });
    showOnLockScreen(this);
  }

  /** Position and duration of a replay; those of one that has ended stay. */
  #progress(source: PlaySource | null): { position: number | null; duration: number | null } {
    const { position, duration } = this.getState();
    if (source?.kind !== "replay") return { position: null, duration: null };
    const replay = this.#replaySession;
    return replay ? { position: replay.position, duration: replay.duration } : { position, duration };
  }

  #renewFigures(): void {
    const { heardAt, bufferMs, underruns } = this.figures();
    const { isPatient, engine, source } = this.getState();
    const canBePatient = !isPatient && isPacketEngine(engine) && source?.kind !== "replay";
    const isAwaited = isUnheard(this.room?.getView().state.state);
    const isBad = this.#breaks.note(underruns, Date.now(), isAwaited) && canBePatient;
    const progress = this.#progress(source);
    this.#store.change({
      heardAt,
      bufferMs,
      underruns,
      ...progress,
      ...((isBad || isAwaited) && { isPatienceOffered: isBad }),
    });
    if (this.#replaySession) showOnLockScreen(this);
  }
}
