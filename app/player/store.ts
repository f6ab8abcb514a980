import type { OnAirView } from "../domains/stages/contract.ts";
import type { RoomConnection } from "../domains/stages/live/connection.ts";
import type { RoomState } from "../domains/stages/live/protocol.ts";
import type { PlayerEngine, PlayerState, PlaySource } from "./contract.ts";
import type { EngineFigures } from "./engines/engine.ts";
import { ListenCount } from "./listen-count.ts";
import { noFacts, type PlayerFacts, type PlayerInput, phaseOf, reducePlayer, statusOf } from "./machine.ts";
import { showOnLockScreen } from "./media-session.ts";
import { OtherTabs } from "./other-tabs.ts";
import { readPreferences, writePreferences } from "./preferences.ts";
import { loadEngines, PlaySession, roomOf } from "./session.ts";
import { openOutput, releaseOutput } from "./sound-output.ts";

/** How often the figures in the state are renewed. */
const figuresEveryMs = 1_000;
/** A room that somebody only points at is left again after this long. */
const approachMs = 15_000;

const silence: EngineFigures = { heardAt: null, bufferMs: 0, underruns: 0, concealed: 0 };

export const initialPlayerState: PlayerState = {
  status: "init",
  phase: "idle",
  source: null,
  engine: null,
  volume: 100,
  isMuted: false,
  heardAt: null,
  bufferMs: 0,
  underruns: 0,
};

/**
 * The player: takes requests, runs the session that makes the sound, and publishes the state. The state follows what
 * engine and room report, never the request alone. One for the page, in the browser only.
 */
export class Player {
  #facts: PlayerFacts = noFacts;
  #state: PlayerState = initialPlayerState;
  #session: PlaySession | null = null;
  #tabs: OtherTabs | null = null;
  #figuresTimer: ReturnType<typeof setInterval> | undefined;
  readonly #listens = new ListenCount();
  #last: PlaySource | null = null;
  readonly #subscribers = new Set<() => void>();

  readonly getState = (): PlayerState => this.#state;

  readonly subscribe = (onChange: () => void): (() => void) => {
    this.#subscribers.add(onChange);
    return () => this.#subscribers.delete(onChange);
  };

  /** Takes up what this browser remembers. Answers how to let go. */
  open(): () => void {
    this.#tabs = new OtherTabs(() => this.stop());
    this.#change(readPreferences());
    return () => {
      this.stop();
      this.#tabs?.close();
      this.#tabs = null;
    };
  }

