/**
 * A service's answer to the keys of this instance. `works` of one without keys: it responds. `unknown`: it responds,
 * but only a person who links an account there can find out.
 */
export type KeyCheck = "works" | "refused" | "unreachable" | "unknown";
