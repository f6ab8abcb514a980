/** A room's text on an audio socket (`UplinkText`). */
import * as z from "zod/mini";
import type { UplinkText } from "#app/domains/air/media/contract/frames.ts";

const Seq = z.int().check(z.minimum(0), z.maximum(2 ** 32 - 1));

const RoomText = z.discriminatedUnion("event", [
  z.object({
    event: z.literal("taped"),
    data: z.object({ kind: z.enum(["opus", "mp3", "levels"]), from: Seq, to: Seq }),
  }),
  z.object({ event: z.literal("resend") }),
]);
type RoomText = z.infer<typeof RoomText>;

/** Returns undefined for what is malformed or unknown. */
export function parseRoomText(text: string): RoomText | undefined {
  try {
    return RoomText.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** The first message on every socket. */
export function heldText(oldest: Extract<UplinkText, { event: "held" }>["data"]): string {
  return JSON.stringify({ event: "held", data: oldest } satisfies UplinkText);
}
