import { solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import type { CaptchaView } from "#app/domains/people/accounts/contract/accounts.ts";
import { answerOf, request } from "./request.ts";

/** Returns what the widget would post for a challenge requested from this address. */
export async function solveCaptcha(from: string): Promise<string> {
  const challenge = await answerOf<CaptchaView>(request("/api/captcha", { from }));
  const solution = await solveChallenge({ challenge, deriveKey });
  return btoa(JSON.stringify({ challenge, solution }));
}
