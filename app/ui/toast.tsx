import clsx from "clsx";
import { X } from "lucide-react";
import { useEffect, useEffectEvent, useSyncExternalStore } from "react";

type ToastType = "confirm" | "warning" | "error";
interface ToastEntry {
  id: number;
  type: ToastType;
  message: string;
}

/** listener.md 9: "Toast duration 7 s"; a click closes it sooner. */
export const toastShownForMs = 7_000;
const mostShown = 4;

let entries: readonly ToastEntry[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: readonly ToastEntry[]) {
  entries = next;
  for (const listener of listeners) listener();
}

/** Shows a message for 7 s; the same message twice is shown once, anew. */
export function showToast(type: ToastType, message: string): void {
  lastId += 1;
  const others = entries.filter((entry) => entry.message !== message);
  change([...others, { id: lastId, type, message }].slice(-mostShown));
}

function close(id: number) {
  change(entries.filter((entry) => entry.id !== id));
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
const none: readonly ToastEntry[] = [];

/** Where toasts appear: one on a page, present from the start so that screen readers hear what comes. */
export function ToastRegion() {
  const shown = useSyncExternalStore(
    subscribe,
    () => entries,
    () => none,
  );
  return (
    <div
      aria-live="polite"
      className="pointer-events-none fixed inset-x-0 bottom-[calc(var(--bar)+var(--composer)+12px)] z-50 flex flex-col items-center gap-2 px-4"
    >
      {shown.map((entry) => (
        <Toast key={entry.id} type={entry.type} message={entry.message} onClose={() => close(entry.id)} />
      ))}
    </div>
  );
}

const edges: Record<ToastType, string> = {
  confirm: "border-l-green",
  warning: "border-l-amber",
  error: "border-l-red",
};

/** One message. A click anywhere on it closes it, and so do 7 s. */
export function Toast({ type, message, onClose }: { type: ToastType; message: string; onClose: () => void }) {
  const expire = useEffectEvent(onClose);
  useEffect(() => {
    const timer = setTimeout(expire, toastShownForMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <button
      type="button"
      data-toast={type}
      onClick={onClose}
      className={clsx(
        "pointer-events-auto flex min-h-11 w-full max-w-md items-center gap-3 border border-l-4 border-tick bg-control px-3 py-2 text-left text-14 text-ink",
        edges[type],
      )}
    >
      <span className="grow">{message}</span>
      <X aria-hidden="true" className="size-4 shrink-0 text-ink-3" />
      <span className="sr-only">Close this message</span>
    </button>
  );
}
