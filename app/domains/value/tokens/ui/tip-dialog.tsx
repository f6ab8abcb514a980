import clsx from "clsx";
import { type ReactNode, useEffect, useId, useState } from "react";
import { Link } from "react-router";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import Dialog from "#app/ui/dialog.tsx";
import { Field } from "#app/ui/field.tsx";
import { makeId } from "#app/ui/make-id.ts";
import { Toggle } from "#app/ui/toggle.tsx";
import { tokenLimits } from "../rules.ts";
import { formatTokens, tokensOf } from "./amount.ts";
import type { PendingTip, TipProgress } from "./pending-tips.ts";
import { asksAgain, readAmount, tipAmounts } from "./tip-form.ts";
import { sendTip, useTipProgress, watchTips } from "./tip-sending.ts";
import type { TipTarget } from "./tip-target.ts";
import { useBalance } from "./use-balance.ts";

interface TipDialogProps {
  target: TipTarget;
  earNow: () => number | null;
  viewerId: string;
  onClose: () => void;
}

/** Asks how many tokens, and whether with one's name. The default export of its own chunk. */
export default function TipDialog({ target, earNow, viewerId, onClose }: TipDialogProps) {
  const { performer } = target;
  const place = `${target.kind}/${target.id}`;
  // A second press sends the same tip again, which is none.
  const [id, setId] = useState(makeId);
  const [amount, setAmount] = useState<number | null>(25);
  const [isNamed, setNamed] = useState(true);
  const [isAsking, setAsking] = useState(false);
  const balance = useBalance(viewerId);
  const progress = ofTip(useTipProgress(place), id);
  const isSending = progress?.status === "sending";
  const isSent = progress?.status === "sent";
  useEffect(() => watchTips(place), [place]);
  useEffect(() => {
    if (isSent) onClose();
  }, [isSent, onClose]);

  const send = (given: number) => {
    // A refused id stays refused.
    const tipId = progress?.status === "refused" ? makeId() : id;
    setId(tipId);
    setAsking(false);
    sendTip(viewerId, toPending(target, { id: tipId, amount: given, isHidden: !isNamed, mediaAt: earNow() }));
  };
  const press = () => {
    if (amount === null || isSending) return;
    if (asksAgain(amount, balance)) setAsking(true);
    else send(amount);
  };

  if (isAsking && amount !== null) {
    return (
      <Dialog title={`Tip ${performer.username}`} onClose={onClose}>
        <p className="text-16 text-ink-2">
          {balance === null
            ? `Send ${tokensOf(amount)} to ${performer.username}?`
            : `Send ${formatTokens(amount)} of your ${tokensOf(balance)} to ${performer.username}?`}{" "}
          A tip cannot be taken back.
        </p>
        <div className="mt-6 flex flex-wrap justify-end gap-3">
          <Button tone="bare" onClick={() => setAsking(false)}>
            Back
          </Button>
          <Button tone="solid" onClick={() => send(amount)}>
            <TipText amount={amount} name={performer.username} />
          </Button>
        </div>
      </Dialog>
    );
  }
  const isShort = balance !== null && (amount ?? 0) > balance;
  return (
    <Dialog title={`Tip ${performer.username}`} onClose={onClose}>
      <AmountChoice amount={amount} onAmount={setAmount} />
      <Toggle
        label="Show my name"
        description="When off, neither the chat nor the performer sees who the tip is from."
        isOn={isNamed}
        onChange={(isOn) => {
          setNamed(isOn);
          return undefined;
        }}
      />
      <p className="tabular text-14 text-ink-2">
        {balance !== null && `You have ${tokensOf(balance)}. `}
        Tokens are points, not money.
      </p>
      <output className="block">
        {progress?.status === "refused" && (
          <span className="mt-3 block text-14 text-red">{progress.reason}</span>
        )}
        {isSending && <span className="mt-3 block text-14 text-ink-2">Sending…</span>}
      </output>
      <div className="mt-5 flex flex-wrap justify-end gap-3">
        {(isShort || progress?.code === "tokens-short") && (
          <ButtonLink to="/tokens" onClick={onClose}>
            Get Tokens
          </ButtonLink>
        )}
        <Button tone="solid" isBusy={isSending} disabled={amount === null || isShort} onClick={press}>
          {amount === null ? "Tip" : <TipText amount={amount} name={performer.username} />}
        </Button>
      </div>
      <p className="mt-4 text-12 text-ink-3">
        {"A tip cannot be taken back. "}
        <Link to="/tokens" className="underline hover:text-ink" onClick={onClose}>
          How Tokens Work
        </Link>
      </p>
    </Dialog>
  );
}

const ofTip = (progress: TipProgress | null, id: string) => (progress?.id === id ? progress : null);

function TipText({ amount, name }: { amount: number; name: string }): ReactNode {
  return (
    <span className="max-w-64 truncate">
      Tip {formatTokens(amount)} to <bdi>{name}</bdi>
    </span>
  );
}

/** Three amounts, or another that is typed; null while that is not one. */
function AmountChoice({
  amount,
  onAmount,
}: {
  amount: number | null;
  onAmount: (amount: number | null) => void;
}) {
  const name = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const isWrong = typed !== null && typed !== "" && amount === null;
  const option = (label: string, isChosen: boolean, onChoose: () => void) => (
    <label
      key={label}
      className={clsx(
        "tabular flex min-h-11 grow cursor-pointer items-center justify-center rounded-control border px-3 text-16 font-semibold has-focus-visible:outline-2 has-focus-visible:outline-offset-2",
        isChosen ? "border-ink bg-ink text-ground" : "border-edge text-ink hover:bg-control",
      )}
    >
      <input type="radio" name={name} checked={isChosen} onChange={onChoose} className="sr-only" />
      {label}
    </label>
  );
  return (
    <>
      <fieldset>
        <legend className="text-14 text-ink-2">Tokens</legend>
        <div className="mt-1 flex gap-2">
          {tipAmounts.map((each) =>
            option(String(each), typed === null && amount === each, () => {
              setTyped(null);
              onAmount(each);
            }),
          )}
          {option("Other", typed !== null, () => {
            setTyped("");
            onAmount(null);
          })}
        </div>
      </fieldset>
      {typed !== null && (
        <Field
          label="Amount"
          className="mt-3"
          inputMode="numeric"
          autoComplete="off"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- it appears because it was asked for
          autoFocus
          value={typed}
          error={isWrong ? `Enter a whole number from 1 to ${formatTokens(tokenLimits.maxTip)}.` : undefined}
          onChange={({ target }) => {
            setTyped(target.value);
            onAmount(readAmount(target.value));
          }}
        />
      )}
    </>
  );
}

function toPending(
  { kind, id: room, performer, trackHistory }: TipTarget,
  tip: { id: string; amount: number; isHidden: boolean; mediaAt: number | null },
): PendingTip {
  return {
    place: `${kind}/${room}`,
    to: performer.username,
    input: {
      ...tip,
      room: kind === "stage" ? room : null,
      dj: kind === "profile" ? room : null,
      performer: performer.id,
      trackHistory,
    },
  };
}
