import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useNavigate } from "react-router";
import { lazyDialog } from "#app/ui/lazy-dialog.tsx";
import { usePanels } from "#app/ui/panels.tsx";
import { areSingleKeysOn, isForPage } from "#app/ui/single-keys.ts";
import { pageActionOf, secondKeyWithinMs } from "./page-keys.ts";

const KeysDialog = lazyDialog(() => import("./keys-dialog.tsx"));

/** Listens for the keys that navigate; `help` is the sheet that lists all keys, while it is open. */
export function usePageKeys({
  isSignedIn,
  hasChat,
}: {
  isSignedIn: boolean;
  /** Whether the present page has a chat. */
  hasChat: boolean;
}): { openHelp: () => void; help: ReactNode } {
  const navigate = useNavigate();
  const { chat } = usePanels();
  const [isOpen, setOpen] = useState(false);
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
    else if (action.open === "help") setOpen(true);
    else chat.toggle();
  });
  useEffect(() => {
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
  const help = isOpen && (
    <KeysDialog isSignedIn={isSignedIn} onClose={() => flushSync(() => setOpen(false))} />
  );
  return { openHelp: () => setOpen(true), help };
}

function isInDialog(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("[role=dialog], [role=alertdialog]") !== null;
}
