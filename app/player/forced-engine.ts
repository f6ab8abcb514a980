import type { PlayerEngine } from "./contract.ts";

const engines: readonly PlayerEngine[] = ["webcodecs", "wasm", "mse", "element"];

/** One engine instead of the ladder: `?engine=` in the address, or `cue-engine` in local storage. */
export function forcedEngine(): PlayerEngine | null {
  const asked = new URLSearchParams(location.search).get("engine");
  return engines.find((engine) => engine === (asked ?? storedEngine())) ?? null;
}

function storedEngine(): string | null {
  try {
    return localStorage.getItem("cue-engine");
  } catch {
    return null;
  }
}
