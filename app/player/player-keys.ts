/** The keys that `shortcuts.ts` listens for and their effects, for display. */
export const playerKeys = [
  { keys: ["Space", "K"], does: "Play or stop, pause a replay" },
  { keys: ["←", "→"], does: "Back or forward 15 seconds in a replay" },
  { keys: ["L"], does: "Favorite the current track" },
  { keys: ["M"], does: "Mute or unmute" },
  { keys: ["↑", "↓"], does: "Volume up or down" },
] as const;
