import { type Audience, audienceLimits } from "../../fan-out/audience.ts";
import { appKey } from "../../listener-key.ts";

/** An app's report is valid for this long, and as long as a player in its network is listening. */
const wordMs = 60_000;

/** A user of an app, as the Worker identifies them. */
export interface AppListener {
  userId: string | null;
  network: string;
  program: string;
}

interface Word {
  network: string;
  until: number;
  timer: ReturnType<typeof setTimeout>;
}

/**
 * Apps that have reported that they play the stream. In memory only: after an eviction the connections of players,
 * which reconnect, are counted on their own.
 */
export class Apps {
  readonly #audience: Audience;
  readonly #changed: () => void;
  readonly #words = new Map<string, Word>();

  constructor(audience: Audience, changed: () => void) {
    this.#audience = audience;
    this.#changed = changed;
  }

  start(app: AppListener): void {
    const key = keyOf(app);
    const known = this.#words.get(key);
    if (known === undefined) {
      if (this.#wordsOf(app.network) >= audienceLimits.perNetwork) return;
      const word = { network: app.network, until: 0, timer: setTimeout(() => {}, 0) };
      this.#words.set(key, word);
      this.#audience.add(word, key, Date.now(), "app", app.network);
      this.#renew(key, word);
      this.#changed();
    } else this.#renew(key, known);
  }

  stop(app: AppListener): void {
    this.#end(keyOf(app));
  }

  #renew(key: string, word: Word): void {
    clearTimeout(word.timer);
    word.timer = setTimeout(() => {
      if (this.#audience.hasPlayerOf(word.network)) this.#renew(key, word);
      else this.#end(key);
    }, wordMs);
  }

  #end(key: string): void {
    const word = this.#words.get(key);
    if (word === undefined) return;
    clearTimeout(word.timer);
    this.#words.delete(key);
    this.#audience.remove(word, Date.now());
    this.#changed();
  }

  #wordsOf(network: string): number {
    let words = 0;
    for (const word of this.#words.values()) if (word.network === network) words += 1;
    return words;
  }
}

const keyOf = ({ userId, network, program }: AppListener) => userId ?? appKey(network, program);
