import { checkAnnouncementsCall } from "#app/domains/announcements/calls/announcements.ts";
import { listServerMessagesCall } from "#app/domains/announcements/calls/server-messages.ts";
import { CheckInput } from "#app/domains/announcements/contract.ts";
import { checkAnnouncements, listServerMessages } from "#app/domains/announcements/operations.server.ts";
import { type Served, serve } from "./serve.ts";

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
