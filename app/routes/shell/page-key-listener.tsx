import { type ReactNode, useEffect, useEffectEvent, useRef } from "react";
import { flushSync } from "react-dom";
import { useNavigate } from "react-router";
import { lazyDialog } from "#app/ui/lazy-dialog.tsx";
import { usePanels } from "#app/ui/panels.tsx";
import { areSingleKeysOn, isForPage } from "#app/ui/single-keys.ts";
import { pageActionOf, secondKeyWithinMs } from "./page-keys.ts";

const KeysDialog = lazyDialog(() => import("./keys-dialog.tsx"));

/**
 * Listens for the keys that navigate, and shows the sheet that lists all keys while it is open. The default export of its
 * own chunk: no key is pressed before a page has hydrated.
 */
export default function PageKeyListener({
  isSignedIn,
  hasChat,
  isHelpOpen,
  onHelp,
}: {
  isSignedIn: boolean;
  /** Whether the present page has a chat. */
  hasChat: boolean;
  isHelpOpen: boolean;
  onHelp: (isOpen: boolean) => void;
}): ReactNode {
  const navigate = useNavigate();
  const { chat } = usePanels();
  const goPressedAt = useRef(Number.NEGATIVE_INFINITY);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!areSingleKeysOn() || !isForPage(event) || isInDialog(event.target)) return;
    const afterGo = event.timeStamp - goPressedAt.current < secondKeyWithinMs;
    goPressedAt.current = Number.NEGATIVE_INFINITY;
    const action = pageActionOf(event.key, { afterGo, isSignedIn, hasChat });
    if (action === null) return;
    event.preventDefault();
    if ("wait" in action) goPressedAt.current = event.timeStamp;
    else if ("go" in action) void navigate(action.go, { state: action.state });
    else if (action.open === "help") onHelp(true);
    else chat.toggle();
  });
  useEffect(() => {
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
  return isHelpOpen && <KeysDialog isSignedIn={isSignedIn} onClose={() => flushSync(() => onHelp(false))} />;
}

function isInDialog(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("[role=dialog], [role=alertdialog]") !== null;
}
