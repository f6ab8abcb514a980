/** A performer's own uploads. */
import type { AppContext } from "#app/context.ts";
import { toFacts } from "#app/domains/air/replays/access.server.ts";
import { findReplay } from "#app/domains/air/replays/queries/replays.ts";
import { maySendElsewhere } from "#app/domains/air/replays/rules.ts";
import { requireViewer } from "#app/domains/people/accounts/guards.ts";
import {
  getConnectedAccounts,
  getMixcloudAccount,
} from "#app/domains/people/integrations/operations.server.ts";
import { AppError } from "#app/errors.ts";
import type { UploadInput, UploadsView, UploadView } from "./contract.ts";
import * as queries from "./queries/uploads.ts";

/** More than a year of weekly sets. */
const maxListed = 60;

/** The viewer's uploads, newest first, and the account that they go to. Throws `authorization`. */
export async function listUploads(ctx: Pick<AppContext, "connect" | "db" | "viewer">): Promise<UploadsView> {
  const { id } = requireViewer(ctx);
  const [account, rows] = await Promise.all([
    getMixcloudAccount(ctx),
    queries.listUploadsOf(ctx.db, id, maxListed),
  ]);
  return { account, uploads: rows.map(toUploadView) };
}

/** The viewer's upload of a replay, by its id or that of its set; null where there is none. */
export async function findUpload(
  ctx: Pick<AppContext, "db" | "viewer">,
  { replay }: UploadInput,
): Promise<UploadView | null> {
  const [row] = await queries.listUploadsOfReplay(ctx.db, requireViewer(ctx).id, replay);
  return row === undefined ? null : toUploadView(row);
}

/**
 * Requests a failed upload again; it is sent within five minutes. Returns one that is under way as it is. Throws
 * `not-found`, also where the recording was deleted since, `mixcloud-not-linked`.
 */
export async function retryUpload(ctx: AppContext, { replay }: UploadInput): Promise<UploadView> {
  const { id: userId } = requireViewer(ctx);
  const [row] = await queries.listUploadsOfReplay(ctx.db, userId, replay);
  if (row === undefined) throw new AppError("not-found");
  if (row.status !== "failed") return toUploadView(row);
  if (!(await getConnectedAccounts(ctx)).mixcloud) throw new AppError("mixcloud-not-linked");
  const now = ctx.clock.now();
  const recording = await findReplay(ctx.db, row.replayId);
  if (recording === undefined || !maySendElsewhere(toFacts(recording), now)) throw new AppError("not-found");
  const { replayId, party } = row;
  return toUploadView((await queries.retryUpload(ctx.db, { replayId, party, userId }, now)) ?? row);
}

function toUploadView(row: queries.UploadRow): UploadView {
  return {
    replay: row.replayId,
    set: row.setId,
    name: row.name,
    status: row.status,
    bytesSent: row.bytesSent,
    bytesTotal: row.bytesTotal,
    url: row.url,
    problem: row.error,
    details: row.details,
    nextTryAt: row.status === "waiting" ? row.nextTryAt : null,
    requestedAt: row.requestedAt,
  };
}
