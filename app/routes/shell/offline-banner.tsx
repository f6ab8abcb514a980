import { Lamp } from "#app/ui/lamp.tsx";
import { heightInto } from "#app/ui/measured.ts";
import { useOnline } from "#app/ui/use-online.ts";

/** Full-height pages and panels leave space for it. */
const measure = heightInto("--banner");

/** Says that there is no network; what was playing resumes automatically. */
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
          You are offline. Music and chat resume automatically when you are back online.
        </span>
      )}
    </output>
  );
}
