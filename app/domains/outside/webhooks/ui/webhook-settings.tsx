import { useState } from "react";
import { Link } from "react-router";
import { callApi } from "#app/api-client.ts";
import { useQuestion } from "#app/domains/air/stages/ui/manage/use-question.tsx";
import { CopyButton } from "#app/ui/copy-button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Section } from "#app/ui/section.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { removeWebhookCall, rollWebhookSecretCall } from "../calls.ts";
import { maxWebhooks, type NewSecretView, type WebhookView } from "../contract.ts";
import { AddWebhook } from "./add-webhook.tsx";
import { WebhookRow } from "./webhook-row.tsx";

/** The webhooks of the viewer, or of a stage. */
export function WebhookSettings({ stage, loaded }: { stage?: string; loaded: WebhookView[] }) {
  const [webhooks, setWebhooks] = useState(loaded);
  /** The secret that was just made: it is shown until the page is left. */
  const [made, setMade] = useState<{ webhook: string; secret: string } | null>(null);
  const { ask, dialog } = useQuestion();

  const show = ({ secret, ...webhook }: NewSecretView) => {
    change(webhook);
    setMade({ webhook: webhook.id, secret });
  };
  const change = (changed: WebhookView) =>
    setWebhooks((now) =>
      now.some(({ id }) => id === changed.id)
        ? now.map((each) => (each.id === changed.id ? changed : each))
        : [...now, changed],
    );
  const askToRemove = (webhook: WebhookView) =>
    ask({
      title: "Remove this webhook?",
      text: "Cue stops calling its address. Events that are still waiting are not sent.",
      action: "Remove Webhook",
      run: async () => {
        setWebhooks(await callApi(removeWebhookCall, { webhook: webhook.id }));
        showToast("confirm", "Webhook removed");
      },
    });
  const askForSecret = (webhook: WebhookView) =>
    ask({
      title: "Make a new secret?",
      text: "For 24 hours calls are signed with both secrets. Enter the new one in your software before then.",
      action: "Make New Secret",
      tone: "solid",
      run: async () => show(await callApi(rollWebhookSecretCall, { webhook: webhook.id })),
    });

  return (
    <>
      <Section
        title="Addresses"
        intro={
          <>
            When something happens, Cue sends it to these addresses.{" "}
            <Link to="/webhooks" className="text-ink underline">
              How to receive and verify it
            </Link>
          </>
        }
      >
        {webhooks.length === 0 ? (
          <EmptyState title="No webhooks yet">
            The addresses you add appear here, with what was sent to each of them.
          </EmptyState>
        ) : (
          <ul className="border-b border-tick">
            {webhooks.map((webhook) => (
              <WebhookRow
                key={webhook.id}
                webhook={webhook}
                secret={made?.webhook === webhook.id && <Secret secret={made.secret} />}
                onChange={change}
                onRemove={() => askToRemove(webhook)}
                onRoll={() => askForSecret(webhook)}
              />
            ))}
          </ul>
        )}
      </Section>
      <Section title="Add a Webhook">
        {webhooks.length < maxWebhooks ? (
          <AddWebhook stage={stage} onAdd={show} />
        ) : (
          <p className="text-14 text-ink-3">You can have up to ten webhooks. Remove one to add another.</p>
        )}
      </Section>
      {dialog}
    </>
  );
}

function Secret({ secret }: { secret: string }) {
  return (
    <div className="mt-3 border-l-4 border-l-amber bg-raised px-4 py-3">
      <p className="text-14 text-ink-2">
        This is the secret that signs the calls. Copy it now: it is not shown again.
      </p>
      <p className="my-2 text-14 break-all">
        <code>{secret}</code>
      </p>
      <CopyButton text={secret} copied="Secret copied">
        Copy Secret
      </CopyButton>
    </div>
  );
}
