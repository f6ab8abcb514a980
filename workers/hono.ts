import type { SecureHeadersVariables } from "hono/secure-headers";
import type { AppContext } from "#app/context.ts";

/** Additions of middleware to a request before a handler gets it. */
export interface HonoEnv {
  Bindings: Env;
  Variables: SecureHeadersVariables & { app: AppContext; requestId: string };
}
