import type { EarnedAwardView } from "../awards/contract.ts";
import type { AnnouncementView, ServerMessageView } from "./contract.ts";
import { announcementId } from "./notice.ts";
import type { AnnouncementRow } from "./queries/announcements.ts";

export function toAnnouncementView({ number, message, createdAt }: AnnouncementRow): AnnouncementView {
  const id = announcementId(number);
  return { id, _id: id, number, message, date: createdAt };
}

export function toTextMessage(row: AnnouncementRow): ServerMessageView {
  const { number: _, ...view } = toAnnouncementView(row);
  return { ...view, award: null };
}

export function toAwardMessage(award: EarnedAwardView): ServerMessageView {
  return { id: award.id, _id: award.id, date: award.date, message: null, award };
}
