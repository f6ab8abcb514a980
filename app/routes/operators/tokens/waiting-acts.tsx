import { useRevalidator } from "react-router";
import { callApi, showFailure } from "#app/api-client.ts";
import { decideActCall } from "#app/domains/value/tokens/calls/acts.ts";
import type { ActView } from "#app/domains/value/tokens/contract/acts.ts";
import { Button } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Section } from "#app/ui/section.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { useWork } from "#app/ui/use-work.ts";
import { ActLine } from "./act-line.tsx";

/** Acts that wait for a second operator. */
export function WaitingActs({ acts }: { acts: readonly ActView[] }) {
  return (
    <Section title="Waiting for a Second Operator">
      {acts.length === 0 ? (
        <EmptyState title="Nothing is waiting">
          Grants that take one operator or one person over 1,000 tokens in a day appear here until another
          operator decides. So do grants to a list, and whatever an operator does about their own tokens.
        </EmptyState>
      ) : (
        <ul>
          {acts.map((act) => (
            <li key={act.id} className="border-t border-tick">
              <WaitingAct act={act} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

const decidedTexts = {
  done: "Approved",
  refused: "Refused",
  waiting: "You agreed. One more operator must agree",
} as const;

function WaitingAct({ act }: { act: ActView }) {
  const { revalidate } = useRevalidator();
  const { isBusy, run } = useWork(showFailure);
  const decide = (isApproved: boolean) =>
    run(async () => {
      const { state } = await callApi(decideActCall, { act: act.id, isApproved });
      showToast("confirm", decidedTexts[state]);
      await revalidate();
    });
  return (
    <ActLine act={act}>
      {act.canDecide ? (
        <>
          <Button tone="solid" isBusy={isBusy} onClick={() => void decide(true)}>
            Approve
          </Button>
          <Button disabled={isBusy} onClick={() => void decide(false)}>
            Refuse
          </Button>
        </>
      ) : (
        <p className="text-14 text-ink-3">Another operator must decide this.</p>
      )}
    </ActLine>
  );
}
