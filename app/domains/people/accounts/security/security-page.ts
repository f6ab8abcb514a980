import type { AppContext } from "#app/context.ts";

/** The page to which an email sends an owner who did not make the change it reports. */
export const securityPage = (ctx: AppContext): string => `${ctx.config.origin}/settings/security`;
