import { conversationPath, noticePath, writeToPath } from "#app/paths.ts";

/** The selection by the address of the inbox. Pure. */

export type Selection =
  | { kind: "conversation"; id: string }
  /** A server message. */
  | { kind: "server"; id: string }
  | { kind: "notices" }
  /** A conversation that does not exist yet, with this person where one is named. */
  | { kind: "new"; to: string | null };

/** The key of a new conversation's outbox; the others use their ids. */
export const newPlace = "new";

/** Stands for all notices together, where a server message has its id. */
const allNotices = "all";

export function selectionIn(params: URLSearchParams): Selection | null {
  const conversation = params.get("conversation");
  if (conversation) return { kind: "conversation", id: conversation };
  const notice = params.get("notice");
  if (notice) return notice === allNotices ? { kind: "notices" } : { kind: "server", id: notice };
  const to = params.get("to");
  return to === null ? null : { kind: "new", to: to === "" ? null : to };
}

/** The address that opens it. */
export function inboxPath(selection: Selection | null): string {
  switch (selection?.kind) {
    case undefined:
      return "/inbox";
    case "conversation":
      return conversationPath(selection.id);
    case "server":
      return noticePath(selection.id);
    case "notices":
      return noticePath(allNotices);
    case "new":
      return writeToPath(selection.to ?? "");
  }
}

/**
 * The automatic selection once the list is loaded or its length has changed: the first conversation, where there is
 * space beside the list. An explicit choice stays, and so does a conversation in which the user is typing. Returns null
 * to leave everything unchanged.
 */
export function decideSelection({
  firstId,
  length,
  lengthBefore,
  isChosen,
  isWriting,
  hasRoom,
}: {
  /** The id of the first conversation in the list, or null. */
  firstId: string | null;
  length: number;
  /** Null before the list was loaded. */
  lengthBefore: number | null;
  /** The address decides what is open. */
  isChosen: boolean;
  isWriting: boolean;
  hasRoom: boolean;
}): string | null {
  if (length === lengthBefore || isChosen || isWriting || !hasRoom) return null;
  return firstId;
}
