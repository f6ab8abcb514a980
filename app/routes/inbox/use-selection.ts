import { useState } from "react";
import { useLocation } from "react-router";
import type { ConversationView } from "#app/domains/air/messages/contract.ts";
import { hasDraft } from "#app/ui/talk/outbox.ts";
import { useHydrated } from "#app/ui/use-hydrated.ts";
import { decideSelection, newPlace, type Selection, selectionIn } from "./selection.ts";

/**
 * Returns what `viewerId` has open: from the address, otherwise the automatically selected conversation. `hasRoom`:
 * there is space for it beside the list.
 */
export function useSelection(viewerId: string, conversations: readonly ConversationView[], hasRoom: boolean) {
  const { search } = useLocation();
  const isHydrated = useHydrated();
  const firstId = conversations[0]?.id ?? null;
  // The server cannot measure a window, and renders the first one beside the list for wide screens.
  const [known, setKnown] = useState({ length: isHydrated ? null : conversations.length, openId: firstId });
  const chosen = selectionIn(new URLSearchParams(search));
  const { length } = conversations;

  if (known.length !== length) {
    const isThere = conversations.some(({ id }) => id === known.openId);
    const next = decideSelection({
      firstId,
      length,
      lengthBefore: known.length,
      isChosen: chosen !== null,
      isWriting: isWritingIn(viewerId, chosen, known.openId),
      hasRoom,
    });
    setKnown({ length, openId: next ?? (isThere ? known.openId : null) });
  }
  const openId = known.openId;
  const isShown = openId !== null && (hasRoom || !isHydrated);
  const byItself: Selection | null = isShown ? { kind: "conversation", id: openId } : null;
  return {
    selection: chosen ?? byItself,
    /** The address decides what is open: a phone shows it instead of the list. */
    isChosen: chosen !== null,
    /** Nothing is open until something is chosen. */
    close: () => setKnown({ length, openId: null }),
  };
}

/** The user has started to write there, or is about to. */
function isWritingIn(viewerId: string, chosen: Selection | null, openId: string | null): boolean {
  if (typeof document === "undefined") return false;
  const place = chosen?.kind === "new" ? newPlace : chosen?.kind === "conversation" ? chosen.id : openId;
  if (place !== null && hasDraft(viewerId, place)) return true;
  return document.activeElement?.closest("[data-pane] textarea") != null;
}
