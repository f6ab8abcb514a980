/** Checks whether a request's password is valid for a mount, and limits how often that may be asked. */
import { setTimeout as sleep } from "node:timers/promises";
import type { Verdict } from "../authorizer.ts";
import { log, tagOf } from "../log.ts";
import { GuessLimiter } from "./guess-limiter.ts";
import { basicPassword, type RequestHead } from "./request-head.ts";
import type { Status } from "./response.ts";

export interface PasswordCheckOptions {
  authorize(mount: string, password: string): Promise<Verdict>;
  /** The password was right recently: it is no guess, and does not wait. */
  isKnownPassword(mount: string, password: string): boolean;
  onRefused(mount: string, reason: "password"): void;
}

export class PasswordCheck {
  readonly #options: PasswordCheckOptions;
  readonly #guesses = new GuessLimiter(() => performance.now());

  constructor(options: PasswordCheckOptions) {
    this.#options = options;
  }

  /**
   * Returns the response to send instead of admitting the request; undefined where its password is right. `address`:
   * whose guesses are counted together. `isGone`: the client has left, so nothing has to be checked.
   */
  async check(
    mount: string,
    head: RequestHead,
    address: string,
    isGone = () => false,
  ): Promise<Status | undefined> {
    const password = basicPassword(head);
    // A probe: encoders first ask without a password, to learn what the server requires.
    if (password === undefined || password === "") return 401;
    if (!this.#options.isKnownPassword(mount, password)) {
      const waitMs = this.#guesses.reserve(mount, address);
      if (waitMs === undefined) return 429;
      if (waitMs > 0) await sleep(waitMs);
      if (isGone()) return 401;
    }
    const verdict = await this.#options.authorize(mount, password);
    if (verdict === "allowed") {
      this.#guesses.succeed(mount, address);
      return undefined;
    }
    if (verdict === "unavailable") return 503;
    this.#options.onRefused(mount, "password");
    log("source-refused", { mount: tagOf(mount), reason: "password" });
    return 401;
  }
}
