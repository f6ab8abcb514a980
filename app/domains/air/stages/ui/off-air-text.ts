/** The text of a stage without a schedule, or a profile, while it is off air. */
export function notPerforming(name: string): string {
  return `${name} is not performing at this time`;
}
