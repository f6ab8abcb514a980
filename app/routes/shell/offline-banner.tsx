import { Lamp } from "#app/ui/lamp.tsx";
import { useOnline } from "#app/ui/use-online.ts";

/** Keeps `--banner` at the height that it takes: pages as high as the window leave room for it. */
function measure(banner: HTMLElement | null) {
  if (banner === null) return;
  const root = document.documentElement;
  const observer = new ResizeObserver(() =>
    root.style.setProperty("--banner", `${Math.ceil(banner.getBoundingClientRect().height)}px`),
  );
  observer.observe(banner);
  return () => {
    observer.disconnect();
    root.style.removeProperty("--banner");
  };
}

/** Says that the network is away; what was playing resumes by itself. */
export function OfflineBanner() {
  const isOnline = useOnline();
  return (
    <output className="block">
      {!isOnline && (
        <span
          ref={measure}
          className="flex min-h-11 items-center gap-3 bg-red-soft px-4 py-2 text-14 text-ink"
        >
          <Lamp tone="red" />
          You are offline. The sound and the chat come back by themselves when the network does.
        </span>
      )}
    </output>
  );
}
