import { useCallback, useEffect, useRef, useState } from "react";
import { callApi } from "#app/api-client.ts";
import { checkEmailTakenCall, checkUsernameTakenCall } from "#app/domains/people/accounts/calls/accounts.ts";
import { errorMessage } from "./panel.tsx";

/** `unknown`: nothing was requested yet, or the request failed; `problem` says why. */
export type Availability = "unknown" | "checking" | "available" | "taken";

interface Asked {
  value: string;
  state: Availability;
  problem: string | null;
}

/** Time that typing has to stop before a username or an address is checked. */
export const availabilityDebounceMs = 500;

export const isUsernameTaken = (username: string, signal: AbortSignal) =>
  callApi(checkUsernameTakenCall, { username }, { signal });

export const isEmailTaken = (email: string, signal: AbortSignal) =>
  callApi(checkEmailTakenCall, { email }, { signal });

/**
 * Whether a name is free: requested 500 ms after typing stops and when the field is left. A response for an older value
 * is dropped. `value` null means there is nothing to request.
 */
export function useAvailability(
  isTaken: (value: string, signal: AbortSignal) => Promise<boolean>,
  value: string | null,
) {
  const [result, setResult] = useState<Asked | null>(null);
  const pending = useRef<AbortController | null>(null);
  const asked = useRef<string | null>(null);

  const ask = useCallback(
    async (candidate: string) => {
      if (asked.current === candidate) return;
      asked.current = candidate;
      pending.current?.abort();
      const controller = new AbortController();
      pending.current = controller;
      setResult({ value: candidate, state: "checking", problem: null });
      try {
        const state = (await isTaken(candidate, controller.signal)) ? "taken" : "available";
        setResult({ value: candidate, state, problem: null });
      } catch (error) {
        if (controller.signal.aborted) return;
        // Leaving the field, or further typing, requests again.
        asked.current = null;
        setResult({ value: candidate, state: "unknown", problem: errorMessage(error) });
      }
    },
    [isTaken],
  );

  useEffect(() => {
    if (value === null) return;
    const timer = setTimeout(() => void ask(value), availabilityDebounceMs);
    return () => clearTimeout(timer);
  }, [value, ask]);

  useEffect(() => () => pending.current?.abort(), []);

  const isAbout = value !== null && result?.value === value;
  return {
    state: isAbout ? result.state : "unknown",
    problem: isAbout ? result.problem : null,
    /** Requests now, for the field's blur. */
    check: () => {
      if (value !== null) void ask(value);
    },
  };
}
