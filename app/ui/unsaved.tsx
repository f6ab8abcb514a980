import { lazy, Suspense, useEffect } from "react";
import { useBlocker } from "react-router";
import type { LeaveTexts } from "./leave-dialog.tsx";

const LeaveDialog = lazy(() => import("./leave-dialog.tsx"));

/** Asks before a page with unsaved changes is left: by a link, by the back button, by closing the tab. */
export function UnsavedGuard({ isDirty, words }: { isDirty: boolean; words?: LeaveTexts }) {
  // The router has one guard at a time: of several forms on a page, one with unsaved changes.
  return isDirty ? <Guard words={words} /> : null;
}

function Guard({ words }: { words: LeaveTexts | undefined }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, []);
  if (blocker.state !== "blocked") return null;
  return (
    <Suspense fallback={null}>
      <LeaveDialog words={words} onLeave={() => blocker.proceed()} onStay={() => blocker.reset()} />
    </Suspense>
  );
}
