/** Decisions of the tip dialog. Pure. */
import { tokenLimits } from "../rules.ts";

export const tipAmounts = [5, 25, 100] as const;
/** Number of tokens from which on, or from half of what the sender has, the dialog asks once more. */
const largeTip = 100;

/** The whole number that was typed, or null where it is not one that can be tipped. */
export function readAmount(text: string): number | null {
  const amount = /^\s*\d{1,6}\s*$/.test(text) ? Number(text) : 0;
  return amount >= tokenLimits.minTip && amount <= tokenLimits.maxTip ? amount : null;
}

/** `balance` null: not known. */
export function asksAgain(amount: number, balance: number | null): boolean {
  return amount >= largeTip || (balance !== null && amount * 2 >= balance);
}
