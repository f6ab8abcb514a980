import { LocalTime } from "#app/ui/time.tsx";
import type { Overrun } from "../overrun.ts";

/** Tells a performer who is on air past the end of their set what happens, and when. */
export function OverrunWords({ overrun: { until, next } }: { overrun: Overrun }) {
  const latest = <LocalTime at={until} shape="clock" />;
  return next === null ? (
    <>Your set is over. You stay on air until {latest} at the latest, then your profile goes live.</>
  ) : (
    <>
      Your set is over. You stay on air until <bdi>{next}</bdi> starts, or until {latest} at the latest.
    </>
  );
}
