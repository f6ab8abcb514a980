import type { AppContext } from "#app/context.ts";
import { findPerformance, insertEvidence, listEvidence, type NewEvidence } from "#db/queries/tracklists.ts";
import { standingRows } from "../claims.ts";
import type { EvidenceRow } from "../evidence.ts";
import { publishTracklist } from "../publish.server.ts";

/** Takes rows of evidence back, and derives the tracklists again that had them. */
export async function retractHeard(
  deps: Pick<AppContext, "db" | "clock" | "ids">,
  rows: readonly EvidenceRow[],
): Promise<void> {
  const byPerformance = Map.groupBy(rows, ({ performance }) => performance);
  for (const [id, own] of byPerformance) {
    const performance = await findPerformance(deps.db, id);
    if (performance === undefined) continue;
    const standing = new Set(standingRows(await listEvidence(deps.db, id)).map((row) => row.id));
    const retractions = own.filter((row) => standing.has(row.id)).map((row) => toRetraction(deps, row));
    const [first, ...rest] = insertEvidence(deps.db, retractions);
    if (first !== undefined) await deps.db.batch([first, ...rest]);
    await publishTracklist(deps, performance);
  }
}

function toRetraction({ ids, clock }: Pick<AppContext, "clock" | "ids">, row: EvidenceRow): NewEvidence {
  const { performance, setId, stageId, performerId, broadcastId, kind, id } = row;
  const credit = { performance, setId, stageId, performerId, broadcastId };
  return { id: ids.next(), ...credit, kind, act: "retract", details: { evidence: id }, at: clock.now() };
}
