import { requireViewer } from "#app/domains/accounts/guards.ts";
import type { AwardView } from "#app/domains/awards/contract.ts";
import { listGeneralAwards } from "#app/domains/awards/operations.server.ts";
import { AwardBadge } from "#app/domains/awards/ui/award-badge.tsx";
import { awardWords } from "#app/domains/awards/ui/wording.ts";
import { appContext } from "#app/router-context.ts";
import { Tabs } from "#app/ui/tabs.tsx";
import { answer } from "../answer.server.ts";
import { SettingsPage } from "../settings/settings-page.tsx";
import type { Route } from "./+types/route";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(appContext);
  const viewer = await answer(request, (async () => requireViewer(ctx))());
  return { awards: await listGeneralAwards(ctx), isDj: viewer.performerType === "dj" };
}

export function meta(): Route.MetaDescriptors {
  return [{ title: "Achievable Awards · Cue" }];
}

/** What everybody can earn, in the words for DJs and in those for musicians; one's own tab is open. */
export default function GeneralAwards({ loaderData }: Route.ComponentProps) {
  const { awards, isDj } = loaderData;
  return (
    <SettingsPage
      title="Achievable Awards"
      back={{ to: "/settings/profile", name: "Profile" }}
      intro="What can be earned on Cue, and what for."
    >
      <div className="mt-6">
        <Tabs
          label="Awards"
          initial={isDj ? "dj" : "musician"}
          tabs={[
            { key: "dj", title: "DJ Awards", render: () => <AwardList awards={awards} isDj /> },
            {
              key: "musician",
              title: "Musician Awards",
              render: () => <AwardList awards={awards} isDj={false} />,
            },
          ]}
        />
      </div>
    </SettingsPage>
  );
}

function AwardList({ awards, isDj }: { awards: AwardView[]; isDj: boolean }) {
  return (
    <ul className="grid gap-x-8 sm:grid-cols-2">
      {awards.map((award) => {
        const { title, name } = awardWords(award, isDj);
        return (
          <li key={award.id} className="flex items-center gap-4 border-b border-tick py-3">
            <AwardBadge award={award} className="size-14" />
            <div className="min-w-0">
              <h2 className="display text-20">{title}</h2>
              <p className="text-14 text-ink-3">{name}</p>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
