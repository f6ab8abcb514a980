/**
 * The simulator of Spotify's Web Playback SDK, with the names, events and states of the real one. It plays a quiet tone.
 * The real one is told by a socket what to play; this one sees the page's own call for it succeed.
 * For tests, `Spotify.simulated.moveAway()` moves playback to another device.
 */
(() => {
  const base = new URL(".", document.currentScript.src).href;
  const tickMs = 100;
  const loudness = 0.02;
  let active = null;

  const realFetch = window.fetch;
  window.fetch = async (input, init) => {
    const response = await realFetch(input, init);
    const address = input instanceof Request ? input.url : String(input);
    const url = new URL(address, window.location.href);
    const isPlay = url.href.startsWith(`${base}v1/me/player/play`) && response.status === 204;
    if (isPlay && active !== null && url.searchParams.get("device_id") === active.deviceId) {
      const { uris, position_ms: position = 0 } = JSON.parse(init.body);
      void active.load(uris[0], position);
    }
    return response;
  };

  class Tone {
    #context = null;
    #oscillator = null;
    #gain = null;

    /** False where the browser does not allow sound. */
    async start(volume) {
      this.#context ??= new AudioContext();
      if (this.#gain === null) {
        this.#gain = this.#context.createGain();
        this.#gain.connect(this.#context.destination);
      }
      this.setVolume(volume);
      void this.#context.resume();
      await new Promise((done) => setTimeout(done, tickMs));
      if (this.#context.state !== "running") return false;
      this.stop();
      this.#oscillator = this.#context.createOscillator();
      this.#oscillator.frequency.value = 330;
      this.#oscillator.connect(this.#gain);
      this.#oscillator.start();
      return true;
    }

    stop() {
      this.#oscillator?.stop();
      this.#oscillator = null;
    }

    setVolume(volume) {
      if (this.#gain !== null) this.#gain.gain.value = volume * loudness;
    }
  }

  class Playback {
    deviceId = null;
    volume;
    #options;
    #emit;
    #tone = new Tone();
    #track = null;
    #previous = [];
    #isPaused = true;
    #position = 0;
    #since = 0;
    #timer;

    constructor(options, emit) {
      this.#options = options;
      this.#emit = emit;
      this.volume = options.volume ?? 1;
    }

    token() {
      return new Promise((done) => this.#options.getOAuthToken(done));
    }

    async connect() {
      const response = await realFetch(`${base}sdk/connect`, {
        method: "POST",
        headers: { authorization: `Bearer ${await this.token()}` },
      }).catch(() => null);
      if (response === null) return false;
      if (response.status === 401) this.#emit("authentication_error", { message: "Authentication failed" });
      if (response.status === 403)
        this.#emit("account_error", {
          message: "This functionality is restricted to premium users only",
        });
      if (!response.ok) return false;
      this.deviceId = (await response.json()).device_id;
      active = this;
      setTimeout(() => this.#emit("ready", { device_id: this.deviceId }), tickMs);
      return true;
    }

    disconnect() {
      clearInterval(this.#timer);
      this.#tone.stop();
      this.#track = null;
      if (active === this) active = null;
    }

    async load(uri, position) {
      const id = uri.split(":").at(-1);
      const response = await realFetch(`${base}v1/tracks/${id}`, {
        headers: { authorization: `Bearer ${await this.token()}` },
      });
      const { album, artists, name, duration_ms: duration } = await response.json();
      this.#track = { uri, id, type: "track", media_type: "audio", name, is_playable: true, album, artists };
      this.#track.duration_ms = duration;
      this.#previous = [];
      this.#position = position;
      // As the real one does: a state before anything sounds.
      this.#tell();
      await this.resume();
    }

    async resume() {
      if (this.#track === null) return;
      if (!(await this.#tone.start(this.volume))) {
        this.#emit("autoplay_failed", undefined);
        return;
      }
      this.#isPaused = false;
      this.#since = performance.now();
      clearInterval(this.#timer);
      this.#timer = setInterval(() => this.#tick(), tickMs);
      this.#tell();
    }

    async pause() {
      this.#halt(this.position());
      this.#tell();
    }

    async seek(position) {
      this.#position = Math.max(0, Math.min(position, this.#track?.duration_ms ?? 0));
      this.#since = performance.now();
      this.#tell();
    }

    setVolume(volume) {
      this.volume = volume;
      this.#tone.setVolume(volume);
    }

    moveAway() {
      this.#halt(0);
      this.#track = null;
      this.#tell();
    }

    position() {
      return this.#isPaused ? this.#position : this.#position + performance.now() - this.#since;
    }

    state() {
      if (this.#track === null) return null;
      const { duration_ms: duration, ...track } = this.#track;
      return {
        context: { uri: null, metadata: {} },
        disallows: {},
        duration,
        paused: this.#isPaused,
        position: Math.round(this.position()),
        repeat_mode: 0,
        shuffle: false,
        track_window: { current_track: track, previous_tracks: this.#previous, next_tracks: [] },
      };
    }

    #halt(position) {
      clearInterval(this.#timer);
      this.#tone.stop();
      this.#isPaused = true;
      this.#position = position;
    }

    #tick() {
      if (this.#track === null || this.position() < this.#track.duration_ms) return;
      const { duration_ms: _, ...track } = this.#track;
      this.#previous = [track];
      this.#halt(0);
      this.#tell();
    }

    #tell() {
      this.#emit("player_state_changed", this.state());
    }
  }

  class Player {
    #listeners = new Map();
    #playback;

    constructor(options) {
      this.#playback = new Playback(options, (name, value) => {
        for (const listener of this.#listeners.get(name) ?? []) listener(value);
      });
    }

    addListener(name, listener) {
      this.#listeners.set(name, [...(this.#listeners.get(name) ?? []), listener]);
      return true;
    }

    removeListener(name, listener) {
      const others = (this.#listeners.get(name) ?? []).filter((each) => listener && each !== listener);
      this.#listeners.set(name, others);
    }

    connect = () => this.#playback.connect();
    disconnect = () => this.#playback.disconnect();
    getCurrentState = async () => this.#playback.state();
    getVolume = async () => this.#playback.volume;
    setVolume = async (volume) => this.#playback.setVolume(volume);
    pause = () => this.#playback.pause();
    resume = () => this.#playback.resume();
    togglePlay = async () => (this.#playback.state()?.paused ? this.resume() : this.pause());
    seek = (position) => this.#playback.seek(position);
    nextTrack = async () => {};
    previousTrack = () => this.#playback.seek(0);
    activateElement = async () => {};
  }

  window.Spotify = { Player, simulated: { moveAway: () => active?.moveAway() } };
  window.onSpotifyWebPlaybackSDKReady?.();
})();
