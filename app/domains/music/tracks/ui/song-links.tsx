import { Fragment } from "react";
import { Link } from "react-router";
import { artistPath, trackPath } from "#app/paths.ts";
import { creditParts } from "../credits.ts";
import { shownArtist, shownTitle } from "../shown.ts";

/** A song's title, linked to its page; plain text while the song is unknown. */
export function SongTitle({ track, title }: { track: string | null; title: string | null }) {
  if (track === null) return shownTitle(title);
  return (
    <Link to={trackPath(track)} className="hover:underline">
      {shownTitle(title)}
    </Link>
  );
}

/** An artist as it was written, with each name linked to its page; plain text where the song is hidden (`isPlain`). */
export function SongArtist({ artist, isPlain = false }: { artist: string | null; isPlain?: boolean }) {
  if (!artist || isPlain) return shownArtist(artist);
  return creditParts(artist).map(({ text, isName }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text have no other name
    <Fragment key={index}>
      {isName ? (
        <Link to={artistPath(text.trim())} className="hover:underline">
          {text}
        </Link>
      ) : (
        text
      )}
    </Fragment>
  ));
}
