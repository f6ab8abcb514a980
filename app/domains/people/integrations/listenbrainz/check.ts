import type { KeyCheck } from "../check-keys.ts";
import type { Connection } from "../elsewhere.ts";
import { checkToken } from "./client.ts";

/** It needs no keys of the operator: whether it responds. */
export const checkKeys = async (service: Connection): Promise<KeyCheck> =>
  (await checkToken(service, "nobody")) === "unreachable" ? "unreachable" : "works";
