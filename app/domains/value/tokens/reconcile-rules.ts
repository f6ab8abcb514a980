/** The result of a reconciliation for one wallet and for the sums of all. Pure. */

import { noHash } from "#packages/ledger/chain.ts";
import type { Supply } from "#packages/ledger/entries.ts";
import { type Entry, sumsOf } from "#packages/ledger/entries.ts";
import type { WalletSummary } from "./port.ts";
import type { LogRow } from "./queries/token-log.ts";
import type { WalletRow } from "./queries/wallets.ts";

export const reconcileLimits = {
  /** A tip that has not reached its performer's wallet for so long is reported. */
  deliveryMs: 5 * 60_000,
  /** A wallet's copy in the database may be so much older than the wallet. */
  copyMs: 10 * 60_000,
  /** A wallet that could not be checked for so long is reported. */
  unheardMs: 2 * 3_600_000,
} as const;

export interface Checked {
  /** Read before the wallet was asked: what they have, it must have too. */
  row: WalletRow;
  line: LogRow | undefined;
  /** Time when an operator last had it repaired (epoch ms), or undefined. */
  resettledAt: number | undefined;
  wrong: readonly string[];
  summary: WalletSummary;
  oldestDelivery: number | null;
  /** The entries from the older of `row` and `line` on, as far as it has them. */
  tail: readonly Entry[];
  now: number;
}

export interface Finding {
  /**
   * `repaired`: its copy must be replaced. `ahead`: its copy is on its way. `set-back`: it has lost entries that the
   * database or the log has.
   */
  state: "fine" | "ahead" | "repaired" | "drift" | "set-back";
  /** The finding in words for operators. */
  words: string[];
}

export function compareWallet(checked: Checked): Finding {
  const { row, line, resettledAt = 0, wrong, summary, oldestDelivery, now } = checked;
  if (summary.state === "closed") return { state: "fine", words: [] };
  const name = `Wallet ${row.id}`;
  const words = wrong.map((what) => `${name}: ${what}.`);
  const { size, at } = summary.head;
  if (resettledAt > (row.changedAt ?? 0) && words.length === 0) return { state: "repaired", words };

  const isLineLost = line !== undefined && line.at > resettledAt && !hasHead(checked, line);
  if (row.size > size || isLineLost) {
    const known = Math.max(row.size, isLineLost ? line.size : 0);
    const what =
      known > size
        ? `${known} entries were known, it has ${size}`
        : `the log has another entry ${line?.size}`;
    return { state: "set-back", words: [...words, `${name} was set back: ${what}.`] };
  }
  if (!hasHead(checked, row)) words.push(`${name}: the copy in the database has another entry ${row.size}.`);
  if (row.size === size) words.push(...findCounterFaults(name, row, summary));
  if (row.size < size && now - at > reconcileLimits.copyMs)
    words.push(`${name}: its copy in the database is older than 10 minutes.`);
  if (oldestDelivery !== null && now - oldestDelivery > reconcileLimits.deliveryMs)
    words.push(`${name}: a tip has been on its way for more than 5 minutes.`);
  if (words.length > 0) return { state: "drift", words };
  return { state: row.size < size ? "ahead" : "fine", words };
}

/** Whether the wallet has the entry that is the last of this head. */
function hasHead({ summary, tail }: Checked, { size, head }: { size: number; head: string }): boolean {
  if (size === 0) return head === noHash;
  if (size === summary.head.size) return head === summary.head.hash;
  const entry = tail.find(({ seq }) => seq === size);
  return size < summary.head.size && entry?.hash === head;
}

function findCounterFaults(name: string, row: WalletRow, summary: WalletSummary): string[] {
  const live = sumsOf(summary.accounts);
  return Object.entries(live)
    .filter(([account, count]) => row[account as keyof Supply] !== count)
    .map(
      ([account, count]) =>
        `${name}: the copy in the database has ${row[account as keyof Supply]} ${account}, the wallet ${count}.`,
    );
}

/** Returns how many tokens more were received than sent: none, or copies of senders are still on their way. */
export function excessOf({ received, sent, outgoing }: Supply): number {
  return Math.max(0, received - sent - outgoing);
}

/**
 * The supply equation. `excess` of this and the last reconciliation: copies reach the database one by one, so that only
 * what is there both times is a difference.
 */
export function findSupplyFaults(supply: Supply, excess: { now: number; before: number }): string[] {
  const words: string[] = [];
  const lasting = Math.min(excess.now, excess.before);
  if (lasting > 0) words.push(`All wallets together have received ${lasting} tokens more than were sent.`);
  const { spendable, outgoing, sent, received, issued, retired } = supply;
  const rest = spendable + (sent + outgoing - received) + retired - issued;
  if (rest !== 0)
    words.push(
      rest > 0 ? `There are ${rest} tokens more than were issued.` : `${-rest} issued tokens are missing.`,
    );
  return words;
}
