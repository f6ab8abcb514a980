/** A press of a track's icon: loaded with the first one. */

import { trackPath } from "#app/paths.ts";
import { isListening, type PlaySource, type ServiceSource } from "#app/player/contract.ts";
import type { Player } from "#app/player/store.ts";
import { Store } from "#app/ui/store.ts";
import type { TrackView } from "../../tracks/contract/tracks.ts";
import { shownArtist, shownTitle } from "../../tracks/shown.ts";
import type { SpotifyAddresses } from "../contract.ts";
import { keepTokens, keepUnpaid } from "./access.ts";
import { awaitLogIn } from "./log-in-popup.ts";
import { SpotifySession } from "./spotify-session.ts";
import { showTrouble } from "./trouble.ts";

/** Our sound fades out in less. */
const stopMs = 3_000;

export interface PlaceToPlay {
  player: Player;
  addresses: SpotifyAddresses;
  isSignedIn: boolean;
}

export const spotifyPage = (id: string): string => `https://open.spotify.com/track/${encodeURIComponent(id)}`;

/** Plays the track, after the log-in in `popup` where there is one. Our own sound ends first. */
export async function playTrack(place: PlaceToPlay, track: TrackView, popup: Window | null): Promise<void> {
  const id = track.spotify;
  if (id === null || (popup !== null && !(await connect(popup, id)))) return;
  const { player } = place;
  const before = heardBefore(player);
  await stopSound(player);
  // Something else was started meanwhile.
  if (isListening(player.getState())) return;
  player.play(toSource(place, track, id, before), { at: 0 });
}

async function connect(popup: Window, id: string): Promise<boolean> {
  const message = await awaitLogIn(popup);
  if (message?.type === "music-token") keepTokens(message);
  else if (message?.reason === "subscription") {
    keepUnpaid();
    showTrouble("premium", spotifyPage(id));
  } else if (message !== null) showTrouble("not-connected", spotifyPage(id));
  return message?.type === "music-token";
}

/**
 * Returns the source that sounds, and is to sound again afterwards; of another track here, the one that it has
 * interrupted.
 */
function heardBefore(player: Player): PlaySource | null {
  const state = player.getState();
  const { source } = state;
  if (source?.kind === "replay" && source.service) return source.service.before;
  return isListening(state) ? source : null;
}

/** Resolves when nothing of ours sounds any more. */
async function stopSound(player: Player): Promise<void> {
  player.stop();
  const hasStopped = () => player.getState().status === "init";
  if (hasStopped()) return;
  await new Promise<void>((done) => {
    const end = () => {
      clearTimeout(timer);
      unsubscribe();
      done();
    };
    const timer = setTimeout(end, stopMs);
    const unsubscribe = player.subscribe(() => {
      if (hasStopped()) end();
    });
  });
}

function toSource(
  { player, addresses, isSignedIn }: PlaceToPlay,
  track: TrackView,
  id: string,
  before: PlaySource | null,
): ServiceSource {
  const uri = `spotify:track:${id}`;
  return {
    kind: "replay",
    open: (source, options, handlers) =>
      new SpotifySession(source, options, handlers, { player, addresses, isSignedIn, uri }),
    id: uri,
    name: `${shownTitle(track.title)} ${shownArtist(track.artist)}`,
    href: trackPath(track.id),
    image: null,
    performer: null,
    duration: 0,
    tracks: [{ start: 0, track }],
    live: null,
    service: {
      name: "Spotify",
      href: spotifyPage(id),
      details: new Store<{ cover: string | null }>({ cover: null }),
      before,
    },
  };
}
