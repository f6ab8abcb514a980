import { callApi, showFailure } from "#app/api-client.ts";
import { resendVerificationCall } from "#app/domains/people/accounts/calls/accounts.ts";
import { Button } from "#app/ui/button.tsx";
import { Lamp } from "#app/ui/lamp.tsx";
import { showToast } from "#app/ui/toast.tsx";
import { useWork } from "#app/ui/use-work.ts";
import { useCanSendEmail } from "../shell/viewer.ts";

/** Shown until the address is confirmed. */
export function UnverifiedBanner({ email }: { email: string }) {
  const canSendEmail = useCanSendEmail();
  const { isBusy, run } = useWork(showFailure);
  const send = () =>
    run(async () => {
      const notice = await callApi(resendVerificationCall);
      showToast(notice.type, notice.message);
    });
  return (
    <div className="mt-5 flex flex-wrap items-center gap-x-6 gap-y-3 bg-amber-soft px-4 py-3">
      <div className="min-w-0 grow basis-64">
        <p className="flex items-center gap-2 text-16 text-ink">
          <Lamp tone="amber" />
          Email is not yet verified
        </p>
        <p className="mt-0.5 text-14 text-ink-2">
          {canSendEmail
            ? `Open the link in the email we sent to ${email}, or request another one.`
            : "This site does not send email, so your address cannot be verified right now."}
        </p>
      </div>
      {canSendEmail && (
        <Button tone="solid" isBusy={isBusy} onClick={() => void send()}>
          Send Email
        </Button>
      )}
    </div>
  );
}
