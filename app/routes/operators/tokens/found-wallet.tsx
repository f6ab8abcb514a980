import { useState } from "react";
import { useRevalidator } from "react-router";
import { callApi, showFailure } from "#app/api-client.ts";
import {
  freezeWalletCall,
  holdClaimsCall,
  releaseClaimsCall,
  unfreezeWalletCall,
  voidClaimCall,
} from "#app/domains/value/tokens/calls/acts.ts";
import type { ActView, OverseenWalletView } from "#app/domains/value/tokens/contract/acts.ts";
import { formatTokens, tokensOf } from "#app/domains/value/tokens/ui/amount.ts";
import { Button } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { Badge, Lamp } from "#app/ui/lamp.tsx";
import { makeId } from "#app/ui/make-id.ts";
import { showToast } from "#app/ui/toast.tsx";
import { useWork } from "#app/ui/use-work.ts";
import { UserName } from "./act-line.tsx";
import { kindNames, waitingText } from "./texts.ts";

type Claim = OverseenWalletView["claims"][number];

/** A wallet with what an operator can do about it; everything needs a reason. */
export function FoundWallet({ found, reload }: { found: OverseenWalletView; reload: () => Promise<void> }) {
  const [reason, setReason] = useState("");
  const [isChecked, setChecked] = useState(false);
  const { revalidate } = useRevalidator();
  const { isBusy, run } = useWork(showFailure);
  const name = found.wallet ?? found.user?.id ?? "";
  const isFrozen = found.state === "frozen";

  const act = (done: string, send: (why: { id: string; reason: string }) => Promise<ActView>) => {
    setChecked(true);
    const why = { id: makeId(), reason: reason.trim() };
    if (why.reason === "") return;
    void run(async () => {
      const { state } = await send(why);
      showToast("confirm", state === "done" ? done : waitingText);
      setReason("");
      setChecked(false);
      await Promise.all([reload(), revalidate()]);
    });
  };

  return (
    <div className="mt-6 border-t border-tick pt-4">
      <h3 className="display text-20 break-words">
        <UserName user={found.user} />
      </h3>
      <State found={found} />
      <p className="mt-1 text-14 wrap-anywhere text-ink-3">
        {found.wallet === null
          ? "No wallet yet: it is made with the first tokens."
          : `Wallet ${found.wallet}`}
      </p>
      <Field
        label="Reason"
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        hint="It stays in the log. The owner of a frozen wallet reads it."
        error={isChecked && reason.trim() === "" ? "Please give a reason." : undefined}
        autoComplete="off"
        maxLength={500}
        className="mt-4 max-w-lg"
      />
      <div className="mt-3 flex flex-wrap gap-2">
        {isFrozen ? (
          <Button
            isBusy={isBusy}
            onClick={() =>
              act("The wallet is open again", (why) => callApi(unfreezeWalletCall, { user: name, ...why }))
            }
          >
            Open Wallet Again
          </Button>
        ) : (
          <Button
            tone="danger"
            isBusy={isBusy}
            onClick={() =>
              act("The wallet is frozen", (why) => callApi(freezeWalletCall, { user: name, ...why }))
            }
          >
            Freeze Wallet
          </Button>
        )}
      </div>
      <Claims
        claims={found.claims}
        isBusy={isBusy}
        onHold={(claim) =>
          act("The claim is held", (why) => callApi(holdClaimsCall, { claim: claim.id, ...why }))
        }
        onRelease={(claim) =>
          act("The claim is released", (why) => callApi(releaseClaimsCall, { claim: claim.id, ...why }))
        }
        onEnd={(claim) =>
          act("The claim is ended", (why) => callApi(voidClaimCall, { claim: claim.id, ...why }))
        }
      />
    </div>
  );
}

function State({
  found: { state, frozenReason, balance, outgoing, issued, received, sent },
}: {
  found: OverseenWalletView;
}) {
  return (
    <>
      <p className="mt-1 flex items-center gap-2 text-14 text-ink-2">
        <Lamp tone={state === "open" ? "green" : state === "frozen" ? "red" : "off"} />
        <span className="min-w-0 break-words">
          {state === "open" && "Open"}
          {state === "frozen" && `Frozen: ${frozenReason ?? "no reason is known"}`}
          {(state === "closing" || state === "closed") && "Closed"}
        </span>
      </p>
      <p className="mt-1 text-14 text-ink-2 tabular">
        {tokensOf(balance)}, {formatTokens(outgoing)} on their way. Earned {formatTokens(issued)}, received{" "}
        {formatTokens(received)}, sent {formatTokens(sent)}.
      </p>
    </>
  );
}

function Claims({
  claims,
  isBusy,
  onHold,
  onRelease,
  onEnd,
}: {
  claims: readonly Claim[];
  isBusy: boolean;
  onHold: (claim: Claim) => void;
  onRelease: (claim: Claim) => void;
  onEnd: (claim: Claim) => void;
}) {
  if (claims.length === 0) return <p className="mt-4 text-14 text-ink-3">No open claims</p>;
  return (
    <>
      <h4 className="mt-4 text-16 font-semibold">Open Claims</h4>
      <ul className="mt-2 border-b border-tick">
        {claims.map((claim) => (
          <li
            key={claim.id}
            className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-tick py-2"
          >
            <div className="min-w-0 grow basis-48 text-14">
              <p className="flex flex-wrap items-center gap-x-2 text-ink tabular">
                {kindNames[claim.kind]}: {tokensOf(claim.amount)}
                {claim.isHeld && <Badge tone="amber">Held</Badge>}
                {claim.isClaimable && <Badge tone="green">Claimable</Badge>}
              </p>
              {claim.reason !== "" && (
                <p className="break-words text-ink-3" dir="auto">
                  {claim.reason}
                </p>
              )}
            </div>
            <div className="flex flex-wrap gap-2">
              <Button disabled={isBusy} onClick={() => (claim.isHeld ? onRelease : onHold)(claim)}>
                {claim.isHeld ? "Release" : "Hold"}
                <span className="sr-only"> {tokensOf(claim.amount)}</span>
              </Button>
              <Button disabled={isBusy} onClick={() => onEnd(claim)}>
                End
                <span className="sr-only"> {tokensOf(claim.amount)}</span>
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
