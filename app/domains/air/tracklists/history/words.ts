/** Texts for a performer about a file that cannot be read: what it is and what to export instead. */
export const words = {
  empty: "This file is empty. Export the history again and choose the new file.",
  unknown:
    "Cue does not recognize this file. Export the history of your software as text, M3U, CSV or NML, and choose that file.",
  noTracks: "There are no played tracks in this file. Choose the history of the night you played.",
  damaged: "This file is damaged or not complete. Copy it again while your software is closed.",
  database:
    "This database has no play history. Choose master.sqlite from Serato DJ 4 or hm.db from Engine DJ.",
  encrypted:
    "Rekordbox encrypts this database. In rekordbox, open Histories, right-click the list and choose to export it as a text file (*.txt).",
  rekordboxXml:
    "This is a rekordbox collection, which has no play times. In rekordbox, open Histories, right-click the list and choose to export it as a text file (*.txt).",
  virtualDjXml:
    "This is VirtualDJ's database. Choose a file from its History folder instead: the .m3u of the day, or tracklist.txt.",
  seratoLibrary:
    "This is a Serato library file. Choose a .session file from Music/_Serato_/History/Sessions instead.",
  noHistoryInNml:
    "There are no played tracks in this file. Choose a history_….nml file from Traktor's History folder.",
  audio: "This is a sound file. Choose the history file that your DJ software wrote while you played.",
  archive: "This is an archive. Unpack it first, and choose the history file inside.",
  picture: "This is a picture. Choose the history file that your DJ software wrote while you played.",
  document: "This is a document. Save the tracklist as plain text (.txt) or CSV, and choose that file.",
  columns:
    "Cue does not recognize the columns of this file. Export it again with at least the title and artist columns.",
} as const;
