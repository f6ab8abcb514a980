import clsx from "clsx";
import { X } from "lucide-react";
import { useEffect, useEffectEvent } from "react";
import { Store, useStore } from "./store.ts";
import { watchSize } from "./watch-size.ts";

type ToastType = "confirm" | "warning" | "error";
/** An immediate action, beside the text. It closes the message. */
interface ToastAction {
  label: string;
  run: () => void;
}

interface ToastEntry {
  id: number;
  type: ToastType;
  message: string;
  action?: ToastAction;
}

/** A click closes it sooner. */
export const toastShownForMs = 7_000;
const maxShown = 4;

const toasts = new Store<{ entries: readonly ToastEntry[] }>({ entries: [] });
let lastId = 0;

/** Shows a message for 7 s; a repeated message is shown once, with a new time. */
export function showToast(type: ToastType, message: string, action?: ToastAction): void {
  lastId += 1;
  const others = toasts.get().entries.filter((entry) => entry.message !== message);
  toasts.change({ entries: [...others, { id: lastId, type, message, action }].slice(-maxShown) });
}

function close(id: number) {
  toasts.change({ entries: toasts.get().entries.filter((entry) => entry.id !== id) });
}

const none: readonly ToastEntry[] = [];

/**
 * A ref for the free middle of the top bar: where a window is wide enough for it (`--toast-top` in `app.css` decides),
 * toasts are shown there.
 */
export function offerToastPlace(element: HTMLElement | null) {
  if (element === null) return;
  const { style } = document.documentElement;
  const end = watchSize(element, () => {
    const { left, width } = element.getBoundingClientRect();
    style.setProperty("--toast-left", `${left}px`);
    style.setProperty("--toast-width", `${width}px`);
  });
  return () => {
    end();
    style.removeProperty("--toast-left");
    style.removeProperty("--toast-width");
  };
}

/**
 * Keeps `--toasts` at the height of toasts below the head of the page, and `--toast-floor` at their lower edge: sheets and
 * dialogs start below, so that no toast covers what has the focus. A page stays where it is.
 */
function measureRegion(region: HTMLElement | null) {
  if (region === null) return;
  const { style } = document.documentElement;
  return watchSize(region, () => {
    const { bottom, height } = region.getBoundingClientRect();
    const head = document.querySelector("[data-head]")?.getBoundingClientRect().bottom ?? 0;
    style.setProperty("--toasts", `${height === 0 ? 0 : Math.max(0, Math.ceil(bottom - head))}px`);
    style.setProperty("--toast-floor", `${height === 0 ? 0 : Math.ceil(bottom)}px`);
  });
}

/**
 * The place of toasts, one per layout: in the middle of the top bar, on phones below it over the page, which does not
 * move. Present from the start so that screen readers announce new ones, also while a dialog is open.
 */
export function ToastRegion() {
  const shown = useStore(toasts, ({ entries }) => entries, none);
  return (
    <div
      ref={measureRegion}
      aria-live="polite"
      data-react-aria-top-layer="true"
      className={clsx(
        "pointer-events-none fixed top-(--toast-top) left-0 z-50 flex w-full flex-col items-center gap-1 md:left-(--toast-left,0px) md:w-(--toast-width,100%)",
        shown.length > 0 && "px-2 py-1.5",
      )}
    >
      {shown.map((entry) => (
        <Toast key={entry.id} {...entry} onClose={() => close(entry.id)} />
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
export function Toast({ type, message, action, onClose }: Omit<ToastEntry, "id"> & { onClose: () => void }) {
  const expire = useEffectEvent(onClose);
  useEffect(() => {
    const timer = setTimeout(expire, toastShownForMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div
      className={clsx(
        "pointer-events-auto flex w-full max-w-md border border-l-4 border-tick bg-control text-14 text-ink",
        edges[type],
      )}
    >
      <button
        type="button"
        data-toast={type}
        onClick={onClose}
        className="flex min-h-11 min-w-0 grow items-center gap-3 px-3 py-1 text-left"
      >
        <span className="line-clamp-4 grow">{message}</span>
        <X aria-hidden="true" className="size-4 shrink-0 text-ink-3" />
        <span className="sr-only">Dismiss</span>
      </button>
      {action && (
        <button
          type="button"
          onClick={() => {
            onClose();
            action.run();
          }}
          className="min-h-11 shrink-0 border-l border-tick px-4 font-semibold hover:bg-raised"
        >
          {action.label}
        </button>
      )}
    </div>
  );
}
