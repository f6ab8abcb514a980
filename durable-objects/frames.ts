/** Reads JSON frames and responds to them; used by every object that pages have sockets to. */
import type * as z from "zod/mini";
import type { RoomReply } from "#app/domains/air/stages/live/protocol.ts";
import { waitSentence } from "#app/domains/air/stages/live/waits.ts";
import { type ErrorCode, errorCatalogue } from "#app/errors.ts";
import { sendText } from "#packages/durable/sockets.ts";

type ErrorReply = Extract<RoomReply, { event: "error" }>;

export function ack(id: string, data: unknown): RoomReply {
  return { event: "ack", id, data };
}

export function refuse(id: string | null, code: ErrorCode, retryAfterMs?: number): ErrorReply {
  const error = waitSentence(code, retryAfterMs ?? 0) ?? errorCatalogue[code].message;
  return { event: "error", id, code, error, retryAfterMs };
}

export function reply(socket: Pick<WebSocket, "send">, frame: RoomReply): void {
  sendText(socket, JSON.stringify(frame));
}

/** Returns a frame, or the response to an invalid one. */
export function parseFrame<Schema extends z.ZodMiniType>(
  schema: Schema,
  text: string,
): z.output<Schema> | ErrorReply {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return refuse(null, "bad-json");
  }
  const parsed = schema.safeParse(json);
  return parsed.success ? parsed.data : refuse(idOf(json), "bad-input");
}

/** The id by which the sender recognizes a refused frame. */
function idOf(json: unknown): string | null {
  if (typeof json !== "object" || json === null || !("id" in json)) return null;
  return typeof json.id === "string" && json.id.length <= 64 ? json.id : null;
}
