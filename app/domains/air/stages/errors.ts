import { bannedText } from "./live/banned-text.ts";

/** The refusals of stages and their chat. */
export const stageErrors = {
  "chat-timeout": { status: 403, message: "You cannot write here for a while." },
  "chat-banned": { status: 403, message: bannedText },
  "slow-mode": { status: 429, message: "Slow mode: please wait before you write again." },
  "chat-word": { status: 400, message: "Your message contains a word that is blocked here." },
  "chat-links": { status: 400, message: "Links are not allowed in this chat." },
  "manager-protected": { status: 409, message: "Managers of the stage cannot be timed out or banned." },
  "cheer-cooldown": { status: 429, message: "You can cheer again in a moment." },
  "not-live": { status: 409, message: "No one is performing right now." },
  "url-reserved": { status: 409, message: "This URL is reserved. Please choose another." },
  "name-of-performer": {
    status: 409,
    message: "A performer has this name, or one that looks like it. Please choose another.",
  },
  "url-like-id": {
    status: 400,
    message: "A URL cannot look like an internal id. Please choose another.",
  },
  "manager-self": { status: 409, message: "You cannot remove yourself as manager." },
  "stage-archived": { status: 409, message: "This stage is archived: nothing can be booked on it." },
  "stage-deleted": { status: 410, message: "This stage was deleted." },
} as const;
