/**
 * Tips that have no answer yet. Each is stored before its first attempt and sent again under the same id until it is
 * answered, also after a reload: the wallet decides an id once, so nothing is ever sent twice.
 */
import * as z from "zod/mini";

/** A tip as it is sent, with what the page says of it. */
export const PendingTip = z.object({
  /** The room's path: `stage/<id>` or `profile/<id>`. */
  place: z.string(),
  /** The performer's name. */
  to: z.string(),
  input: z.looseObject({
    id: z.string(),
    amount: z.number(),
    room: z.nullable(z.string()),
    dj: z.nullable(z.string()),
    performer: z.string(),
    trackHistory: z.nullable(z.string()),
    mediaAt: z.nullable(z.number()),
    isHidden: z.boolean(),
  }),
});
export type PendingTip = z.infer<typeof PendingTip>;

/** The last tip of a place. `refused` and `sent` stay until the next one. */
export interface TipProgress {
  id: string;
  status: "sending" | "sent" | "refused";
  /** The reason why it was refused, for people. */
  reason: string | null;
  code: string | null;
}

const StoredTips = z.object({ userId: z.string(), tips: z.array(PendingTip) });

/** A failure in the form of `ApiFailure`. */
const Failure = z.object({
  status: z.number(),
  code: z.string(),
  message: z.string(),
  retryAfterMs: z.optional(z.number()),
});
type Failure = z.infer<typeof Failure>;

const firstWaitMs = 1_000;
const longestWaitMs = 30_000;

interface PendingTipsDeps {
  /** Sends a tip of this user; rejects with an `ApiFailure`. */
  send: (tip: PendingTip, userId: string) => Promise<unknown>;
  read: () => unknown;
  /** Undefined: nothing is pending. */
  write: (stored: z.infer<typeof StoredTips> | undefined) => void;
  onProgress: (tip: PendingTip, progress: TipProgress) => void;
  /** Resolves after this time, or when the browser is online again. */
  wait: (ms: number) => Promise<void>;
}

export class PendingTips {
  readonly #deps: PendingTipsDeps;
  /** Those that this page sends now, by id. */
  readonly #underWay = new Map<string, PendingTip>();
  /** Those that this page has sent before. */
  readonly #done = new Set<string>();

  constructor(deps: PendingTipsDeps) {
    this.#deps = deps;
  }

  /** Sends a tip of this user. A second press with the same id changes nothing. */
  async send(userId: string, tip: PendingTip): Promise<void> {
    const { id } = tip.input;
    if (this.#underWay.has(id) || this.#done.has(id)) return;
    this.#underWay.set(id, tip);
    this.#store(userId, (tips) => [...tips.filter(({ input }) => input.id !== id), tip]);
    await this.#sendUntilAnswered(userId, tip);
  }

  /** Sends those again that an earlier page of this user has stored. */
  async resume(userId: string): Promise<void> {
    await Promise.all(this.#stored(userId).map((tip) => this.send(userId, tip)));
  }

  async #sendUntilAnswered(userId: string, tip: PendingTip): Promise<void> {
    const { id } = tip.input;
    const tell = (progress: Omit<TipProgress, "id">) => this.#deps.onProgress(tip, { id, ...progress });
    tell({ status: "sending", reason: null, code: null });
    const failure = await this.#attempt(tip, userId);
    this.#underWay.delete(id);
    this.#done.add(id);
    this.#store(userId, (tips) => tips.filter(({ input }) => input.id !== id));
    if (failure === null) tell({ status: "sent", reason: null, code: null });
    else tell({ status: "refused", reason: failure.message, code: failure.code });
  }

  /** Null: it was accepted. */
  async #attempt(tip: PendingTip, userId: string): Promise<Failure | null> {
    for (let waitMs = firstWaitMs; ; waitMs = Math.min(waitMs * 2, longestWaitMs)) {
      try {
        await this.#deps.send(tip, userId);
        return null;
      } catch (error) {
        const failure = Failure.safeParse(error).data;
        if (failure !== undefined && isAnswer(failure)) return failure;
        await this.#deps.wait(Math.max(waitMs, failure?.retryAfterMs ?? 0));
      }
    }
  }

  #stored(userId: string): PendingTip[] {
    const stored = StoredTips.safeParse(this.#deps.read()).data;
    return stored?.userId === userId ? stored.tips : [];
  }

  #store(userId: string, change: (tips: PendingTip[]) => PendingTip[]): void {
    const tips = change(this.#stored(userId));
    this.#deps.write(tips.length === 0 ? undefined : { userId, tips });
  }
}

/** Whether the wallet, or a check before it, has refused: otherwise the tip may have been accepted, or may be later. */
function isAnswer({ status, code }: Failure): boolean {
  return status >= 400 && status < 500 && code !== "rate-limited" && code !== "unreadable";
}
