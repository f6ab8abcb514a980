/** Spotify's Web Playback SDK, as far as it is used here. Its types are those of @types/spotify-web-playback-sdk. */

interface SdkTrack {
  uri: string;
  album: { images: { url: string }[] };
}

/** Times are ms. The position does not tick. */
export interface SdkState {
  paused: boolean;
  position: number;
  duration: number;
  track_window: { current_track: SdkTrack; previous_tracks: SdkTrack[] };
}

interface SdkEvents {
  ready: { device_id: string };
  not_ready: { device_id: string };
  /** Null: playback has moved to another device. */
  player_state_changed: SdkState | null;
  autoplay_failed: undefined;
  initialization_error: { message: string };
  authentication_error: { message: string };
  /** The account has no Premium. */
  account_error: { message: string };
  playback_error: { message: string };
}

export interface SdkPlayer {
  connect(): Promise<boolean>;
  disconnect(): void;
  addListener<Name extends keyof SdkEvents>(name: Name, listener: (event: SdkEvents[Name]) => void): boolean;
  pause(): Promise<void>;
  resume(): Promise<void>;
  seek(ms: number): Promise<void>;
  setVolume(volume: number): Promise<void>;
  activateElement(): Promise<void>;
}

export interface Sdk {
  Player: new (options: {
    name: string;
    getOAuthToken: (give: (token: string) => void) => void;
    volume: number;
  }) => SdkPlayer;
}

type SdkWindow = Window & { Spotify?: Sdk; onSpotifyWebPlaybackSDKReady?: () => void };

const patienceMs = 15_000;
let loading: Promise<Sdk> | null = null;

/** Loads the script once for each page. Rejects where it does not load; the next call tries again. */
export function loadSdk(address: string): Promise<Sdk> {
  loading ??= load(address).catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

function load(address: string): Promise<Sdk> {
  const page = window as SdkWindow;
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    const fail = () => {
      script.remove();
      reject(new Error("The script of Spotify did not load."));
    };
    const timer = setTimeout(fail, patienceMs);
    // It calls this when it is ready, and fails where it is missing.
    page.onSpotifyWebPlaybackSDKReady = () => {
      clearTimeout(timer);
      if (page.Spotify) resolve(page.Spotify);
      else fail();
    };
    script.addEventListener("error", fail);
    script.src = address;
    document.head.appendChild(script);
  });
}
