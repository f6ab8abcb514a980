import type { HistoryFormat } from "../history/history-file.ts";

/** Names of formats on pages. */
export const formatNames: Readonly<Record<HistoryFormat, string>> = {
  "serato-session": "Serato DJ",
  "serato-sqlite": "Serato DJ 4",
  "rekordbox-text": "rekordbox",
  "traktor-nml": "Traktor",
  "virtualdj-m3u": "VirtualDJ",
  "virtualdj-text": "VirtualDJ",
  "engine-sqlite": "Engine DJ",
  m3u: "Playlist (M3U)",
  csv: "Table (CSV)",
  cue: "CUE sheet",
  "audacity-labels": "Audacity labels",
  json: "JSON",
  text: "Text",
};

const places: readonly { name: string; where: string }[] = [
  {
    name: "Serato DJ",
    where:
      "Up to version 3: the newest .session file in Music/_Serato_/History/Sessions. Version 4: master.sqlite in Serato's Library folder. Only the tracks of this set are sent.",
  },
  {
    name: "rekordbox",
    where:
      "The .cue file beside your recording has the times. Without one: open Histories in the tree, right-click the night and export it as a text file. That has no times: the tracks are placed between the lines that already have a name.",
  },
  {
    name: "Traktor",
    where: "Documents/Native Instruments/Traktor/History, the history_….nml file of the night.",
  },
  {
    name: "VirtualDJ",
    where: "Documents/VirtualDJ/History, the .m3u file of the day, or tracklist.txt.",
  },
  {
    name: "Engine DJ",
    where: "Engine Library/Database2/hm.db on your drive. Only the tracks of this set are sent.",
  },
  {
    name: "Mixxx and others",
    where:
      "Export the history as M3U or CSV. The cue sheet of your recording and Audacity labels also work, and so does a text file with lines such as “12:30 Artist - Title”, “1. Artist - Title 12:30” or “Title by Artist”.",
  },
  {
    name: "Cue",
    where: "A tracklist that you downloaded here, as CSV, CUE sheet, text or JSON.",
  },
];

/** Shows where each software keeps its history. */
export function HistoryHelp() {
  return (
    <details className="mt-4 border-t border-tick pt-2 text-14">
      <summary className="min-h-11 cursor-pointer py-3 font-semibold text-ink-2">Where is the file?</summary>
      <dl className="space-y-3 pb-2">
        {places.map(({ name, where }) => (
          <div key={name}>
            <dt className="font-semibold text-ink">{name}</dt>
            <dd className="text-ink-2 [overflow-wrap:anywhere]">{where}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
