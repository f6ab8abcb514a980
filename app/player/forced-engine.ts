import { type PlayerEngine, playerEngines } from "./engine-names.ts";

/**
 * One engine instead of the ladder, for tests and for unusual machines: `?engine=` in the address, or `cue-engine` in
 * local storage.
 */
export function forcedEngine(): PlayerEngine | null {
  const asked = new URLSearchParams(location.search).get("engine");
  return playerEngines.find((engine) => engine === (asked ?? storedEngine())) ?? null;
}

function storedEngine(): string | null {
  try {
    return localStorage.getItem("cue-engine");
  } catch {
    return null;
  }
}
