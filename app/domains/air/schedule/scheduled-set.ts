export interface ScheduledSet {
  id: string;
  stageId: string;
  performerId: string;
  startsAt: number;
  endsAt: number;
}
