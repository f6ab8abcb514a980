import { wordFor } from "#app/ui/number.ts";

const whole = new Intl.NumberFormat("en");

/** `1,250`: operators read exact numbers. */
export const inFull = (amount: number): string => whole.format(amount);

/** `1,250 tokens`. */
export const tokens = (amount: number): string => `${inFull(amount)} ${wordFor(amount, "token", "tokens")}`;
