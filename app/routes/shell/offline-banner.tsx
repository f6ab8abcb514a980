import { useSyncExternalStore } from "react";
import { Lamp } from "#app/ui/lamp.tsx";

function subscribe(onChange: () => void) {
  window.addEventListener("online", onChange);
  window.addEventListener("offline", onChange);
  return () => {
    window.removeEventListener("online", onChange);
    window.removeEventListener("offline", onChange);
  };
}

/** Says that the network is away; what was playing resumes by itself. */
export function OfflineBanner() {
  const isOnline = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  return (
    <output className="block">
      {!isOnline && (
        <span className="flex min-h-11 items-center gap-3 bg-red-soft px-4 py-2 text-14 text-ink">
          <Lamp tone="red" />
          You are offline. The sound and the chat come back by themselves when the network does.
        </span>
      )}
    </output>
  );
}
