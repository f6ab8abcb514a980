/** The engines that can play a replay, and the order in which they are tried. */
import { isPacketEngine, type PlayerEngine, playerEngines } from "../engine-names.ts";
import type { EngineHost, ReplayEngine } from "../engines/engine.ts";
import type { LadderPlan } from "../engines/ladder.ts";
import { canDecode, PacketEngine } from "../engines/packet-engine.ts";
import { forcedEngine } from "../forced-engine.ts";
import { describePlatform } from "../sound-output.ts";
import { ReplayElementEngine } from "./replay-element-engine.ts";

/** `position`: where an engine starts that has to be told. */
export function replayPlan(hasMp3: boolean, position: () => number): LadderPlan<ReplayEngine> {
  return { rungs: rungsFor(hasMp3), make: (name, host) => makeEngine(name, host, position()) };
}

function rungsFor(hasMp3: boolean): readonly PlayerEngine[] {
  const forced = forcedEngine();
  // A file in an element needs no Media Source.
  if (forced !== null) return [forced === "mse" ? "element" : forced];
  const packets = playerEngines.filter(isPacketEngine);
  if (!hasMp3) return packets;
  // With a locked screen iOS stops everything except an element.
  return describePlatform().isMobileApple ? ["element", ...packets] : [...packets, "element"];
}

function makeEngine(name: PlayerEngine, host: EngineHost, position: number): ReplayEngine | null {
  if (name === "webcodecs" || name === "wasm") {
    return host.context && canDecode(name) ? new PacketEngine(name, host, host.context) : null;
  }
  return new ReplayElementEngine(host, position);
}
