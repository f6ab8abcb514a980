/** The note on an empty list of tracks: how tracks get there. */
export const titlesNote = "Tracks are listed when the performer's software sends their titles.";
