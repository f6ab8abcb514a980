import clsx from "clsx";
import { TriangleAlert, WifiOff } from "lucide-react";
import { Link } from "react-router";
import { LocalTime } from "#app/ui/time.tsx";
import type { Alarm } from "./alarm.ts";

/** Across the whole page and above everything else, for as long as listeners cannot hear the set. */
export function AlarmBand({ alarm }: { alarm: Alarm | null }) {
  return (
    <div
      className={clsx(
        "sticky top-(--head) z-20 flex items-start gap-5 bg-red text-on-red",
        alarm && "px-4 py-5 sm:px-8",
      )}
    >
      {alarm && <TriangleAlert aria-hidden="true" className="mt-1 size-16 shrink-0 max-sm:hidden" />}
      <div className="min-w-0">
        {/* Announced once: the text below may count seconds. */}
        <p role="alert" className="display text-44 text-balance sm:text-72">
          {alarm?.title}
        </p>
        {alarm && <p className="mt-2 max-w-[70ch] text-16 sm:text-20">{alarm.text}</p>}
      </div>
    </div>
  );
}

/** Says that the displayed data is out of date. `lostAt`: epoch ms, null where that is not known. */
export function ConnectionBand({
  isCutOff,
  isSessionOver,
  lostAt,
}: {
  isCutOff: boolean;
  isSessionOver: boolean;
  lostAt: number | null;
}) {
  return (
    <output className="block">
      {isSessionOver ? (
        <span className="block bg-amber-soft px-4 py-4 text-20 sm:px-8">
          Your session has ended.{" "}
          <Link to="/" className="underline">
            Log in again
          </Link>
        </span>
      ) : (
        isCutOff && (
          <span className="flex items-start gap-4 border-l-8 border-amber bg-amber-soft px-4 py-4 sm:px-8">
            <WifiOff aria-hidden="true" className="mt-0.5 size-6 shrink-0" />
            <span className="text-20">
              This page has lost its connection.{" "}
              <span className="text-ink-2">
                {lostAt !== null && (
                  <>
                    What you see is from <LocalTime at={lostAt} shape="clock" />.{" "}
                  </>
                )}
                It reconnects automatically. Your stream is not affected.
              </span>
            </span>
          </span>
        )
      )}
    </output>
  );
}
