/** The line below "No messages yet": an invitation to those who can write, or could once they have logged in. */
export function emptyChatText({ isSignedIn, isOut }: { isSignedIn: boolean; isOut: boolean }): string {
  if (isOut) return "Messages appear here.";
  return isSignedIn ? "Be the first to say something." : "Log in to be the first to say something.";
}
