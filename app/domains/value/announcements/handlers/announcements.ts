import { type Served, serve } from "#workers/api/serve.ts";
import { checkAnnouncementsCall } from "../calls/announcements.ts";
import { listServerMessagesCall } from "../calls/server-messages.ts";
import { CheckInput } from "../contract.ts";
import { checkAnnouncements, listServerMessages } from "../operations.server.ts";

export const announcements: readonly Served[] = [
  serve(checkAnnouncementsCall, {
    summary: "Announcements after the one with this number.",
    input: CheckInput,
    run: checkAnnouncements,
  }),
  serve(listServerMessagesCall, {
    summary: "Announcements, and what the signed-in user was awarded, latest first.",
    run: listServerMessages,
  }),
];
