/** A slow mode's time: `30 seconds`, `5 minutes`, `1 minute`. */
export function durationOf(seconds: number): string {
  const isMinutes = seconds >= 60 && seconds % 60 === 0;
  const count = isMinutes ? seconds / 60 : seconds;
  return `${count} ${isMinutes ? "minute" : "second"}${count === 1 ? "" : "s"}`;
}
