import type { AppContext } from "#app/context.ts";
import { findToggles } from "#db/queries/toggles.ts";

/** Whether a performer's sets are uploaded by default: by either of the two settings for it. */
export async function isUploadWanted(
  ctx: AppContext,
  performer: { id: string; mixcloudUpload: boolean },
): Promise<boolean> {
  return performer.mixcloudUpload || (await findToggles(ctx.db, performer.id)).mixcloudPersonal;
}
