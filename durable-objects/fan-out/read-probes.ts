import type { Connection } from "partyserver";
import type { ClientFrame } from "#app/domains/air/stages/live/client-frame.ts";
import { sendText } from "#packages/durable/sockets.ts";
import type { SocketViewer } from "../contract.ts";
import { localNetwork } from "../listener-key.ts";

export const probeLimits = {
  /** Interval of looks; the clock is the sound, so that nothing is asked while none is sent. */
  lookEveryMs: 5_000,
  /** Interval of the probes of one socket … */
  askEveryMs: 20_000,
  /** … which is too far behind after this long without an answer: 160 kB of sound. */
  answerMs: 10_000,
  /**
   * Sound (ms) sent live to the open sockets of one account or network that promise no answers: 16 MB. Earlier sound that
   * is sent again comes on top, within `socket-budgets.ts`, and so does what was sent before a socket listened anew.
   */
  unansweredMs: 1_000_000,
} as const;

interface Listening {
  /** The account or network; null: a machine without an edge in front, which has memory of its own. */
  whose: string | null;
  hasPromised: boolean;
  /** Time since which it is sent sound, or of its last probe (epoch ms). */
  since: number;
  /** The id of the probe that it has not sent back, or null. */
  unanswered: string | null;
}

/**
 * Finds the listening sockets that are not read: the runtime keeps in memory what a client leaves unread, and does not
 * say how much that is. A ping shows that a client sends; only the answer to a random id shows that it reads.
 */
export class ReadProbes {
  readonly #cut: (socket: Connection) => void;
  readonly #listening = new Map<Connection, Listening>();
  #lookedAt = 0;

  /** `cut` closes a socket that is too far behind: on the way back it resumes where it was. */
  constructor(cut: (socket: Connection) => void) {
    this.#cut = cut;
  }

  open(socket: Connection, { userId, network }: SocketViewer, hasPromised: boolean): void {
    const whose = network === localNetwork ? null : (userId ?? `network/${network ?? ""}`);
    this.#listening.set(socket, { whose, hasPromised, since: Date.now(), unanswered: null });
  }

  close(socket: Connection): void {
    this.#listening.delete(socket);
  }

  answer(socket: Connection, id: string): void {
    const listening = this.#listening.get(socket);
    if (listening?.unanswered === id) listening.unanswered = null;
  }

  /** Looks, if it is time: called with each packet. */
  packet(now: number): void {
    const sinceLook = now - this.#lookedAt;
    if (sinceLook < probeLimits.lookEveryMs) return;
    this.#lookedAt = now;
    // An object that was held up itself has not read the answers yet.
    if (sinceLook > 2 * probeLimits.lookEveryMs) return;
    for (const [socket, listening] of this.#listening)
      if (listening.hasPromised) this.#ask(socket, listening, now);
    this.#cutUnanswered(now);
  }

  #ask(socket: Connection, listening: Listening, now: number): void {
    const sinceMs = now - listening.since;
    if (listening.unanswered !== null) {
      if (sinceMs >= probeLimits.answerMs) this.#cut(socket);
    } else if (sinceMs >= probeLimits.askEveryMs) {
      const id = crypto.randomUUID().slice(0, 8);
      listening.unanswered = id;
      listening.since = now;
      sendText(socket, JSON.stringify({ event: "probe", id, data: {} } satisfies ClientFrame));
    }
  }

  /** Closes the oldest sockets without a promise, wherever one account or network has been sent too much by them. */
  #cutUnanswered(now: number): void {
    const sentMs = new Map<string, number>();
    const newestFirst = [...this.#listening].toSorted(([, a], [, b]) => b.since - a.since);
    for (const [socket, { whose, hasPromised, since }] of newestFirst) {
      if (whose === null || hasPromised) continue;
      const sum = (sentMs.get(whose) ?? 0) + now - since;
      if (sum > probeLimits.unansweredMs) this.#cut(socket);
      else sentMs.set(whose, sum);
    }
  }
}
