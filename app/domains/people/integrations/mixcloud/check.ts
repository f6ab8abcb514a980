import type { KeyCheck } from "../check-keys.ts";
import type { Connection } from "../elsewhere.ts";
import { ask } from "../http.ts";

/** It documents no call that tells wrong keys from right ones without somebody's account. */
export const checkKeys = async (service: Connection): Promise<KeyCheck> =>
  (await ask(service, `${service.at("api.mixcloud.com")}/me/`)) === null ? "unreachable" : "unknown";
