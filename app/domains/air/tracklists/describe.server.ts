import type { AppContext } from "#app/context.ts";
import { cleanLine } from "#app/domains/base/text/clean.ts";
import { inTurn } from "#app/domains/people/accounts/in-turn.server.ts";
import { AppError } from "#app/errors.ts";
import type { DescribeInput } from "./contract/describe-input.ts";
import { type DescribedView, describedFields } from "./contract/exports.ts";
import { requireMayChangeLine } from "./correct.server.ts";
import { rowOf } from "./correction-rows.server.ts";
import { deriveTracklist } from "./derive.ts";
import { type OwnPerformance, requireOwnPerformance } from "./performance.server.ts";
import { addEvidence } from "./publish.server.ts";
import { isRoomTaken } from "./queries/room.ts";
import { listEvidence } from "./queries/tracklists.ts";
import { readFields } from "./read-fields.server.ts";
import { requireRoom } from "./room-for-rows.ts";

/**
 * Sets what is reported of a track that was played, by its performer or a manager of the stage: for this set, and of a
 * performer for their other sets, too. It changes nothing for anybody else. Throws `not-found` for everyone else, and for
 * a line that does not exist or has no name; `bad-input` for a manager where the line is hidden, and for more than one
 * tracklist can have.
 */
export async function describeLine(ctx: AppContext, input: DescribeInput): Promise<DescribedView> {
  const own = await requireOwnPerformance(ctx, input.set);
  return inTurn(ctx, own.performance.id, () => describe(ctx, own, input));
}

/** Undefined where others have taken the room meanwhile: nothing was stored. */
async function describe(
  ctx: AppContext,
  own: OwnPerformance,
  input: DescribeInput,
): Promise<DescribedView | undefined> {
  const stored = await listEvidence(ctx.db, own.performance.id);
  const line = deriveTracklist(stored, own.performance).find(({ id }) => id === input.line);
  if (line?.trackId == null) throw new AppError("not-found");
  requireMayChangeLine(ctx, own, line);
  const { artist, title, trackId } = line;
  const read = async () => {
    const found = (await readFields(ctx, own.performance, [trackId])).get(trackId);
    if (found === undefined) throw new AppError("not-found");
    return { line: line.id, track: trackId, ...found.known, sources: found.sources };
  };
  const before = await read();
  const said = Object.fromEntries(
    describedFields.flatMap((field) => {
      const text = input[field] === undefined ? undefined : cleanLine(input[field]);
      return text === undefined || text === (before[field] ?? "") ? [] : [[field, text]];
    }),
  );
  if (Object.keys(said).length === 0) return before;
  const act = { act: "describe" as const, line: line.id, trackId, artist, title, details: said };
  const row = { ...rowOf(ctx, own, own.role), ...act };
  const unless = isRoomTaken(ctx.db, own.performance.id, requireRoom(stored, [row]));
  return (await addEvidence(ctx, own.performance, [row], { unless })) ? read() : undefined;
}
