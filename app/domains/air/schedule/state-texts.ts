/** The words for each state of a set: the only ones, on every page, in players, calendars, logs and notices. */
import type { SetState, SetStateName } from "./contract/set-state.ts";

interface StateTexts {
  /** The state in one word or two. */
  label: string;
  tone: "green" | "amber" | "red" | "off";
}

export const stateTexts: Readonly<Record<SetStateName, StateTexts>> = {
  booked: { label: "UP NEXT", tone: "amber" },
  due: { label: "CUE", tone: "amber" },
  standby: { label: "STANDBY", tone: "amber" },
  late: { label: "STARTING LATE", tone: "red" },
  "on-air": { label: "LIVE", tone: "green" },
  silent: { label: "SILENCE", tone: "amber" },
  dropped: { label: "BACK IN A MOMENT", tone: "amber" },
  over: { label: "OVER", tone: "off" },
  "still-connected": { label: "STILL CONNECTED", tone: "amber" },
};

/** The word of a state in a line of text, such as that of the player. */
export function stateInLine({ name }: Pick<SetState, "name">): string {
  const { label } = stateTexts[name];
  return `${label.slice(0, 1)}${label.slice(1).toLowerCase()}`;
}
