import type { WrittenRows } from "#packages/usage-meter/expectation.ts";

/** Rows that are written in the scenarios of usage.workers.test.ts, counted on 29 November 2026. */
export const expectedUsage = {
  "a minute on air that no one hears": { rows: 3, alarms: 1 },
  "a minute on air with ten listeners": { rows: 7, alarms: 3 },
  "a minute on air on a profile with ten listeners": { rows: 6, alarms: 2 },
  "a minute of a shard whose listeners come and go": { rows: 0, alarms: 0 },
  "a chat message on air": { rows: 2, alarms: 0 },
  "a minute of a recording": { rows: 9, alarms: 0 },
  "twenty numbers of listeners in the lobby": { rows: 0, alarms: 0 },
  "a minute of a stream in the gateway": { rows: 4, alarms: 4 },
  "a message of a conversation": { rows: 28.5, alarms: 3.1 },
  "a tip": { rows: 71, alarms: 5.2 },
  "a booking": { rows: 63.2, alarms: 3.6 },
  "an hour off the air": { rows: 0, alarms: 0 },
} as const satisfies Record<string, WrittenRows>;

export type UsageScenario = keyof typeof expectedUsage;
