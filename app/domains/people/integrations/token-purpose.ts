import type { Party } from "./elsewhere.ts";

/**
 * The purpose for which a secret of a linked account is sealed (`Vault`): a row that is copied to another owner cannot
 * be opened. `owner`: a user's id, or `stage/{id}`.
 */
export const tokenPurpose = (party: Party | "webhook", owner: string): string => `${party}-token:${owner}`;
