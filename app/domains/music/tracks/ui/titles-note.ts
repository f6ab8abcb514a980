/** Where a list of tracks is still empty: how tracks get there. */
export const titlesNote = "Tracks are listed when the performer's software sends their titles.";
