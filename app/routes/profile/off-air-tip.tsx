import type { ProfileView } from "#app/domains/people/people/contract/people.ts";
import { TipButton } from "#app/domains/value/tokens/ui/tip-button.tsx";

/** A tip for a performer who is not on air. The default export of its own chunk. */
export default function OffAirTip({ profile, viewerId }: { profile: ProfileView; viewerId: string }) {
  const { id, username } = profile;
  return (
    <TipButton
      target={{ kind: "profile", id, performer: { id, username }, trackHistory: null }}
      earNow={() => null}
      viewerId={viewerId}
    />
  );
}
