import type { KeyCheck } from "../check-keys.ts";
import type { Connection } from "../elsewhere.ts";
import { askToken } from "./client.ts";

export const checkKeys = (service: Connection): Promise<KeyCheck> => askToken(service);
