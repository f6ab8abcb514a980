/** Messages about one person, with their name where it is known. */
export const aboutParticipant = {
  "dms-off": (name = "This person") =>
    `${name} does not accept private messages. You can reply if they write to you.`,
  "already-in": (name = "This person") => `${name} is already in this conversation.`,
  "has-left": (name = "This person") => `${name} has left this conversation. Start a new one with them.`,
};

/** The refusals of conversations. */
export const messageErrors = {
  "chat-empty": { status: 400, message: "Write something first." },
  "chat-too-long": { status: 400, message: "A message must be shorter than 300 characters." },
  "dms-off": { status: 403, message: aboutParticipant["dms-off"]() },
  "conversation-full": { status: 409, message: "A conversation can have at most 50 participants." },
  "already-in": { status: 409, message: aboutParticipant["already-in"]() },
  "has-left": { status: 409, message: aboutParticipant["has-left"]() },
  "remove-not-first": {
    status: 403,
    message: "Only the participant who has been in this conversation longest can remove others.",
  },
  "remove-direct": {
    status: 409,
    message: "You cannot remove anyone from a conversation of two. Leave it, or block the other person.",
  },
  "newcomer-limit": {
    status: 429,
    message:
      "New accounts and accounts without a confirmed email address can start 5 conversations a day, with up to 10 people each, and add 20 people a day. Confirm your address or wait until tomorrow.",
  },
} as const;
