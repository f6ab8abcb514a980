import * as z from "zod/mini";
import { EarnedAwardView } from "../awards/contract.ts";

/** An announcement of the operators to everyone. `number` increases by one. */
export const AnnouncementView = z.object({
  id: z.string(),
  _id: z.string(),
  number: z.number(),
  message: z.string(),
  /** Time when it was written, epoch ms. */
  date: z.number(),
});
export type AnnouncementView = z.infer<typeof AnnouncementView>;

/** `number` of the last announcement that this browser has shown; 0 for none. */
export const CheckInput = z.object({ number: z.number().check(z.int(), z.nonnegative()) });
export type CheckInput = z.infer<typeof CheckInput>;

/** The number of the newest announcement, and those after the requested number, oldest first. */
export const CheckView = z.object({ number: z.number(), announcements: z.array(AnnouncementView) });
export type CheckView = z.infer<typeof CheckView>;

/**
 * A row of the inbox that is not a person's message: an announcement's text, or an award that the viewer has earned.
 */
export const ServerMessageView = z.object({
  id: z.string(),
  _id: z.string(),
  /** Epoch ms. */
  date: z.number(),
  message: z.nullable(z.string()),
  award: z.nullable(EarnedAwardView),
});
export type ServerMessageView = z.infer<typeof ServerMessageView>;
