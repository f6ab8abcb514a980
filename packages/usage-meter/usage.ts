/** Counts of what the platform bills. Requests of sockets count a twentieth each, so the counts are not always whole. */
export interface Usage {
  /** Rows written to the storage of objects and to D1, and alarms set. */
  rowsWritten: number;
  rowsRead: number;
  /** Alarms that fired. */
  alarms: number;
  /** Requests of objects: fetches, calls, alarms, and a twentieth for each message that a socket receives. */
  requests: number;
  /** Time for which objects were in memory and could not sleep, ms. */
  awakeMs: number;
  /** Operations of R2 that change or list (class A), and those that read (class B). */
  r2Writes: number;
  r2Reads: number;
  /** Requests and scheduled runs of the Worker. */
  workerCalls: number;
}

export const noUsage: Readonly<Usage> = {
  rowsWritten: 0,
  rowsRead: 0,
  alarms: 0,
  requests: 0,
  awakeMs: 0,
  r2Writes: 0,
  r2Reads: 0,
  workerCalls: 0,
};

export const usageNames = Object.keys(noUsage) as (keyof Usage)[];

/** Combines two counts, name by name. */
export function combineUsage(
  one: Readonly<Usage>,
  other: Readonly<Usage>,
  combine: (one: number, other: number) => number,
): Usage {
  const combined = { ...noUsage };
  for (const name of usageNames) combined[name] = combine(one[name], other[name]);
  return combined;
}

export const addUsage = (one: Readonly<Usage>, other: Readonly<Usage>): Usage =>
  combineUsage(one, other, (a, b) => a + b);

export const subtractUsage = (one: Readonly<Usage>, other: Readonly<Usage>): Usage =>
  combineUsage(one, other, (a, b) => a - b);

export const scaleUsage = (usage: Readonly<Usage>, factor: number): Usage =>
  combineUsage(usage, usage, (count) => count * factor);
