import type { SecureHeadersVariables } from "hono/secure-headers";
import type { AppContext } from "#app/context.ts";

/** What middleware puts on a request before a handler sees it. */
export interface HonoEnv {
  Bindings: Env;
  Variables: SecureHeadersVariables & { app: AppContext; requestId: string };
}
