/** Rates of this instance's requests to each source of data about music, and when it leaves one alone. */
import type { AppContext } from "#app/context.ts";
import { AppError } from "#app/errors.ts";

export type Pause = (ms: number) => Promise<void>;

/** Rates of the whole instance. */
export const paces = {
  /** The rate that it allows from one address. */
  musicbrainz: { max: 1, perMs: 1_000 },
  /** It asks for no more than three. */
  acoustid: { max: 2, perMs: 1_000 },
  /** It names no limit, and asks for one request after another. */
  commons: { max: 1, perMs: 1_000 },
} as const;
type Paced = keyof typeof paces;

const maxTries = 60;

type Ctx = Pick<AppContext, "limits">;

/** Resolves when the next request to a source may be sent. Throws `unavailable` where that takes too long. */
export async function takeTurn({ limits }: Ctx, source: Paced, pause: Pause): Promise<void> {
  const rate = paces[source];
  for (let tries = 0; tries < maxTries; tries += 1) {
    const verdict = await limits.take(`${source}-request`, rate);
    if (verdict.ok) return;
    await pause(verdict.retryAfterMs ?? rate.perMs);
  }
  throw new AppError("unavailable");
}

/** Present in the counters while a source may not be asked. */
const pauseKey = (source: Paced) => `${source}-pause`;

/** Whether a source has asked to be left alone until later. */
export async function isLeftAlone({ limits }: Ctx, source: Paced): Promise<boolean> {
  // The shortest pause: refused while a longer one lasts.
  return !(await limits.once(pauseKey(source), 1));
}

export async function leaveAlone({ limits }: Ctx, source: Paced, forMs: number): Promise<void> {
  await limits.once(pauseKey(source), forMs);
}
