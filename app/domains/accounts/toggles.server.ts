import type { AppContext } from "#app/context.ts";
import { findToggles, saveToggles as storeToggles } from "#db/queries/toggles.ts";
import { findUploadDefault, saveUploadDefault } from "#db/queries/upload-default.ts";
import { ToggleSettings, type ToggleSettingsInput } from "./contract/settings.ts";
import { requireViewer } from "./guards.ts";

/** What the viewer is notified of, and what is posted for them. Throws `authorization`. */
export async function getToggles(ctx: AppContext): Promise<ToggleSettings> {
  const { id } = requireViewer(ctx);
  const [toggles, mixcloudPersonal] = await Promise.all([
    findToggles(ctx.db, id),
    findUploadDefault(ctx.db, id),
  ]);
  return ToggleSettings.parse({ ...toggles, mixcloudPersonal });
}

/** Changes only the given toggles; returns all of them. Throws `authorization`. */
export async function saveToggles(ctx: AppContext, input: ToggleSettingsInput): Promise<ToggleSettings> {
  const { id } = requireViewer(ctx);
  const toggles = await storeToggles(ctx.db, id, input);
  if (input.mixcloudPersonal !== undefined) await saveUploadDefault(ctx.db, id, input.mixcloudPersonal);
  return ToggleSettings.parse({ ...toggles, mixcloudPersonal: await findUploadDefault(ctx.db, id) });
}
