/** Rows that a scenario writes, of objects and of D1, and how many of these are alarms that were set. */
export interface WrittenRows {
  rows: number;
  alarms: number;
}

/** A scenario may cost so much more than expected, and so much less before the expectation has to be lowered. */
const tolerance = { more: 0.1, less: 0.2 };

/** Returns the differences that matter, as sentences. */
export function compareRows(scenario: string, counted: WrittenRows, expected: WrittenRows): string[] {
  return (["rows", "alarms"] as const).flatMap((name) => {
    const [count, usual] = [counted[name], expected[name]];
    const difference = `${scenario}: ${count} ${name}, and ${usual} are expected`;
    if (count > usual * (1 + tolerance.more)) return [`${difference}. It costs more.`];
    if (count < usual * (1 - tolerance.less)) return [`${difference}. Lower the expectation.`];
    return [];
  });
}
