import { openArtist } from "#app/domains/music/tracks/records.server.ts";
import { PhotoCredit, photoCreditLine } from "#app/domains/music/tracks/ui/photo-credit.tsx";
import { coverOf, RecordHeader, SongList } from "#app/domains/music/tracks/ui/record-page.tsx";
import { artistPath } from "#app/paths.ts";
import { appContext } from "#app/router-context.ts";
import { BackButton } from "#app/ui/back-button.tsx";
import { countOf } from "#app/ui/number.ts";
import { forPage } from "../for-page.server.ts";
import { shareCard } from "../share-card.ts";
import { Figures } from "../stage/figures.tsx";
import { ShareButton } from "../stage/share-button.tsx";
import { recordFigures } from "../track/record-figures.ts";
import type { Route } from "./+types/route";

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const app = context.get(appContext);
  const artist = await forPage(request, openArtist(app, { artist: params.artist }));
  return { artist, origin: app.config.origin };
}

export function meta({ loaderData }: Route.MetaArgs): Route.MetaDescriptors {
  if (!loaderData) return [{ title: "Artist · Cue" }];
  const { artist, origin } = loaderData;
  const songs = countOf(artist.songCount, "song", "songs");
  const played = `${songs}, played live ${countOf(artist.djPlayCount, "time", "times")}.`;
  const { photo, photoCredit } = artist;
  return shareCard({
    origin,
    path: artistPath(artist.id),
    title: artist.name,
    description: photoCredit === null ? played : `${played} ${photoCreditLine(photoCredit)}.`,
    type: "profile",
    image: photo ?? coverOf(artist.tracks),
  });
}

export default function ArtistRoute({ loaderData: { artist, origin } }: Route.ComponentProps) {
  return (
    <main key={artist.id} id="main" className="mx-auto w-full max-w-4xl pb-12">
      <div className="flex items-center gap-1 px-2 py-1.5 sm:px-6">
        <BackButton />
        <span className="grow" />
        <ShareButton name={artist.name} url={`${origin}${artistPath(artist.id)}`} />
      </div>
      <div className="px-4 sm:px-8">
        <RecordHeader name={artist.name} photo={artist.photo} songs={artist.tracks}>
          <Figures figures={recordFigures(artist)} />
          {artist.photoCredit && <PhotoCredit credit={artist.photoCredit} />}
        </RecordHeader>
        <SongList songs={artist.tracks} count={artist.songCount} empty="No songs by this artist yet" />
      </div>
    </main>
  );
}
