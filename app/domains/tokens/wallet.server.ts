/** What the viewer's wallet holds and what moved in it. */
import type { AppContext } from "#app/context.ts";
import { requireViewer } from "../accounts/guards.ts";
import { balanceOf } from "./book.ts";
import type {
  ActivityInput,
  ActivityPage,
  ActivityView,
  ReceivedView,
  WalletView,
} from "./contract/tokens.ts";
import type { WalletActivity } from "./port.ts";
import { walletOf } from "./wallet-of.server.ts";

const pageSize = 50;

/** Throws `authorization`. */
export async function openWallet(ctx: AppContext): Promise<WalletView> {
  const found = await walletOf(ctx, requireViewer(ctx).id);
  const summary = await found?.live.summary();
  const sum = (wanted: string) =>
    Object.entries(summary?.accounts ?? {})
      .filter(([account]) => account.startsWith(wanted))
      .reduce((total, [account, counters]) => total + balanceOf(account as "sent", counters), 0);
  return {
    id: found?.row.id ?? null,
    address: found?.row.address ?? null,
    publicKey: found?.row.publicKey ?? null,
    balance: summary?.balance ?? 0,
    outgoing: summary?.outgoing ?? 0,
    issued: sum("issued:"),
    received: sum("received"),
    sent: sum("sent"),
    state: summary?.state ?? "open",
    frozenReason: summary?.state === "frozen" ? summary.frozenReason : null,
    size: summary?.head.size ?? 0,
    head: summary?.head.hash ?? "",
    isPaused: false,
  };
}

/** Throws `authorization`. */
export async function openActivity(ctx: AppContext, { before }: ActivityInput): Promise<ActivityPage> {
  const found = await walletOf(ctx, requireViewer(ctx).id);
  const entries = (await found?.live.activity({ before: before ?? null, limit: pageSize })) ?? [];
  const last = entries.length < pageSize ? undefined : entries.at(-1);
  return { items: entries.map(toView), before: last?.seq ?? null };
}

/** Throws `authorization`. */
export async function listReceived(ctx: AppContext): Promise<ReceivedView[]> {
  requireViewer(ctx);
  return [];
}

function toView(entry: WalletActivity): ActivityView {
  const kinds = {
    mint: "earned",
    send: "sent",
    receive: "received",
    return: "returned",
    retire: "retired",
  } as const;
  const kind = entry.kind === "confirm" ? "sent" : kinds[entry.kind];
  return {
    seq: entry.seq,
    kind,
    amount: entry.credit === "spendable" ? entry.amount : -entry.amount,
    at: entry.at,
    state: entry.state === "returned" ? "given-back" : entry.state,
    person: null,
    isHidden: false,
    stage: null,
    set: null,
    claim: kind === "earned" ? { kind: "grant", reason: "" } : null,
    tip: kind === "earned" ? null : entry.reference,
    canGiveBack: 0,
  };
}
