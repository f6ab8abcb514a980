/** The bill of an instance for a month, from the usage of its scenarios. Pure. */
import { type Bill, billOf } from "#packages/usage-meter/prices.ts";
import { addUsage, noUsage, scaleUsage, type Usage } from "#packages/usage-meter/usage.ts";

/** The usage of each scenario for an hour, by its name. */
export type HourlyUsage = Readonly<Record<string, Usage>>;

export interface Example {
  name: string;
  /** Hours on air in a month, over all stages. */
  stageHours: number;
  listenerHours: number;
  /** Hours in which the media host is connected. */
  connectedHours: number;
  chatMessages: number;
}

/** Hours of a month. */
const monthHours = 730;

export const examples: readonly Example[] = [
  { name: "hobby", stageHours: 120, listenerHours: 3_600, connectedHours: monthHours, chatMessages: 6_000 },
  {
    name: "20 stages",
    stageHours: 4_800,
    listenerHours: 360_000,
    connectedHours: monthHours,
    chatMessages: 600_000,
  },
  {
    name: "200 stages",
    stageHours: 72_000,
    listenerHours: 10_800_000,
    connectedHours: monthHours,
    chatMessages: 18_000_000,
  },
];

/**
 * Adds up the month: a connected agent all the time, each stage on air without listeners, what each hour of a listener
 * adds, and each message of a chat.
 */
export function billOfExample(example: Example, hourly: HourlyUsage, messagesPerHour: number): Bill {
  const of = (name: string) => hourly[name] ?? noUsage;
  const perListener = scaleUsage(addUsage(of("stage-100"), scaleUsage(of("stage-0"), -1)), 1 / 100);
  const perMessage = scaleUsage(
    addUsage(of("stage-100-chat"), scaleUsage(of("stage-100"), -1)),
    1 / messagesPerHour,
  );
  const month = [
    scaleUsage(of("idle"), example.connectedHours),
    scaleUsage(of("stage-0"), example.stageHours),
    scaleUsage(perListener, example.listenerHours),
    scaleUsage(perMessage, example.chatMessages),
  ].reduce(addUsage, { ...noUsage });
  return billOf(month);
}
