import { Link } from "react-router";
import type { SystemState } from "#app/domains/status/contract.ts";
import { decideSystemState, isOnlyUnset } from "#app/domains/status/rules.ts";
import { useStatus } from "#app/domains/status/ui/use-status.ts";
import { Lamp } from "#app/ui/lamp.tsx";

const words: Record<Exclude<SystemState, "online">, string> = {
  degraded: "System degraded",
  down: "System down",
};

/**
 * Lit by the same rule as `/status` says the state, and the way there; while all is online nothing is there. What this
 * instance was set up without is missing every day: then the light alone is seen.
 */
export default function StatusLamp() {
  const { services = [], isAway } = useStatus();
  const state = isAway ? "down" : decideSystemState(services);
  const isQuiet = !isAway && isOnlyUnset(services);
  return (
    <output>
      {state !== "online" && (
        <Link
          to="/status"
          title={words[state]}
          className="flex min-h-11 min-w-6 items-center justify-center gap-2 rounded-control px-2 text-14 text-ink-2 hover:text-ink hover:underline"
        >
          <Lamp tone={isQuiet ? "amber" : "red"} />
          <span className={isQuiet ? "sr-only" : "max-[400px]:sr-only"}>{words[state]}</span>
        </Link>
      )}
    </output>
  );
}
