import { createChallenge, randomInt, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import * as z from "zod/mini";
import type { Captcha, Clock, Limits, Log } from "#app/context.ts";
import { CaptchaView } from "#app/domains/people/accounts/contract/accounts.ts";

const lifeMs = 300_000;
/**
 * 300 to 600 keys of 1,000 rounds: a few tenths of a second on a phone, once per registration; multiplied by the
 * effort.
 */
const cost = 1_000;
const counter = { from: 300, to: 600 } as const;

const Payload = z.object({
  challenge: CaptchaView,
  solution: z.object({ counter: z.number(), derivedKey: z.string().check(z.maxLength(256)) }),
});

/** ALTCHA on this server: signed with the instance's secret, valid for 5 minutes and for one use. */
export function createCaptcha(
  secret: string,
  ports: { limits: Pick<Limits, "once">; clock: Clock; log: Log },
): Captcha {
  const secrets = {
    hmacSignatureSecret: `captcha:${secret}`,
    hmacKeySignatureSecret: `captcha-key:${secret}`,
  };
  return {
    async challenge(effort) {
      const challenge = await createChallenge({
        algorithm: "PBKDF2/SHA-256",
        cost,
        counter: randomInt(counter.from * effort, counter.to * effort),
        deriveKey,
        expiresAt: new Date(ports.clock.now() + lifeMs),
        ...secrets,
      });
      return CaptchaView.parse(challenge);
    },

    /** Fails closed: after any error the captcha counts as not solved. */
    async redeem(payload, effort) {
      try {
        const { challenge, solution } = Payload.parse(JSON.parse(atob(payload)));
        const { verified } = await verifySolution({ challenge, solution, deriveKey, ...secrets });
        const isEnough = solution.counter >= (counter.from * effort) / 2;
        return verified && isEnough && (await ports.limits.once(`captcha:${challenge.signature}`, lifeMs));
      } catch (error) {
        ports.log.info("captcha-refused", { reason: error instanceof Error ? error.name : "unknown" });
        return false;
      }
    },
  };
}
