import type { ReplayHandlers, ReplayOptions, SeekableSession, ServiceSource } from "#app/player/contract.ts";
import { silence } from "#app/player/session.ts";
import type { Player } from "#app/player/store.ts";
import type { SpotifyAddresses } from "../contract.ts";
import { readPlayback } from "../playback.ts";
import { requestPlay } from "../request-play.ts";
import { forgetAccess, freshToken, keepUnpaid } from "./access.ts";
import { loadSdk, type SdkPlayer, type SdkState } from "./sdk.ts";
import { showTrouble, type Trouble } from "./trouble.ts";

export interface SpotifySessionDeps {
  /** The player, for what another device, or Spotify itself, has changed. */
  player: Pick<Player, "play" | "stop" | "replay">;
  addresses: SpotifyAddresses;
  isSignedIn: boolean;
  /** `spotify:track:…` */
  uri: string;
}

/** The player knows no engine of another service; this one is nearest to it. */
const engine = "element";

/** One track on Spotify, in the place of a replay, from the press to its end. Our own sound has ended before. */
export class SpotifySession implements SeekableSession {
  readonly replay = this;
  readonly room = null;
  readonly engine = null;
  readonly source: ServiceSource;
  readonly #options: ReplayOptions;
  readonly #handlers: ReplayHandlers;
  readonly #deps: SpotifySessionDeps;
  #sdk: SdkPlayer | null = null;
  /** The track that has sounded, as Spotify names it. */
  #played: string | null = null;
  #duration = 0;
  #at = 0;
  /** Time since which the position moves on from `#at`; null while it does not. */
  #movesSince: number | null = null;
  #isPaused = false;
  #isEnded = false;
  #hasRenewed = false;

  constructor(
    source: ServiceSource,
    options: ReplayOptions,
    handlers: ReplayHandlers,
    deps: SpotifySessionDeps,
  ) {
    this.source = source;
    this.#options = options;
    this.#handlers = handlers;
    this.#deps = deps;
    this.#at = options.at ?? 0;
    void this.#begin();
  }

  get position(): number {
    const moved = this.#movesSince === null ? 0 : performance.now() - this.#movesSince;
    return Math.min(this.#at + moved, this.#duration || this.#at);
  }

  get duration(): number {
    return this.#duration;
  }

  figures() {
    return silence;
  }

  /** Spotify's volume is as loud as it is heard, ours an amplitude. */
  setGain(gain: number): void {
    this.#options.gain = gain;
    void this.#sdk?.setVolume(Math.sqrt(gain));
  }

  setPaused(isPaused: boolean): void {
    if (isPaused === this.#isPaused) return;
    this.#isPaused = isPaused;
    if (isPaused) void this.#sdk?.pause();
    else {
      // Browsers that refused the sound allow it in a press.
      void this.#sdk?.activateElement();
      void this.#sdk?.resume();
    }
  }

  seek(position: number): void {
    this.#at = Math.max(0, Math.min(position, this.#duration));
    if (this.#movesSince !== null) this.#movesSince = performance.now();
    void this.#sdk?.seek(Math.round(this.#at));
  }

  async end(): Promise<void> {
    if (this.#isEnded) return;
    this.#at = this.position;
    this.#movesSince = null;
    this.#isEnded = true;
    this.#sdk?.disconnect();
  }

  async #begin(): Promise<void> {
    const sdk = await loadSdk(this.#deps.addresses.script).catch(() => null);
    if (this.#isEnded) return;
    if (sdk === null) return this.#fail("failed");
    const player = new sdk.Player({
      name: "Cue",
      getOAuthToken: (give) => void this.#token(false).then((token) => token !== null && give(token)),
      volume: Math.sqrt(this.#options.gain),
    });
    this.#sdk = player;
    player.addListener("ready", ({ device_id: device }) => void this.#play(device));
    player.addListener("not_ready", () => this.#handlers.onEvent({ type: "starved", engine }));
    player.addListener("player_state_changed", (state) => this.#onState(state));
    player.addListener("autoplay_failed", () => this.#setPausedElsewhere(true));
    player.addListener("initialization_error", () => this.#fail("unsupported"));
    player.addListener("authentication_error", () => void this.#renew());
    player.addListener("account_error", () => this.#fail("premium"));
    player.addListener("playback_error", () => this.#fail("failed"));
    if ((await this.#token(false)) === null) return this.#fail("no-access");
    if (this.#isEnded) return;
    const isConnected = await player.connect().catch(() => false);
    // A refused token is reported by an event, which comes first.
    if (!isConnected && !this.#hasRenewed) this.#fail("failed");
  }

  /** Spotify refused the token: once, a new one may help. */
  async #renew(): Promise<void> {
    const isFirst = !this.#hasRenewed;
    this.#hasRenewed = true;
    const token = isFirst ? await this.#token(true) : null;
    if (this.#isEnded) return;
    if (token !== null && (await this.#sdk?.connect().catch(() => false))) return;
    forgetAccess();
    this.#fail("no-access");
  }

  #token(isForced: boolean): Promise<string | null> {
    const { isSignedIn } = this.#deps;
    return freshToken({ isForced, isSignedIn }).catch(() => null);
  }

  async #play(device: string): Promise<void> {
    const { addresses, uri } = this.#deps;
    const token = (isForced: boolean) => this.#token(isForced);
    const answer = await requestPlay({ api: addresses.api, device, uri, position: this.position, token });
    if (answer !== "accepted" && !this.#isEnded) this.#fail(answer);
  }

  #onState(state: SdkState | null): void {
    if (this.#isEnded) return;
    const playback = readPlayback(state, this.#played);
    if (state !== null && playback !== "finished") this.#note(state, playback === "playing");
    switch (playback) {
      case "loading":
        return;
      case "playing":
        this.#setPausedElsewhere(false);
        return this.#handlers.onEvent({ type: "sounding", engine });
      case "paused":
        return this.#setPausedElsewhere(true);
      case "finished":
        return this.#finish();
      case "disconnected":
        // The listener goes on hearing it there: nothing of ours starts over it.
        showTrouble("moved", this.source.service.href);
        return this.#deps.player.stop();
    }
  }

  #note({ position, duration, track_window: { current_track: track } }: SdkState, isMoving: boolean): void {
    this.#at = position;
    this.#duration = duration;
    this.#movesSince = isMoving ? performance.now() : null;
    if (isMoving) this.#played = track.uri;
    this.source.service.details.change({ cover: track.album.images[0]?.url ?? null });
  }

  /** It was paused or resumed without a press here: on another device, or by the browser. */
  #setPausedElsewhere(isPaused: boolean): void {
    if (this.#isEnded || isPaused === this.#isPaused) return;
    this.#isPaused = isPaused;
    if (isPaused) this.#deps.player.replay.pause();
    else this.#deps.player.replay.resume();
  }

  #finish(): void {
    const { before } = this.source.service;
    if (before === null) this.#handlers.onEnd();
    else this.#deps.player.play(before);
  }

  #fail(trouble: Trouble): void {
    if (this.#isEnded) return;
    const { before, href } = this.source.service;
    if (trouble === "premium") keepUnpaid();
    showTrouble(trouble, href);
    if (before === null) this.#deps.player.stop();
    else this.#deps.player.play(before);
  }
}
