import type { AppContext } from "#app/context.ts";
import { standingRows } from "../claims.ts";
import type { EvidenceRow } from "../evidence.ts";
import { publishTracklist } from "../publish.server.ts";
import { findPerformance, insertEvidence, listEvidence, type NewEvidence } from "../queries/tracklists.ts";

/**
 * Takes rows of evidence back, and derives the tracklists again that had them. A line that somebody has confirmed or
 * named keeps its row: it is that person's word now.
 */
export async function retractHeard(
  deps: Pick<AppContext, "db" | "clock" | "ids">,
  rows: readonly EvidenceRow[],
): Promise<void> {
  const byPerformance = Map.groupBy(rows, ({ performance }) => performance);
  for (const [id, own] of byPerformance) {
    const performance = await findPerformance(deps.db, id);
    if (performance === undefined) continue;
    const standing = standingRows(await listEvidence(deps.db, id));
    const known = new Set(standing.map((row) => row.id));
    const said = new Set(
      standing.filter(({ act }) => act === "confirm" || act === "name").map(({ line }) => line),
    );
    const retractions = own
      .filter((row) => known.has(row.id) && !said.has(row.id))
      .map((row) => toRetraction(deps, row));
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
