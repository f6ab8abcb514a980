import { Check } from "lucide-react";
import { requireViewer } from "#app/domains/people/accounts/guards.ts";
import type { GeneralAwardView } from "#app/domains/value/awards/contract.ts";
import { listGeneralAwards } from "#app/domains/value/awards/own-awards.server.ts";
import { AwardBadge } from "#app/domains/value/awards/ui/award-badge.tsx";
import { awardTexts } from "#app/domains/value/awards/wording.ts";
import { appContext } from "#app/router-context.ts";
import { Tabs } from "#app/ui/tabs.tsx";
import { LocalTime } from "#app/ui/time.tsx";
import { forPage } from "../for-page.server.ts";
import { SettingsPage } from "../settings/settings-page.tsx";
import type { Route } from "./+types/route";

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = context.get(appContext);
  const viewer = await forPage(request, (async () => requireViewer(ctx))());
  return { awards: await listGeneralAwards(ctx), isDj: viewer.performerType === "dj" };
}

export function meta(): Route.MetaDescriptors {
  return [{ title: "Achievable Awards · Cue" }];
}

/** The awards to earn, in the wording for DJs and that for musicians; one's own tab is open. */
export default function GeneralAwards({ loaderData }: Route.ComponentProps) {
  const { awards, isDj } = loaderData;
  return (
    <SettingsPage
      title="Achievable Awards"
      back={{ to: "/settings/profile", name: "Profile" }}
      intro="What you can earn on Cue, and how."
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

const groups = [
  { key: "performing", title: "On Air", about: "For what you play." },
  { key: "listening", title: "In the Crowd", about: "For listening and inviting people." },
  { key: "stage", title: "From a Stage", about: "For what you do on a stage. Each stage gives its own." },
] as const;

function AwardList({ awards, isDj }: { awards: GeneralAwardView[]; isDj: boolean }) {
  return groups.map(({ key, title, about }) => (
    <section key={key} aria-labelledby={`awards-${key}`} className="mt-6">
      <h2 id={`awards-${key}`} className="text-16 font-semibold">
        {title}
      </h2>
      <p className="text-14 text-ink-3">{about}</p>
      <ul className="mt-2 grid gap-x-8 border-t border-tick sm:grid-cols-2">
        {awards
          .filter(({ group }) => group === key)
          .map((award) => (
            <Achievable key={award.id} award={award} isDj={isDj} />
          ))}
      </ul>
    </section>
  ));
}

function Achievable({ award, isDj }: { award: GeneralAwardView; isDj: boolean }) {
  const { title, name } = awardTexts(award, isDj);
  return (
    <li className="flex items-center gap-4 border-b border-tick py-3">
      <AwardBadge award={award} className="size-14 shrink-0" />
      <div className="min-w-0">
        <h3 className="display text-20">{title}</h3>
        <p className="text-14 text-ink-3">{name}</p>
        {award.earnedAt !== null && (
          <p className="flex items-center gap-1.5 text-14 text-ink">
            <Check aria-hidden="true" className="size-4 shrink-0" />
            <span>
              Awarded on <LocalTime at={award.earnedAt} shape="date" />
            </span>
          </p>
        )}
      </div>
    </li>
  );
}
