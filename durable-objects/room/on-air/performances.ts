import type { OnAir } from "#app/domains/air/stages/on-air.ts";

/** Longest gap within one performance without a set: what one performer plays in one room. */
export const performanceGapMs = 30 * 60_000;

/** A performance without a set that may still go on. */
export interface OpenPerformance {
  id: string;
  /** Null on an on-demand stage without a named performer. */
  performerId: string | null;
  endedAt: number;
}

/**
 * The performance that a broadcast which starts now is part of: the set, or the performance of the same performer that
 * ended less than `performanceGapMs` ago, or a new one, identified by the broadcast's id.
 */
export function performanceOf(
  broadcast: { id: string; startedAt: number; onAir: Pick<OnAir, "performerId" | "setId"> },
  open: readonly OpenPerformance[],
): string {
  const { id, startedAt, onAir } = broadcast;
  if (onAir.setId !== null) return onAir.setId;
  const same = open.find(({ performerId }) => performerId === onAir.performerId);
  return same !== undefined && startedAt - same.endedAt < performanceGapMs ? same.id : id;
}

/** The performances that may continue after a broadcast has ended; one per performer, none older than the gap. */
export function endPerformance(
  open: readonly OpenPerformance[],
  ended: { performance: string; endedAt: number; onAir: Pick<OnAir, "performerId" | "setId"> },
): OpenPerformance[] {
  const { performance: id, endedAt, onAir } = ended;
  const others = open.filter(
    (each) => each.performerId !== onAir.performerId && endedAt - each.endedAt < performanceGapMs,
  );
  return onAir.setId === null ? [...others, { id, performerId: onAir.performerId, endedAt }] : others;
}
