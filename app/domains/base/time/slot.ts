/** A span of time on a schedule, epoch ms; slots may touch: one ends as the next starts. */
export interface Slot {
  startsAt: number;
  endsAt: number;
}
