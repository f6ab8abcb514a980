/** An entry of a wallet as its owner reads it. Pure. */

import type { ActivityView } from "./contract/tokens.ts";
import type { WalletActivity } from "./port.ts";
import type { TipWithPlace } from "./queries/received-tips.ts";
import { type ClaimKind, tokenLimits } from "./rules.ts";

type Kind = ActivityView["kind"];

function kindOf({ kind, reverses }: WalletActivity): Kind {
  if (kind === "mint") return "earned";
  if (kind === "retire") return "retired";
  if (kind === "return") return "returned";
  if (kind === "receive") return reverses === null ? "received" : "got-back";
  return reverses === null ? "sent" : "gave-back";
}

/** The tip that an entry is about: itself, or the one that it gives back. */
export function tipOf({ kind, reference, reverses }: WalletActivity): string | null {
  return kind === "mint" || kind === "retire" ? null : (reverses ?? reference);
}

const isGrowth: Record<Kind, boolean> = {
  earned: true,
  sent: false,
  received: true,
  "gave-back": false,
  "got-back": true,
  returned: true,
  retired: false,
};

/**
 * A received tip names its sender only once its copy in D1 says that it is not hidden; its performer never learns who a
 * hidden one is from.
 */
export function toActivityView(
  entry: WalletActivity,
  known: {
    /** The wallet whose entry it is. */
    own: string;
    tips: ReadonlyMap<string, TipWithPlace>;
    people: ReadonlyMap<string, { id: string; username: string }>;
    claims: ReadonlyMap<string, { kind: ClaimKind; reason: string }>;
    now: number;
  },
): ActivityView {
  const kind = kindOf(entry);
  const tip = tipOf(entry);
  const copy = tip === null ? undefined : known.tips.get(tip);
  const isPerformer = kind === "received" || kind === "gave-back" || copy?.tip.toWallet === known.own;
  const isVisible = !isPerformer || copy?.tip.isHidden === false;
  const left = copy === undefined ? 0 : copy.tip.amount - copy.tip.reversed;
  const isRecent = known.now - entry.at <= tokenLimits.giveBackMs;
  return {
    seq: entry.seq,
    kind,
    amount: isGrowth[kind] ? entry.amount : -entry.amount,
    at: entry.at,
    state: stateOf(entry, kind, copy),
    person: (isVisible && entry.peer !== null && known.people.get(entry.peer)) || null,
    isHidden: copy?.tip.isHidden ?? false,
    stage: copy?.stage ?? null,
    set: copy?.set ?? null,
    claim: kind === "earned" ? (known.claims.get(entry.reference) ?? null) : null,
    tip,
    canGiveBack: kind === "received" && isRecent ? left : 0,
  };
}

function stateOf(entry: WalletActivity, kind: Kind, copy: TipWithPlace | undefined): ActivityView["state"] {
  if (entry.state === "on-its-way") return "on-its-way";
  if (entry.state === "returned") return "given-back";
  const isTip = kind === "sent" || kind === "received";
  return isTip && copy !== undefined && copy.tip.reversed > 0 ? "given-back" : "done";
}
