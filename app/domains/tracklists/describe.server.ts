import type { AppContext } from "#app/context.ts";
import { AppError } from "#app/errors.ts";
import { fillRecording, listRecords } from "#db/queries/records.ts";
import { getLabel } from "../tracks/describe.server.ts";
import type { DescribeInput } from "./contract/describe-input.ts";
import { type DescribedView, describedFields } from "./contract/exports.ts";
import { requireMayChangeLine, rowOf } from "./correct.server.ts";
import { readLines } from "./open.server.ts";
import { requireOwnPerformance } from "./performance.server.ts";
import { addEvidence } from "./publish.server.ts";

/**
 * Fills what is not known of a track that was played, from its performer or a manager of the stage; what is known stays,
 * operators alone change it. Who has filled what is evidence. Throws `not-found` for everyone else, and for a line that
 * does not exist or has no name; `bad-input` for a manager where the line is hidden.
 */
export async function describeLine(ctx: AppContext, input: DescribeInput): Promise<DescribedView> {
  const own = await requireOwnPerformance(ctx, input.set);
  const line = (await readLines(ctx, own.performance)).find(({ id }) => id === input.line);
  if (line?.trackId == null) throw new AppError("not-found");
  requireMayChangeLine(ctx, own, line);
  const before = await readDescribed(ctx, line.id, line.trackId);
  const said = Object.fromEntries(
    describedFields.flatMap((field) =>
      input[field] && before[field] === null ? [[field, input[field]]] : [],
    ),
  ) as Partial<Record<(typeof describedFields)[number], string>>;
  if (Object.keys(said).length === 0) return before;
  const { label, ...fields } = said;
  const filled = { ...fields, ...(label !== undefined && { labelId: await getLabel(ctx, label) }) };
  const { artist, title, trackId } = line;
  const row = {
    ...rowOf(ctx, own, own.role),
    act: "describe" as const,
    line: line.id,
    trackId,
    artist,
    title,
    details: said,
  };
  await addEvidence(ctx, own.performance, [row], [fillRecording(ctx.db, trackId, filled)]);
  return readDescribed(ctx, line.id, trackId);
}

async function readDescribed(ctx: AppContext, line: string, track: string): Promise<DescribedView> {
  const record = (await listRecords(ctx.db, [track])).get(track);
  if (record === undefined) throw new AppError("not-found");
  const { recording, labelName } = record;
  return {
    line,
    track,
    isrc: recording?.isrc ?? null,
    composer: recording?.composer ?? null,
    publisher: recording?.publisher ?? null,
    album: recording?.album ?? null,
    label: labelName,
    catalogueNumber: recording?.catalogueNumber ?? null,
    labelCode: recording?.labelCode ?? null,
  };
}
