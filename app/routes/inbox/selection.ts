import { conversationPath, noticePath, writeToPath } from "#app/paths.ts";

/** What the address of the inbox opens. Pure. */

export type Selection =
  | { kind: "conversation"; id: string }
  /** A server message. */
  | { kind: "server"; id: string }
  | { kind: "notices" }
  /** A conversation that is yet to be begun, with this person where one is named. */
  | { kind: "new"; to: string | null };

/** The place of a new conversation's outbox; the others have theirs by their ids. */
export const newPlace = "new";

/** Names all notices together, in the place of a server message's id. */
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
 * What is selected by itself once the list is there or its length has changed: the first conversation, where there is
 * room beside the list. An explicit choice stays, and so does a conversation in which the user is writing. Returns null to
 * leave everything as it is.
 */
export function decideSelection({
  firstId,
  length,
  lengthBefore,
  isChosen,
  isWriting,
  hasRoom,
}: {
  /** Of the first conversation in the list, or null. */
  firstId: string | null;
  length: number;
  /** Null before the list was there. */
  lengthBefore: number | null;
  /** The address says what is open. */
  isChosen: boolean;
  isWriting: boolean;
  hasRoom: boolean;
}): string | null {
  if (length === lengthBefore || isChosen || isWriting || !hasRoom) return null;
  return firstId;
}
