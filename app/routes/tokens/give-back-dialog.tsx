import { useState } from "react";
import { ApiFailure, callApi } from "#app/api-client.ts";
import { giveBackCall } from "#app/domains/value/tokens/calls/wallet.ts";
import type { ActivityView } from "#app/domains/value/tokens/contract/tokens.ts";
import { formatTokens } from "#app/domains/value/tokens/ui/amount.ts";
import { ConfirmDialog } from "#app/ui/dialog.tsx";
import { wordFor } from "#app/ui/number.ts";
import { showToast } from "#app/ui/toast.tsx";
import { useWork } from "#app/ui/use-work.ts";
import { endOrder, orderFor } from "./give-back-order.ts";

/** Asks before a tip is given back. The default export of its own chunk. */
export default function GiveBackDialog({
  item,
  onDone,
  onClose,
}: {
  item: ActivityView;
  onDone: () => void;
  onClose: () => void;
}) {
  const [problem, setProblem] = useState<string | null>(null);
  const { isBusy, run } = useWork((error) => {
    if (isAnswered(error)) endOrder(item.tip ?? "");
    setProblem(error instanceof ApiFailure ? error.message : "Unknown error");
  });
  const giveBack = () =>
    run(async () => {
      setProblem(null);
      await callApi(giveBackCall, orderFor(item.tip ?? "", item.canGiveBack));
      endOrder(item.tip ?? "");
      showToast("confirm", "The tip is on its way back.");
      onDone();
    });
  const tokens = `${formatTokens(item.canGiveBack)} ${wordFor(item.canGiveBack, "Token", "Tokens")}`;
  return (
    <ConfirmDialog
      title="Give this tip back?"
      action={`Give Back ${tokens}`}
      cancel="Keep Tip"
      isBusy={isBusy}
      onConfirm={() => void giveBack()}
      onClose={onClose}
    >
      <p>
        {item.person ? (
          <>
            <bdi className="font-semibold text-ink">{item.person.username}</bdi> gets the tokens back
          </>
        ) : (
          "The sender gets the tokens back"
        )}
        , and your totals go down by the same amount. This cannot be undone.
      </p>
      <p role="alert" className="text-ink empty:hidden not-empty:mt-3">
        {problem}
      </p>
    </ConfirmDialog>
  );
}

/** A refusal is final for its request; what never arrived is sent again as it was. */
function isAnswered(error: unknown): boolean {
  return error instanceof ApiFailure && error.status >= 400 && error.status < 500;
}
