import type { AppContext } from "#app/context.ts";
import { AppError } from "#app/errors.ts";
import { findCredentialOf } from "#db/queries/media.ts";
import { pingDatabase, selectPerformerStats } from "#db/queries/stats.ts";
import { requirePerformer } from "../accounts/guards.ts";
import type { CountryView, MyPerformerStatsView, PerformerStatsView, ServiceView } from "./contract.ts";
import { toPerformerStatsView } from "./views.ts";

/** What a performer has done, counted from rows. Throws `not-found`. */
export async function getPerformerStats(ctx: AppContext, userId: string): Promise<PerformerStatsView> {
  const [row] = await selectPerformerStats(ctx.db, userId);
  if (row === undefined) throw new AppError("not-found");
  return toPerformerStatsView(row);
}

/** The viewer's own, with their own mount. Throws `authorization`, `not-found`. */
export async function getMyStats(ctx: AppContext): Promise<MyPerformerStatsView> {
  const viewer = requirePerformer(ctx);
  const owner = { kind: "performer", ownerId: viewer.id } as const;
  const [stats, credential] = await Promise.all([
    getPerformerStats(ctx, viewer.id),
    findCredentialOf(ctx.db, owner, ctx.clock.now()),
  ]);
  return { ...stats, private: credential?.mount ?? null };
}

/** The services of the status page, each asked now. Those that this instance does not run are offline. */
export async function listServices(ctx: AppContext): Promise<ServiceView[]> {
  const [hasDatabase, hasTranscoder] = await Promise.all([
    succeeds(pingDatabase(ctx.db).then(() => true)),
    succeeds(ctx.media.isAgentConnected()),
  ]);
  const status = (isOnline: boolean) => (isOnline ? "online" : "offline");
  return [
    { name: "Primary Server", status: status(hasDatabase) },
    { name: "Recordings / Mixcloud Service", status: "offline" },
    { name: "Transcoder Service", status: status(hasTranscoder) },
    { name: "Audio Fingerprinting Service", status: "offline" },
    { name: "Notifications Service", status: "offline" },
  ];
}

const countryNames = new Intl.DisplayNames("en", { type: "region", fallback: "none" });

/** Where the caller is, as far as the edge knows. */
export function getCountry(ctx: AppContext): CountryView {
  const { country } = ctx;
  return { country, name: country === null ? null : (countryNames.of(country) ?? null) };
}

async function succeeds(check: Promise<boolean>): Promise<boolean> {
  try {
    return await check;
  } catch {
    return false;
  }
}
