import type { ServiceView } from "./contract.ts";

const halfHourMs = 1_800_000;

/** Time on air in half hours, as performers count it. */
export function toHours(onAirMs: number): number {
  return Math.round(onAirMs / halfHourMs) / 2;
}

/** Without the server or the transcoder nothing sounds; without the others something is missing. */
export function decideSystemStatus(services: readonly ServiceView[]): "online" | "degraded" | "down" {
  const offline = new Set(services.filter((service) => service.status === "offline").map(({ name }) => name));
  if (offline.has("Primary Server") || offline.has("Transcoder Service")) return "down";
  return offline.size > 0 ? "degraded" : "online";
}
