/** The user of a socket, as the Worker tells an object, and the codes with which objects close sockets. */
import * as z from "zod/mini";
import { roomCloseCodes } from "#app/domains/air/stages/live/close-codes.ts";
import { closeCodes, readCount } from "#packages/durable/sockets.ts";
import { type SocketViewer, viewerHeader } from "./contract.ts";

/** The codes that a client has to handle specially, and those after which it reconnects as after any other. */
export const socketCloseCodes = {
  ...roomCloseCodes,
  ...closeCodes,
} as const;

const ViewerHeader = z.object({
  userId: z.nullable(z.string()),
  username: z.string(),
  photo: z.nullable(z.string()),
  badge: z.nullable(z.string()),
  sessionHash: z.nullable(z.string()),
  canWrite: z.boolean(),
  listenerKey: z.nullable(z.string()),
  formerKey: z.optional(z.string()),
  network: z.optional(z.string()),
}) satisfies z.ZodMiniType<SocketViewer>;

/** The header as the Worker sends it: ASCII, because names need not be ASCII. */
export function encodeViewer(viewer: SocketViewer): string {
  return encodeURIComponent(JSON.stringify(viewer));
}

/** The connecting user as identified by the Worker; null without the header, and then the upgrade is refused. */
export function readViewer(request: Request): SocketViewer | null {
  const header = request.headers.get(viewerHeader);
  if (header === null) return null;
  try {
    return ViewerHeader.parse(JSON.parse(decodeURIComponent(header)));
  } catch {
    return null;
  }
}

/** The number of the next packet for a shard that connects to its room. */
export function readNextPacket(request: Request): number | null {
  return readCount(request, "packet");
}
