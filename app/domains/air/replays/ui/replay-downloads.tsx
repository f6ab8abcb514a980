import { Download } from "lucide-react";
import { replayPath } from "#app/paths.ts";
import { buttonClass } from "#app/ui/button.tsx";
import type { ReplayDetailsView } from "../contract.ts";

/** The files of a replay: its sound, where its performer allows that, and its tracklist. */
export function ReplayDownloads({ replay }: { replay: ReplayDetailsView }) {
  const { id, isDownloadable, mp3, opus, tracks } = replay;
  const page = replayPath(id);
  const sound = isDownloadable
    ? [
        ...(mp3 === null ? [] : [{ href: `${mp3}?download=1`, words: "Download MP3" }]),
        { href: `${opus}?download=1`, words: "Download Opus" },
      ]
    : [];
  const lists =
    tracks.length === 0
      ? []
      : [
          { href: `${page}.cue`, words: "CUE", of: "Tracklist as a CUE sheet" },
          { href: `${page}.csv`, words: "CSV", of: "Tracklist as a CSV table" },
          { href: `${page}.txt`, words: "Text", of: "Tracklist as plain text" },
          { href: `${page}.chapters.json`, words: "Chapters", of: "Tracklist as JSON chapters" },
        ];
  if (sound.length + lists.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
      {sound.length > 0 && (
        <div className="flex flex-wrap gap-3">
          {sound.map(({ href, words }) => (
            <a key={href} href={href} download className={buttonClass("quiet")}>
              <Download aria-hidden="true" className="size-4" />
              {words}
            </a>
          ))}
        </div>
      )}
      {lists.length > 0 && (
        <p className="flex flex-wrap items-center gap-x-1 text-14 text-ink-3">
          Tracklist:
          {lists.map(({ href, words, of }) => (
            <a
              key={href}
              href={href}
              download
              title={of}
              className="inline-flex min-h-11 min-w-11 items-center justify-center px-2 text-ink-2 underline underline-offset-4 hover:text-ink"
            >
              {words}
            </a>
          ))}
        </p>
      )}
    </div>
  );
}
