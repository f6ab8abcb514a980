/** The sentence for a user who was banned from a chat. */
export const bannedText = "You are banned from this stage's chat. You can still listen and read.";
