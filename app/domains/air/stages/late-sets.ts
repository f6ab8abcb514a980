/** Messages to performers and managers about a set that does not start or end in time. */

import { utcTime } from "#app/domains/base/time/utc-time.ts";
import { minutesLate } from "../schedule/punctuality.ts";
import type { StageAction } from "./log.server.ts";

/** `missed`: it is over, and was never heard. */
export type PunctualityChange = "late" | "started-late" | "missed";

export const punctualityAction: Readonly<Record<PunctualityChange, StageAction>> = {
  late: "set-late",
  "started-late": "set-started-late",
  missed: "set-missed",
};

interface Told {
  set: string;
  stage: string;
  performer: string;
  startsAt: number;
  at: number;
  /** The performer's encoder is connected, and nothing is heard. */
  isConnected: boolean;
}

export function punctualitySentence(
  change: PunctualityChange,
  { set, stage, performer, startsAt, at, isConnected }: Told,
  toPerformer: boolean,
): string {
  const name = toPerformer ? `Your set “${set}” on ${stage}` : `“${set}” by ${performer} on ${stage}`;
  switch (change) {
    case "late":
      if (toPerformer && isConnected)
        return `“${set}” on ${stage} has started, and your encoder is connected but silent. Play something.`;
      return toPerformer
        ? `${name} has started without you. Connect your encoder now: the stage is waiting for you.`
        : `${name} is starting late. It was due at ${utcTime(startsAt)}, and nothing is heard yet.`;
    case "started-late":
      return `${name} started ${minutesLate(startsAt, at)} late.`;
    case "missed":
      return `${name} was not played.`;
  }
}

/** The sentence to the performer. `profileAt`: when their profile goes live, epoch ms. */
export const stillConnectedSentence = (set: string, profileAt: number): string =>
  `“${set}” is over, but your encoder is still connected. At ${utcTime(profileAt)} your profile goes live, unless you disconnect or choose Stay Off Air.`;
