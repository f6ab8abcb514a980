import type { AppContext } from "#app/context.ts";
import { findToggles, saveToggles as storeToggles } from "#db/queries/toggles.ts";
import { ToggleSettings, type ToggleSettingsInput } from "./contract/settings.ts";
import { requireViewer } from "./guards.ts";

/** What the viewer is notified of, and what is posted for them. Throws `authorization`. */
export async function getToggles(ctx: AppContext): Promise<ToggleSettings> {
  return ToggleSettings.parse(await findToggles(ctx.db, requireViewer(ctx).id));
}

/** Changes only the given toggles; returns all of them. Throws `authorization`. */
export async function saveToggles(ctx: AppContext, input: ToggleSettingsInput): Promise<ToggleSettings> {
  return ToggleSettings.parse(await storeToggles(ctx.db, requireViewer(ctx).id, input));
}
