import type { AppContext } from "#app/context.ts";

/** Where a mail sends an owner who did not do what it tells of. */
export const securityPage = (ctx: AppContext): string => `${ctx.config.origin}/settings/security`;
