import { Link } from "react-router";
import type { SystemState } from "#app/domains/status/contract.ts";
import { decideAlarm } from "#app/domains/status/rules.ts";
import { useStatus } from "#app/domains/status/ui/use-status.ts";
import { Lamp } from "#app/ui/lamp.tsx";

const words: Record<Exclude<SystemState, "online">, string> = {
  degraded: "System degraded",
  down: "System down",
};

/** Lit while something that should work does not, and the way to what it is; otherwise nothing is there. */
export default function StatusLamp() {
  const { services, isAway } = useStatus();
  const state = isAway ? "down" : decideAlarm(services ?? []);
  return (
    <output>
      {state !== "online" && (
        <Link
          to="/status"
          className="flex min-h-11 items-center gap-2 rounded-control px-2 text-14 text-ink-2 hover:text-ink hover:underline"
        >
          <Lamp tone="red" />
          <span className="max-[400px]:sr-only">{words[state]}</span>
        </Link>
      )}
    </output>
  );
}
