import { LocalTime } from "#app/ui/time.tsx";
import type { Overrun } from "../overrun.ts";

/** Tells a performer who is on air past the end of their set what happens, and when. */
export function OverrunText({
  overrun: { until, next },
  staysOffProfile,
}: {
  overrun: Overrun;
  /** An encoder that stays connected does not put their profile on air. */
  staysOffProfile: boolean;
}) {
  const latest = <LocalTime at={until} shape="clock" />;
  return next === null ? (
    <>
      Your set is past its end. You stay on air until {latest} at the latest
      {staysOffProfile ? "." : ", then your profile goes live."}
    </>
  ) : (
    <>
      Your set is past its end. You stay on air until <bdi>{next}</bdi> starts, or until {latest} at the
      latest.
    </>
  );
}
