/** What a performer reads about a file that cannot be read: what it is and what to export instead. */
export const words = {
  empty: "This file is empty. Export the history again and choose the new file.",
  unknown:
    "This is no history file that Cue knows. Export the history of your software as text, M3U, CSV or NML, and choose that file.",
  noTracks: "There are no played tracks in this file. Choose the history of the night you played.",
  damaged: "This file is damaged or not complete. Copy it again while your software is closed.",
  database: "This database has no play history. Choose master.sqlite of Serato DJ 4 or hm.db of Engine DJ.",
  encrypted:
    "Rekordbox encrypts this database. In rekordbox, open Histories, right-click the list and choose to export it as a text file (*.txt).",
  rekordboxXml:
    "This is a collection of rekordbox, which has no play times. In rekordbox, open Histories, right-click the list and choose to export it as a text file (*.txt).",
  virtualDjXml:
    "This is the database of VirtualDJ. Choose a file of its History folder instead: the .m3u of the day, or tracklist.txt.",
  seratoLibrary:
    "This is a library file of Serato. Choose a .session file of Music/_Serato_/History/Sessions instead.",
  noHistoryInNml:
    "There are no played tracks in this file. Choose a history_….nml file of Traktor's History folder.",
  audio: "This is a sound file. Choose the history file that your DJ software wrote while you played.",
  archive: "This is an archive. Unpack it first, and choose the history file inside.",
  picture: "This is a picture. Choose the history file that your DJ software wrote while you played.",
  document: "This is a document. Save the tracklist as plain text (.txt) or CSV, and choose that file.",
  columns:
    "The columns of this file have no known names. Show at least the columns for title and artist, and export it again.",
} as const;
