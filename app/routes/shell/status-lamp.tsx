import { Link } from "react-router";
import type { SystemState } from "#app/domains/outside/status/contract.ts";
import { decideSystemState, isOnlyUnset } from "#app/domains/outside/status/rules.ts";
import { useStatus } from "#app/domains/outside/status/ui/use-status.ts";
import { Lamp } from "#app/ui/lamp.tsx";

const words: Record<Exclude<SystemState, "online">, string> = {
  degraded: "System degraded",
  down: "System down",
};

/**
 * Lit by the same rule as the state on `/status`, and linked to it; not shown while everything is online. Services that
 * this instance was set up without are only listed on `/status`.
 */
export default function StatusLamp() {
  const { services = [], isAway } = useStatus();
  const state = isAway ? "down" : decideSystemState(services);
  const isLit = isAway || !isOnlyUnset(services);
  return (
    <output>
      {isLit && state !== "online" && (
        <Link
          to="/status"
          title={words[state]}
          className="flex min-h-11 items-center gap-2 rounded-control px-2 text-14 text-ink-2 hover:text-ink hover:underline"
        >
          <Lamp tone="red" />
          <span className="max-[400px]:sr-only">{words[state]}</span>
        </Link>
      )}
    </output>
  );
}