  /** Starts the sound of a room, in place of any other. Call it inside the handler of a click or a key. */
  play(source: PlaySource): void {
    this.#last = source;
    void this.#session?.end();
    this.#session = new PlaySession(source, this.#gain(), forcedEngine(), {
      onEvent: (event) => this.#input(event),
      onRoom: (room) => this.#onRoom(room),
      onOver: () => this.#end(true),
    });
    this.#tabs?.announce();
    this.#input({ type: "play", source });
    clearInterval(this.#figuresTimer);
    this.#figuresTimer = setInterval(() => this.#renewFigures(), figuresEveryMs);
  }

  stop(): void {
    this.#end(false);
  }

  /** What a play control does: starts the room that is not streaming, stops the one that is. */
  toggle(source: PlaySource): void {
    if (this.isStreaming(source)) this.stop();
    else this.play(source);
  }

  /** The key and the button of the bar: stops what streams, or starts what streamed last. */
  toggleLast(): void {
    const source = this.#state.source ?? this.#last;
    if (source) this.toggle(source);
  }

  /** Whether `toggleLast` has something to start. */
  get canResume(): boolean {
    return this.#last !== null;
  }

  isStreaming({ kind, id }: Pick<PlaySource, "kind" | "id">): boolean {
    const { source, status } = this.#state;
    return source?.kind === kind && source.id === id && (status === "playing" || status === "loading");
  }

  /** Ahead of a press: loads the engines. */
  prepare(): void {
    loadEngines().then(
      ({ preparePackets }) => preparePackets(null),
      () => {},
    );
  }

  /** A pointer or the focus is on the control: connects the room, so that only the sound is left to ask for. */
  approach(source: PlaySource): void {
    this.prepare();
    const release = roomOf(source).retain();
    setTimeout(release, approachMs);
  }

  /** The press has begun (the click follows in a tenth of a second): opens the sound card. */
  wake(): void {
    const context = openOutput();
    if (this.#session === null) releaseOutput();
    loadEngines().then(
      ({ preparePackets }) => preparePackets(context),
      () => {},
    );
  }

  /** 0 to 100. Turning it up also unmutes. */
  setVolume(volume: number): void {
    const rounded = Math.round(Math.min(100, Math.max(0, volume)));
    this.#remember({ volume: rounded, isMuted: this.#state.isMuted && rounded <= this.#state.volume });
  }

  toggleMute(): void {
    this.#remember({ volume: this.#state.volume, isMuted: !this.#state.isMuted });
  }

  /** The room that is listened to, or null. */
  get room(): RoomConnection | null {
    return this.#session?.room ?? null;
  }

  /** How the sound is doing at this instant. */
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

  #end(hasEnded: boolean): void {
    const session = this.#session;
    if (session === null) return;
    this.#input({ type: "stop", hasEnded });
    clearInterval(this.#figuresTimer);
    void session.end().then(() => {
      // Another play may have begun meanwhile.
      if (this.#session !== session) return;
      this.#session = null;
      releaseOutput();
      this.#input({ type: "stopped" });
    });
  }

  #onRoom(room: RoomState): void {
    const { source } = this.#facts;
    // Chat and counts are the room's own affair.
    if (source && differs(source.onAir, room))
      this.#input({ type: "room", source: { ...source, onAir: room } });
  }

  #input(input: PlayerInput): void {
    const facts = reducePlayer(this.#facts, input);
    if (facts === this.#facts) return;
    this.#facts = facts;
    const { source, engine } = facts;
    const status = statusOf(facts);
    if (source && status === "playing") this.#listens.heard(source);
    const { concealed: _, ...figures } = this.figures();
    this.#change({ source, engine, status, phase: phaseOf(facts), ...figures });
    showOnLockScreen(source, this.room?.getView().state ?? null, status, {
      play: () => source && this.play(source),
      stop: () => this.stop(),
    });
  }

  #renewFigures(): void {
    const { heardAt, bufferMs, underruns } = this.figures();
    this.#change({ heardAt, bufferMs, underruns });
  }

  #remember(preferences: { volume: number; isMuted: boolean }): void {
    this.#change(preferences);
    this.#session?.setGain(this.#gain());
    writePreferences(preferences);
  }

  /** Loudness is heard roughly by the square of the amplitude. */
  #gain(): number {
    return this.#state.isMuted ? 0 : (this.#state.volume / 100) ** 2;
  }

  #change(change: Partial<PlayerState>): void {
    this.#state = { ...this.#state, ...change };
    for (const onChange of this.#subscribers) onChange();
  }
}

function differs(before: OnAirView, after: OnAirView): boolean {
  return (
    before.status !== after.status ||
    before.currentUrl !== after.currentUrl ||
    before.currentSet?.id !== after.currentSet?.id ||
    before.currentDj?.id !== after.currentDj?.id ||
    before.currentTrackHistory !== after.currentTrackHistory
  );
}

const engines: readonly PlayerEngine[] = ["webcodecs", "wasm", "mse", "element"];

/** One engine instead of the ladder: `?engine=` in the address, or `cue-engine` in local storage. */
function forcedEngine(): PlayerEngine | null {
  const asked = new URLSearchParams(location.search).get("engine");
  return engines.find((engine) => engine === (asked ?? storedEngine())) ?? null;
}

function storedEngine(): string | null {
  try {
    return localStorage.getItem("cue-engine");
  } catch {
    return null;
  }
}
