/** Shown to managers beside the connection of an on-demand stage. */
export const goLiveNote = "Your stage will go live within 10 seconds after connecting";
