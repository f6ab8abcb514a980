/** The engines in the order in which they are tried. */
export const playerEngines = ["webcodecs", "wasm", "mse", "element"] as const;
/** The engine that is sounding. */
export type PlayerEngine = (typeof playerEngines)[number];

/** Whether it gets packets over the room's socket; the others have a stream, and a buffer, of their own. */
export function isPacketEngine(engine: PlayerEngine | null): boolean {
  return engine === "webcodecs" || engine === "wasm";
}
