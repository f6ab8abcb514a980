/** A performer can hide a play: every query over plays leaves hidden ones out, or says here why it does not. */
import { expect, test } from "vitest";
import { isTest, listSources, read } from "./source-files.ts";

/** Functions that read or write plays whether they are hidden or not, with the reason. */
const decided: Readonly<Record<string, string>> = {
  // Tracklists of the performance: a line that others see as "ID".
  "app/domains/air/sets/queries/set-record.ts listSetPlays":
    "the tracklist of a set; toListedTrack hides the track from others",
  "app/domains/air/replays/queries/replay-record.ts listPerformedPlays":
    "the tracklist of a replay; toListedTrack hides the track from others",
  "app/domains/air/tracklists/queries/corrected-plays.ts listCorrectedPlays":
    "the room on air, which shows a hidden one as ID",
  "app/domains/air/replays/queries/replay-record.ts inRoom": "a condition of the queries above",
  "app/domains/air/tracklists/queries/tracklists.ts listPlaysOf":
    "compared with the evidence, to write what has changed",
  // By the id of one play, which nobody learns together with the track while it is hidden.
  "app/domains/music/tracks/queries/tracks.ts findPlay": "the credit of a favorite or a cheer",
  "app/domains/music/tracks/queries/tracks.ts findPlayEnd": "only decides whether a favorite was heard",
  "app/domains/air/replays/queries/replays.ts listPerformancesOfPlays": "of plays that a list has shown",
  "app/domains/music/recognition/queries/references.ts listNamedTonight":
    "tracks to listen for; nothing of their plays is read",
  "app/domains/music/tracks/queries/shown-plays.ts isHiddenTrack": "asks for hidden ones",
  "app/domains/music/tracks/queries/shown-plays.ts listHiddenTracks": "asks for hidden ones",
  // The database and the person themselves.
  "app/domains/people/accounts/queries/account-data/activity.ts activitySections":
    "the person's own data, all of it",
  "app/domains/people/accounts/queries/erasure.ts eraseTraces": "deletes or releases all of them",
  "app/domains/music/tracks/queries/room-plays.ts recordPlay": "stores",
  "app/domains/music/tracks/queries/room-plays.ts endPlay": "stores",
  "app/domains/music/tracks/queries/tracks.ts rekeyTrack": "moves all of them to the track that stays",
  "app/domains/air/tracklists/queries/unused-tracks.ts deleteUnusedTracks":
    "a track with a hidden play is used",
  "app/domains/air/tracklists/queries/tracklists.ts insertPlay": "stores",
  "app/domains/air/tracklists/queries/tracklists.ts updatePlay": "stores",
  "app/domains/air/tracklists/queries/tracklists.ts removePlay": "stores",
  "app/domains/value/stats/queries/counts.ts onStage": "a condition, for several tables",
  "app/domains/value/awards/queries/award-history.ts heardAt":
    "when the play of a favorite or a cheer ended; nothing is shown of it",
  "app/domains/value/awards/queries/award-history.ts performanceOf": "in which performance it was",
  // Local copies only.
  "db/demo-performances.ts insertPlays": "stores",
};

const usesPlays =
  /\b(?:from|[jJ]oin|update|insert|delete|alias|section)\(\s*plays\b|\bplays\.\w|, plays[,)]|\b(?:from|join|into|update) (?:plays\b|\$\{plays\})|typeof plays \|/;
/** The start of a declaration at the top level of a file. */
const declaration = /^(?=(?:export )?(?:default )?(?:async )?(?:function|const|class) )/m;
const nameOf = (text: string) =>
  /^(?:export )?(?:default )?(?:async )?(?:function|const|class) (\w+)/.exec(text)?.[1];

test("every query over plays leaves hidden ones out, or is listed with the reason", () => {
  const paths = listSources().filter(
    (path) => /^(?:db|durable-objects|workers|app)\//.test(path) && !isTest(path),
  );
  const open = paths.flatMap((path) => {
    const text = read(path);
    const isQuery = /^db\/(?!schema\/)|\/queries\//.test(path) && /\bplays,/.test(text);
    const code = text.replaceAll(/^\s*(?:\/?\*|\/\/).*$/gm, "");
    const isRaw = /`[^`]*\b(?:from|join|into|update) plays\b/.test(code);
    if (!isQuery && !isRaw) return [];
    return code
      .split(declaration)
      .filter((part) => usesPlays.test(part) && !/\b(?:isShownPlay|selectPlays)\(/.test(part))
      .flatMap((part) => nameOf(part) ?? [])
      .map((name) => `${path} ${name}`);
  });
  expect(open.toSorted()).toEqual(Object.keys(decided).toSorted());
});
