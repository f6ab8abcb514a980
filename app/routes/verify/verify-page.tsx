import type { VerifyView } from "#app/domains/people/accounts/contract/accounts.ts";
import { Button } from "#app/ui/button.tsx";
import { deadLinkTitle, LinkOutcome } from "../landing/link-outcome.tsx";
import { PlainPage } from "../landing/plain-page.tsx";

const home = { path: "/", words: "Go to Cue" };

/** Asks whether an address is the reader's, and shows the result. `link` is null where it is no longer valid. */
export function VerifyPage({
  token,
  link,
  isVerified,
}: {
  token: string | null;
  link: VerifyView | null;
  isVerified: boolean;
}) {
  if (token !== null && link !== null) {
    return (
      <PlainPage title="Is this your address?">
        <p className="max-w-[60ch] text-16 text-ink-2">
          The account <bdi className="font-semibold text-ink">{link.username}</bdi> was registered with the
          email address <strong className="font-semibold break-words text-ink">{link.email}</strong>.
        </p>
        <p className="mt-2 max-w-[60ch] text-16 text-ink-2">
          If you did not register on Cue, close this page.
        </p>
        {/* Not through the page's scripts: it works before they have loaded. */}
        <form method="post" action={`/verify?token=${encodeURIComponent(token)}`} className="mt-6">
          <Button type="submit" tone="solid">
            Confirm Address
          </Button>
        </form>
      </PlainPage>
    );
  }
  if (isVerified) {
    return (
      <LinkOutcome title="Your email is verified" next={home}>
        Thank you. You can close this page.
      </LinkOutcome>
    );
  }
  return (
    <LinkOutcome title={deadLinkTitle} next={home}>
      It was already used, or it is older than a day. If your address is confirmed, you are all set.
    </LinkOutcome>
  );
}
