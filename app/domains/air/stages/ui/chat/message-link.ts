/** Addresses of single chat messages. Pure. */

const parameter = "message";

/**
 * The link to a message in its room's chat. `room` is `stage/<id>` or `profile/<id>`; the hash opens the chat where it
 * is a sheet.
 */
export function messageLink(origin: string, room: string, messageId: string): string {
  const [kind, id = ""] = room.split("/");
  const page = kind === "stage" ? "room" : "profile";
  return `${origin}/${page}/${id}?${parameter}=${encodeURIComponent(messageId)}#chat`;
}

/** The message in the address of a page, or null. */
export function messageIn(search: string): string | null {
  return new URLSearchParams(search).get(parameter) || null;
}

/** The same address without it. */
export function withoutMessage(search: string): string {
  const rest = new URLSearchParams(search);
  rest.delete(parameter);
  return rest.size === 0 ? "" : `?${rest}`;
}
